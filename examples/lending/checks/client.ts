import { type Exchange, isText, json, member, status, valueAt } from 'assay-conformance/kit'
import { type FixtureContext, lineFor } from '../define.ts'

/** The members of the target file. */
export type Member = 'member' | 'other' | 'third'

export type Operation =
  | 'POST /loans'
  | 'GET /loans'
  | 'GET /loans/{id}'
  | 'POST /loans/{id}/renew'
  | 'POST /loans/{id}/return'
  | 'POST /holds'
  | 'GET /holds/{id}'

export interface Call {
  readonly operation: Operation
  /** What this step is, in a few words: the reader of a failure sees it. */
  readonly label: string
  /** Whose key it carries: a member's, a text that is nobody's, or none. */
  readonly as: Member | { readonly text: string } | 'nobody'
  readonly id?: string
  readonly body?: unknown
  readonly expects429?: boolean
}

/** One request of the interface, as the kit sends it. */
export function requestOf(t: FixtureContext, { operation, label, as, id = '', body, expects429 = false }: Call) {
  const [method = '', path = ''] = operation.split(' ')
  const key = typeof as === 'string' && as !== 'nobody' ? keyOf(t, as) : undefined
  const presented = typeof as === 'object' ? as.text : key?.value
  return {
    method,
    url: `${t.service.baseUrl}${path.replace('{id}', encodeURIComponent(id))}`,
    operation,
    label,
    key: key?.name ?? '',
    headers: [
      ['Accept', 'application/json, application/problem+json'],
      ...(presented === undefined ? [] : [['Library-Key', presented] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ] as const,
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    expects429,
  }
}

export const ask = (t: FixtureContext, call: Call): Promise<Exchange> => t.send(requestOf(t, call))

export const borrow = (t: FixtureContext, as: Member, body: unknown, label: string): Promise<Exchange> =>
  ask(t, { operation: 'POST /loans', label, as, body })

export const giveBack = (t: FixtureContext, as: Member, id: string, label: string): Promise<Exchange> =>
  ask(t, { operation: 'POST /loans/{id}/return', label, as, id })

export const list = (t: FixtureContext, as: Member, label: string): Promise<Exchange> =>
  ask(t, { operation: 'GET /loans', label, as })

/** The id of what was made. Blocks where nothing was, or where it has none. */
export function idOf(t: FixtureContext, answer: Exchange): string {
  t.control(answer, status('2xx'))
  t.control(answer, member('/id', isText))
  return String(valueAt(json(answer.response), '/id'))
}

/** Borrows for a moment: the copy comes back when the run is over, however it ends. */
export async function lend(t: FixtureContext, as: Member, body: { readonly copy: string }, label: string) {
  const answer = await borrow(t, as, body, label)
  const id = idOf(t, answer)
  returnAfterwards(t, as, id)
  return { answer, id, copy: body.copy }
}

/** Has a loan returned when the run is over, however it ends. */
export function returnAfterwards(t: FixtureContext, as: Member, id: string): void {
  const undo = async (after: FixtureContext) => void (await giveBack(after, as, id, 'at the end of the run'))
  t.afterwards({ title: `return the loan ${id}`, undo })
}

/** Ids that a list shows. */
export function listed(answer: Exchange): readonly unknown[] {
  const loans = valueAt(json(answer.response), '/loans')
  return Array.isArray(loans) ? loans.map((each) => valueAt(each, '/id')) : []
}

function keyOf(t: FixtureContext, name: Member) {
  const claim = `library.keys.${name}` as const
  return t.key(name) ?? t.abortUnexercised('not claimed', `the target file names no key ${name}`, lineFor(claim))
}

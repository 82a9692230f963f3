import { assertNot, type LibraryBehaviour } from './behaviour.ts'
import type { Operation } from './domain.ts'
import type { Asked, Library } from './library.ts'

export interface Answer {
  readonly status: number
  readonly body?: object
  readonly headers?: Record<string, string>
}

type Handler = (member: string, id: string, asked: () => Asked) => Answer

export interface Route {
  readonly method: string
  readonly path: RegExp
  readonly operation: Operation
  readonly handle: Handler
}

/** Every endpoint of the document. */
export function routesOf(behaviour: LibraryBehaviour, library: Library): readonly Route[] {
  const loan = (path: string): RegExp => new RegExp(`^/loans/([^/]+)${path}$`)
  const shown = (status: number, body: object): Answer => ({ status, body })
  const holdOf = (member: string, id: string): object => {
    const { hold, position } = library.readHold(member, id, 'read hold')
    return behaviour.hold(hold, position)
  }
  const table: readonly (readonly [string, RegExp, Operation, Handler])[] = [
    [
      'POST',
      /^\/loans$/,
      'borrow',
      (member, _, asked) => shown(behaviour.creationStatus, behaviour.loan(library.borrow(member, asked()), 'borrow')),
    ],
    [
      'GET',
      /^\/loans$/,
      'list',
      (member) => shown(200, { loans: library.list(member).map((each) => behaviour.loan(each, 'list')) }),
    ],
    ['GET', loan(''), 'read', (member, id) => shown(200, behaviour.loan(library.loan(member, id, 'read'), 'read'))],
    ['POST', loan('/renew'), 'renew', (member, id) => shown(200, behaviour.loan(library.renew(member, id), 'renew'))],
    [
      'POST',
      loan('/return'),
      'return',
      (member, id) => {
        const ended = library.return(member, id)
        return behaviour.returnShows ? shown(200, behaviour.loan(ended, 'return')) : { status: 204 }
      },
    ],
    ['POST', /^\/holds$/, 'hold', (member, _, asked) => shown(201, holdOf(member, library.hold(member, asked()).id))],
    ['GET', /^\/holds\/([^/]+)$/, 'read hold', (member, id) => shown(200, holdOf(member, id))],
  ]
  return table.map(([method, path, operation, handle]) => ({ method, path, operation, handle }))
}

/** What the body of a request asks for. */
export function askedIn(behaviour: LibraryBehaviour, raw: string, operation: Operation): Asked {
  const body = parsed(raw)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) assertNot(behaviour, 'not-an-object', operation)
  const { copy, notify_url: notifyUrl } = Object(body) as Record<string, unknown>
  if (typeof copy !== 'string') assertNot(behaviour, 'no-copy', operation)
  return { copy: String(copy), notifyUrl: typeof notifyUrl === 'string' ? notifyUrl : undefined }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

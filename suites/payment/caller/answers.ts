import type { Answer } from '../../../kit/webhooks/delivery.ts'
import { paymentErrors } from '../../../specs/payment/errors.ts'
import { answer, type Given, givenTo, type Request, type Serve } from '../../shared/caller/scenario.ts'
import type { PaymentCallerSection } from './section.ts'

export type Code = keyof typeof paymentErrors

/** An error in the envelope, at the status of its row. */
export function refusal(
  code: Code,
  { message = paymentErrors[code].meaning, details }: { readonly message?: string; readonly details?: unknown } = {},
): Answer & { kind: 'status' } {
  const { status } = paymentErrors[code]
  return answer(status, {
    status: 'error',
    code: status,
    error_code: code,
    message,
    ...(details === undefined ? {} : { details }),
  })
}

/** What of a payment its answers show. */
export interface Payment {
  readonly id: string
  readonly reference: string
}

/** The payment as the service answers with it: where the section says that the client reads it. */
export function paymentAnswer(
  { record = {} }: PaymentCallerSection,
  { id, reference }: Payment,
  { status = 201, state = 'pending' }: { readonly status?: number; readonly state?: string } = {},
): Answer & { kind: 'status' } {
  const body: Record<string, unknown> = {}
  put(body, record.id ?? '/id', id)
  put(body, record.status ?? '/status', state)
  return answer(status, { ...body, reference })
}

/** Puts a value where a JSON pointer points. */
function put(body: Record<string, unknown>, pointer: string, value: unknown): void {
  const path = pointer.split('/').slice(1)
  const last = path.pop() ?? ''
  let place = body
  for (const each of path) {
    const next = (place[each] ?? {}) as Record<string, unknown>
    place[each] = next
    place = next
  }
  place[last] = value
}

const CREATION = '/api/v1/payments'

export const isCreation = ({ method, below = '' }: Request): boolean => method === 'POST' && pathOf(below) === CREATION

export const isRead = ({ method, below = '' }: Request): boolean =>
  method === 'GET' && /^\/api\/v1\/payments\/[^/]+$/.test(pathOf(below))

export const isRefresh = ({ method, below = '' }: Request): boolean =>
  method === 'POST' && /^\/api\/v1\/payments\/[^/]+\/refresh$/.test(pathOf(below))

const isProfile = ({ method, below = '' }: Request): boolean =>
  method === 'PUT' && pathOf(below) === '/api/v1/merchants/me'

/** Whether a request is one of those that the document lists. */
export const isListed = (request: Request): boolean =>
  [isCreation, isRead, isRefresh, isProfile].some((is) => is(request))

const pathOf = (below: string): string => {
  const [path = ''] = below.split('?')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** The service, as far as one scenario needs it: by turns where a script says so, and else as it goes well. */
export function serving(
  section: PaymentCallerSection,
  payment: Payment,
  script: { readonly creations?: readonly Given[]; readonly reads?: readonly Answer[] } = {},
): Serve {
  let created = 0
  let read = 0
  return (request) => {
    if (isCreation(request)) {
      created += 1
      return givenTo(request, script.creations?.[created - 1] ?? paymentAnswer(section, payment))
    }
    if (isRead(request) || isRefresh(request)) {
      read += 1
      return script.reads?.[read - 1] ?? paymentAnswer(section, payment, { status: 200 })
    }
    if (isProfile(request)) return answer(200, {})
    return refusal('RESOURCE_NOT_FOUND')
  }
}

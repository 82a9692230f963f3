import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import type { giving } from '../../../specs/messaging/caller/requirements.ts'
import { memberOf } from '../../shared/caller/judging.ts'
import type { Played } from '../../shared/caller/scenario.ts'
import type { CheckContext } from './define.ts'
import { isOf, type Operation } from './endpoints.ts'

/** Operations that are given something which their requests hold. */
export type Giving = 'send' | 'markRead' | 'createApp' | 'listSenders'

const NAMES: Readonly<Record<Giving, (typeof giving)[number]>> = {
  send: 'send',
  markRead: 'mark-read',
  createApp: 'app creation',
  listSenders: 'sender list',
}

const CONTENT = 'Habari, agizo 7 liko tayari'
const RECIPIENTS = ['255700000304', '255700000305']
const UP_TO = '2026-01-02T03:04:05Z'
const APP = 'Shop of Asha'

/** What they are given. */
export const GIVEN: Partial<Readonly<Record<Operation, Readonly<Record<string, unknown>>>>> = {
  send: { content: CONTENT, recipients: RECIPIENTS },
  markRead: { up_to: UP_TO },
  createApp: { app_name: APP },
  listSenders: { is_active: true },
} satisfies Record<Giving, object>

export const isGiving = (operation: Operation): operation is Giving => operation in NAMES

/** What of it is not there. Several requests are as good as one: a send may be one for each recipient. */
const MISSING: Readonly<Record<Giving, (requests: readonly Delivery[]) => readonly string[]>> = {
  send: (requests) => [
    ...(requests.every(({ json }) => textOf(json, 'content').includes(CONTENT)) ? [] : ['content']),
    ...RECIPIENTS.flatMap((phone, index) =>
      requests.some(({ json }) => textOf(json, 'recipients').includes(phone)) ? [] : [`recipient ${index + 1} of 2`],
    ),
  ],
  markRead: ([first]) => (instantOf(memberOf(first?.json, 'up_to')) === Date.parse(UP_TO) ? [] : ['up_to']),
  createApp: ([first]) => (memberOf(first?.json, 'app_name') === APP ? [] : ['app_name']),
  listSenders: (requests) => (requests.some((each) => filterOf(each, 'is_active') !== null) ? [] : ['is_active']),
}

/** A filter as it stands in the query of a request; null where there is none. */
export const filterOf = ({ below = '' }: Delivery, name: string): string | null =>
  new URLSearchParams(below.split('?')[1] ?? '').get(name)

const textOf = (json: unknown, member: string): string => JSON.stringify(memberOf(json, member)) ?? ''

/** A time to the second, whatever it is written as: whether it is a date-time is judged elsewhere. */
const instantOf = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number'
    ? Math.floor(new Date(value).getTime() / 1000) * 1000
    : Number.NaN

/** Judges that what an operation was given stands in its requests. A client that refuses it by itself is as good. */
export function judgeGiven(t: CheckContext, operation: Giving, { requests, told, fault }: Played): void {
  const id = 'msg-caller.request.as-given'
  const sent = requests.filter(isOf(operation))
  const [first] = sent
  if (first === undefined) {
    if (told?.ok === false) t.markInapplicable(id, `the client refuses to carry out ${operation}`, 'the client')
    else t.markBlocked(id, fault ?? `the client sent no request of ${operation}`, requests)
    return
  }
  if (operation !== 'listSenders' && sent.some(({ json }) => typeof json !== 'object')) {
    t.markUnexercised(id, 'not met', `the body of ${operation} is no JSON`)
    return
  }
  const missing = t.attest(id, first.id, () => MISSING[operation](sent).join(', '))
  const common = {
    subject: operation,
    expected: 'what it was given',
    evidence: sent,
    at: { operation: NAMES[operation] },
  }
  t.conclude(id, missing === '' ? { ok: true, ...common } : { ok: false, actual: `without ${missing}`, ...common })
}

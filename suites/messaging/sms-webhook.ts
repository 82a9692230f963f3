import type { Answer } from '../../kit/capture/delivery.ts'
import type { Inbox } from '../../kit/capture/inbox.ts'
import type { Arrival } from '../../kit/capture/programme.ts'
import { type Arrangement, defineFixture } from '../../kit/check.ts'
import { isLoopback } from '../../kit/target/address.ts'
import { lineFor } from '../../kit/target/claims.ts'
import { perform } from '../../kit/target/recipe.ts'
import { identityOf, SMS_INBOX, TRAP, textAt } from './deliveries.ts'

/** How the receiver treats one event. */
export type Part =
  | 'server error'
  | 'client error'
  | 'no answer'
  | 'reset'
  | 'redirect'
  | 'other success'
  | 'odd body'
  | 'ok'

/** More attempts than a sender makes while a run lasts. */
const MANY = 100

/** A 2xx whose body says the opposite. */
const ODD_BODY = '{"success":false,"status":"error","error":"failed","retry":true}'

interface Role {
  readonly part: Part
  readonly answer: Answer
  /** Attempts that are answered so; later ones get 200. */
  readonly times: number
}

const answered = (status: number): Answer => ({ kind: 'status', status })

/** The parts in the order in which they are given out: what comes first is exercised even where few events come. */
function rolesOf(t: Arrangement): readonly Role[] {
  const location = t.inbox(TRAP)?.url ?? ''
  return [
    { part: 'server error', answer: answered(500), times: MANY },
    { part: 'client error', answer: answered(404), times: 1 },
    { part: 'no answer', answer: { kind: 'hang', forMs: Math.max(60_000 / t.target.timeScale, 6000) }, times: 1 },
    { part: 'reset', answer: { kind: 'reset' }, times: 1 },
    {
      part: 'redirect',
      answer: { ...answered(302), kind: 'status', headers: { Location: location } } as Answer,
      times: 1,
    },
    { part: 'other success', answer: answered(204), times: MANY },
    { part: 'odd body', answer: { kind: 'status', status: 200, body: ODD_BODY }, times: MANY },
  ]
}

/** The webhook of the app, whose receiver treats the first events in as many ways. */
export interface SmsWebhook {
  readonly inbox: Inbox
  /** The event that was given this part: its identity, or undefined where too few events came. */
  eventOf(part: Part): string | undefined
  partOf(identity: string): Part
}

export const smsWebhook = defineFixture({
  name: 'sms-webhook',
  needs: ['messaging.smsWebhook'],
  make: async (t): Promise<SmsWebhook> => {
    const inbox = placeOf(t)
    const parts = cast(inbox, rolesOf(t))
    const register = t.target.messaging?.smsWebhook?.register
    if (register !== undefined) {
      await perform(t, 'messaging.smsWebhook.register', register, { url: inbox.url })
    }
    return {
      inbox,
      eventOf: (part) => [...parts].find(([, each]) => each === part)?.[0],
      partOf: (identity) => parts.get(identity) ?? 'ok',
    }
  },
})

/** The inbox at a URL of its own where it can be registered, else at the one that was registered beforehand. */
function placeOf(t: Arrangement): Inbox {
  const { smsWebhook: given, baseUrl = '' } = t.target.messaging ?? {}
  const { publicUrl, listen } = t.target.webhooks ?? {}
  // A port that the system chooses cannot have been registered beforehand.
  const own = listen === undefined || listen.port === 0 ? undefined : `http://${listen.host}:${listen.port}/`
  const beforehand = given?.url ?? publicUrl ?? own
  if (given?.register === undefined && beforehand === undefined) {
    const lines = ['messaging.smsWebhook.register', 'messaging.smsWebhook.url'] as const
    const reason = 'the target file says neither how the SMS webhook is registered nor where it was'
    return t.cannot('not claimed', reason, lines.map(lineFor).join('\n'))
  }
  const inbox = t.inbox(SMS_INBOX, given?.register === undefined && beforehand !== undefined ? { at: beforehand } : {})
  // The document has such addresses refused at registration; a deployment elsewhere could not reach them either.
  if (inbox === undefined || (isLoopback(inbox.url) && !isLoopback(baseUrl))) {
    return t.cannot('unreachable', 'callbacks cannot be received in this run', lineFor('webhooks'))
  }
  return inbox
}

/** Gives every new event the next part. Returns who has which, by identity, as it grows. */
function cast(inbox: Inbox, roles: readonly Role[]): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  const attempts = new Map<string, number>()
  const turns = new WeakMap<Arrival, { role: Role | undefined; attempt: number }>()
  const turnOf = (arrival: Arrival) => {
    const known = turns.get(arrival)
    if (known !== undefined) return known
    const identity = identityOf(arrival)
    if (!parts.has(identity) && textAt(arrival, '/event')?.startsWith('sms.') === true) {
      parts.set(identity, roles[parts.size]?.part ?? 'ok')
    }
    const attempt = (attempts.get(identity) ?? 0) + 1
    attempts.set(identity, attempt)
    const turn = { role: roles.find(({ part }) => part === parts.get(identity)), attempt }
    turns.set(arrival, turn)
    return turn
  }
  for (const role of roles) {
    inbox.programme({
      when: ({ delivery }) => {
        const turn = turnOf(delivery)
        return turn.role === role && turn.attempt <= role.times
      },
      // Which attempt it is was counted above: what the sender calls an event is for the checks to judge.
      answers: Array.from({ length: MANY }, () => role.answer),
    })
  }
  return parts
}

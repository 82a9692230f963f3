import { perform } from '../../../kit/run/world/recipe.ts'
import { isLoopback } from '../../../kit/target/address.ts'
import type { Answer } from '../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import type { Arrival, WebhookEvent } from '../../../kit/webhooks/response-script.ts'
import { Repeats } from '../../shared/late-answers.ts'
import { defineFixture, type FixtureContext, lineFor } from '../define.ts'
import { registeredAt } from '../service/section.ts'
import { identityOf, SMS_INBOX, STRANGERS, TRAP } from './deliveries.ts'
import { kindOf, lasting, type Part, type Role, rolesOf, type Turns, turnsOf } from './retries/receiver-parts.ts'

/** The webhook of the app, whose receiver treats the first events in as many ways. */
export interface SmsWebhook {
  readonly inbox: Inbox
  /** The event that was given this part: its identity, or undefined where too few events came. */
  eventOf(part: Part): string | undefined
  partOf(identity: string): Part
  /** The other webhooks that were registered, by what is other about them. */
  readonly strangers: readonly (keyof typeof STRANGERS)[]
  /** Why the first of those that were not was not; absent where all were. */
  readonly unregistered?: string
}

export const smsWebhook = defineFixture({
  name: 'sms-webhook',
  needs: ['messaging.smsWebhook'],
  make: async (t): Promise<SmsWebhook> => {
    const inbox = placeOf(t)
    const parts = cast(t, inbox, rolesOf(t, t.inbox(TRAP)?.url ?? ''), turnsOf(t))
    const register = t.service.smsWebhook?.register
    const { strangers, unregistered } = register === undefined ? { strangers: [] } : await registerStrangers(t)
    if (register !== undefined) {
      const { appId = '', secret = '' } = t.service.smsWebhook ?? {}
      await perform(t, 'messaging.smsWebhook.register', register, { url: inbox.url, appId, secret })
    }
    return {
      inbox,
      // Judged again, parts are given to all that is to come: what has one is there once it has come.
      eventOf: (part) =>
        [...parts].find(
          ([identity, each]) => each === part && inbox.deliveries.some((one) => identityOf(one) === identity),
        )?.[0],
      partOf: (identity) => parts.get(identity) ?? 'ok',
      strangers,
      ...(unregistered === undefined ? {} : { unregistered }),
    }
  },
})

/** Whether the second app sends in this run, and has no webhook: at full depth, and with every other seed. */
export const secondAppSends = ({ depth, seed }: Pick<FixtureContext, 'depth' | 'seed'>): boolean =>
  depth === 'deep' || seed % 2 === 0

/** Whether the second app, where it sends, has a webhook of another channel: with every other of those seeds. */
const hasOtherChannel = ({ seed }: Pick<FixtureContext, 'seed'>): boolean => seed % 4 >= 2

/**
 * Registers a webhook of another channel and one of another app, where the recipe tells them apart. Before that of the
 * run: where an app has one webhook alone, the last one counts. The other app has none for SMS where it sends.
 */
async function registerStrangers(t: FixtureContext): Promise<Pick<SmsWebhook, 'strangers' | 'unregistered'>> {
  const { outcomes, smsWebhook: own, appId: runsApp } = t.service
  const recipe = outcomes?.registerWebhook
  const appId = own?.appId ?? runsApp
  const told = JSON.stringify(recipe ?? {})
  if (
    recipe === undefined ||
    appId === undefined ||
    !['{url}', '{appId}', '{channel}'].every((each) => told.includes(each))
  )
    return { strangers: [] }
  const otherApp = outcomes?.secondApp?.with?.app_id
  const wanted = [
    { kind: 'channel', appId, channel: 'whatsapp' },
    ...(typeof otherApp === 'string' && t.depth === 'standard' && !secondAppSends(t)
      ? [{ kind: 'app', appId: otherApp, channel: 'sms' } as const]
      : []),
    ...(typeof otherApp === 'string' && t.depth !== 'quick' && secondAppSends(t) && hasOtherChannel(t)
      ? [{ kind: 'both', appId: otherApp, channel: 'whatsapp' } as const]
      : []),
  ] as const
  const strangers: (keyof typeof STRANGERS)[] = []
  let unregistered: string | undefined
  for (const { kind, ...names } of wanted) {
    const url = t.inbox(STRANGERS[kind])?.url
    if (url === undefined) continue
    const given = { ...names, url, secret: t.fresh('webhook') }
    // Whether a deployment takes a webhook of that kind is open.
    const fault = await perform(t, 'registerWebhook', recipe, given).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (fault === undefined) strangers.push(kind)
    else unregistered ??= fault
  }
  return { strangers, ...(unregistered === undefined ? {} : { unregistered }) }
}

/** The inbox at a URL of its own where it can be registered, else at the one that was registered beforehand. */
function placeOf(t: FixtureContext): Inbox {
  const { smsWebhook: given, baseUrl = '' } = t.service
  const beforehand = given?.url ?? registeredAt(t.target.webhooks)
  const inbox = t.inbox(SMS_INBOX, given?.register === undefined && beforehand !== undefined ? { at: beforehand } : {})
  // The document has such addresses refused at registration; a deployment elsewhere could not reach them either.
  if (inbox === undefined || (isLoopback(inbox.url) && !isLoopback(baseUrl))) {
    return t.abortUnexercised('unreachable', 'callbacks cannot be received in this run', lineFor('webhooks'))
  }
  return inbox
}

/** Gives every new event the next part of its kind. Returns who has which, by identity, as it grows. */
function cast(t: FixtureContext, inbox: Inbox, roles: readonly Role[], turns: Turns): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  const attempts = new Map<string, { attempt: number; repeats: Repeats }>()
  const known = new WeakMap<Arrival, { role: Role | undefined; attempt: number }>()
  const turnOf = (event: WebhookEvent) => {
    const { delivery } = event
    const before = known.get(delivery)
    if (before !== undefined) return before
    const identity = identityOf(delivery)
    const kind = kindOf(delivery)
    if (!parts.has(identity) && kind !== undefined) parts.set(identity, turns.get(kind)?.shift() ?? 'ok')
    const role = roles.find(({ part }) => part === parts.get(identity))
    const earlier = attempts.get(identity)
    const { repeats } = earlier ?? { repeats: new Repeats(t) }
    let attempt = 1
    if (earlier !== undefined) {
      // What is not answered at all is so whenever it came.
      const isHeld = role?.answers[earlier.attempt - 1]?.kind === 'hang'
      attempt = !isHeld && repeats.isDue(event) ? earlier.attempt : earlier.attempt + 1
    }
    repeats.give(event)
    attempts.set(identity, { attempt, repeats })
    const turn = { role, attempt }
    known.set(delivery, turn)
    return turn
  }
  for (const role of roles) {
    for (const { answer, from, to } of spans(role.answers)) {
      inbox.script({
        when: (event) => {
          const turn = turnOf(event)
          return turn.role === role && turn.attempt >= from && turn.attempt <= to
        },
        // Which attempt it is was counted above: what the sender calls an event is for the checks to judge.
        answers: lasting(answer),
      })
    }
  }
  return parts
}

/** The attempts, counted from 1, that get one answer each. */
function spans(answers: readonly Answer[]): readonly { answer: Answer; from: number; to: number }[] {
  const starts = answers.flatMap((answer, index) =>
    answer === answers[index - 1] ? [] : [{ answer, from: index + 1 }],
  )
  return starts.map((each, index) => ({ ...each, to: (starts[index + 1]?.from ?? answers.length + 1) - 1 }))
}

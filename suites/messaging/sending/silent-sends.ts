import type { Exchange } from '../../../kit/http/exchange.ts'
import { secondAppSends, smsWebhook } from '../callbacks/sms-webhook.ts'
import { type Caller, sendInstant } from '../client/api.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { ANY_RECIPIENT, afterWebhook, LABELS, phoneOf, quietPhone, sendBody } from './sends.ts'

/** Whose send it is that nothing is told of: a key's of no app, or an app's without a webhook. */
export type Silent = 'unlinked' | 'unconfigured'

interface SilentSend {
  readonly kind: Silent
  readonly exchange: Exchange
}

export const secondAppId = (t: FixtureContext): string | undefined => {
  const appId = t.service.outcomes?.secondApp?.with?.app_id
  return typeof appId === 'string' ? appId : undefined
}

/** The kinds in the turn that the seed gives them; the first alone where no other app is known. */
function turnsOf(t: FixtureContext): readonly Silent[] {
  if (secondAppId(t) === undefined) return ['unlinked']
  return secondAppSends(t) ? ['unconfigured', 'unlinked'] : ['unlinked', 'unconfigured']
}

async function sendOf(t: FixtureContext, kind: Silent): Promise<SilentSend> {
  await afterWebhook(t)
  const key = t.key('unbound')
  const own: Caller = key === undefined ? {} : { key }
  const appId = secondAppId(t)
  const recipients = [phoneOf(t, 'pending') ?? quietPhone(t)]
  const isOfNone = kind === 'unlinked'
  const as = isOfNone || appId === undefined ? own : { ...own, appId }
  const body = sendBody(t, isOfNone ? { recipients, app_key: undefined } : { recipients })
  // Whether a target takes it at all is open.
  return { kind, exchange: await sendInstant(t, as, body, { label: LABELS[kind], expects: 'refused' }) }
}

const common = {
  needs: ['messaging.keys.unbound'],
  needsAnyOf: ANY_RECIPIENT,
  uses: [smsWebhook],
  cost: { requests: { unbound: 1 }, spends: { messages: 1 } },
} as const

/** A send that nothing is told of, of the kind whose turn it is. */
export const silentSend = defineFixture({
  ...common,
  name: 'sms-silent',
  make: async (t): Promise<SilentSend> => sendOf(t, turnsOf(t)[0] ?? 'unlinked'),
})

/** One of the other kind. */
export const otherSilentSend = defineFixture({
  ...common,
  name: 'sms-silent-too',
  needs: [...common.needs, 'messaging.outcomes.secondApp'],
  make: async (t): Promise<SilentSend> => {
    const [, kind] = turnsOf(t)
    return kind === undefined
      ? t.abortUnexercised('not claimed', 'messaging.outcomes.secondApp names no app_id')
      : sendOf(t, kind)
  },
})

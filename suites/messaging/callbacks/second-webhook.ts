import type { Check } from '../../../kit/check/check.ts'
import { header } from '../../../kit/http/exchange.ts'
import { perform } from '../../../kit/run/world/recipe.ts'
import { verifyBody } from '../../../kit/signature/signature.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { isSignature } from '../../shared/signature-form.ts'
import { isSuccess } from '../client/answers.ts'
import { sendInstant } from '../client/api.ts'
import { defineCheck } from '../define.ts'
import { quietPhone, sendBody } from '../sending/sends.ts'
import { smsRun } from '../sending/sms-timeline.ts'
import { deliverySubject } from './deliveries.ts'

const INBOX = 'msg/webhook of the second app'
/** Letters that are two bytes in UTF-8, a sign that is none in Latin-1, and a blank at the end. */
const SECRET = 'clé ключ '

const FORMER = 'the secret that it was registered with before'

/** By what a signature verifies, where that is not the secret of the webhook. */
function explained(
  signature: string | undefined,
  body: Buffer,
  secret: string,
  { ofTheRun, former }: { readonly ofTheRun: string | undefined; readonly former: string },
): string {
  const keys = [
    ['the secret without the blank at its end', secret.trim()],
    ['the secret of the webhook of another app', ofTheRun],
    [FORMER, former],
  ] as const
  const found = keys.find(([, key]) => key !== undefined && verifyBody(key, signature, body).ok)
  return found === undefined ? 'another digest' : `a digest under ${found[0]}`
}

export const secondWebhook: readonly Check[] = [
  // Events › Signature verification: the secret is that of the webhook, in UTF-8 bytes, whatever its characters.
  defineCheck({
    id: 'msg/event-signatures/second-webhook',
    title: 'The webhook of another app is signed with its own secret, to the last byte of it',
    covers: ['msg.signature.verifies'],
    needs: [
      'messaging.smsWebhook',
      'messaging.keys.unbound',
      'messaging.outcomes.secondApp',
      'messaging.outcomes.registerWebhook',
    ],
    uses: [smsRun],
    tier: 'write',
    depth: 'deep',
    phase: 'settled',
    // That this app has no webhook is what another check looks at first.
    runsAfter: ['msg/silences/untold', 'msg/silences/untold-too'],
    cost: { requests: { unbound: 1 }, spends: { messages: 1 } },
    run: async (t) => {
      const id = 'msg.signature.verifies'
      const { patienceMs } = await t.use(smsRun)
      const { registerWebhook, secondApp } = t.service.outcomes ?? {}
      const appId = secondApp?.with?.app_id
      const recipe = JSON.stringify(registerWebhook ?? {})
      const isTelling = t.attest(id, 'what the recipe names', () =>
        ['{url}', '{appId}', '{secret}'].every((each) => recipe.includes(each)),
      )
      const inbox = t.inbox(INBOX)
      if (registerWebhook === undefined || typeof appId !== 'string' || !isTelling || inbox === undefined)
        return t.abortUnexercised('not met', 'no webhook with a secret can be registered for another app')
      const register = (secret: string): Promise<boolean> =>
        perform(t, 'registerWebhook', registerWebhook, { appId, channel: 'sms', url: inbox.url, secret }).then(
          () => true,
          () => false,
        )
      // Registered twice: by the document its secret is shown when it is created or rotated. Which secrets a deployment
      // takes, and whether it takes another one, is not told.
      const former = t.fresh('webhook')
      const hadFormer = await register(former)
      const renewed = `${t.fresh('webhook')} ${SECRET}`
      const isRenewed = await register(renewed)
      const secret = isRenewed ? renewed : former
      if (!hadFormer && !isRenewed)
        return t.abortUnexercised('not met', 'no webhook with such a secret could be registered')
      const key = t.key('unbound')
      const body = sendBody(t, { recipients: [quietPhone(t)] })
      const as = { ...(key === undefined ? {} : { key }), appId }
      const sent = await sendInstant(t, as, body, { label: 'an app with a webhook of its own', expects: 'sent' })
      if (!isSuccess(sent)) return t.abortBlocked('a send of that app was refused', [sent])
      const isSigned = ({ headers, body: raw }: Delivery): boolean =>
        verifyBody(secret, header(headers, 'X-Svc-Signature'), raw).ok
      const any = await inbox.next(() => true, { within: patienceMs }).catch(() => undefined)
      // Each registration may be a webhook of its own.
      const own =
        any === undefined || isSigned(any)
          ? any
          : await inbox.next(isSigned, { within: t.clock.scaled(10) + 500 }).catch(() => undefined)
      const told = own ?? any
      const signature = told && header(told.headers, 'X-Svc-Signature')
      if (told === undefined || signature === undefined)
        return t.abortUnexercised('not met', 'no signed callback came to the webhook of another app')
      const { ok, actual } = t.attest(id, told.id, (): { readonly ok: boolean | null; readonly actual: string } => {
        // What has not the form of a signature is judged as such.
        if (!isSignature(signature)) return { ok: null, actual: '' }
        const isRight = verifyBody(secret, signature, told.body).ok
        const why = isRight
          ? ''
          : explained(signature, told.body, secret, { ofTheRun: t.service.smsWebhook?.secret, former })
        return { ok: isRight, actual: why }
      })
      if (ok === null)
        return t.abortUnexercised(
          'not met',
          'what came to the webhook of another app has no signature of the usual form',
        )
      t.conclude(id, {
        ok,
        // Whoever registers it may have taken the blank away, or left what was registered as it was.
        soft: actual.includes('without the blank') || actual.includes(FORMER),
        subject: deliverySubject(told),
        expected: 'the HMAC-SHA256 of the raw body under the secret of its own webhook',
        actual,
        evidence: [sent, told],
      })
    },
  }),
]

import { header } from '../../../../kit/http/exchange.ts'
import { signBody, verifyBody } from '../../../../kit/signature/signature.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isSignature } from '../../../shared/signature-form.ts'
import type { CheckContext, RequirementId } from '../../define.ts'
import { SECRETS } from '../story/secrets.ts'
import { type Asked, concludeOn } from './callback-judgement.ts'

/** The header that carries the signature of a callback: the one of webhooks, or any other. */
function signed({ headers, body }: Delivery, secret: string): string | undefined {
  const named = header(headers, 'X-Svc-Signature')
  if (verifyBody(secret, named, body).ok) return 'X-Svc-Signature'
  const digest = signBody(secret, body).slice('sha256='.length)
  return headers.find(([, value]) => value.toLowerCase().includes(digest))?.[0]
}

/** Whether a callback may be signed in a form that is not shown: a header is called so, or it or the body holds a digest. */
function maySign({ headers, body }: Delivery): boolean {
  const isDigest = (text: string): boolean => /[\da-f]{40}|[\w+/-]{27,}=|(?<![\w+/-])[\w+/]{43}(?![\w+/-])/i.test(text)
  return (
    isDigest(body.toString('utf8')) ||
    headers.some(([name, value]) => /sign|hmac|digest|auth|jwt/i.test(name) || isDigest(value))
  )
}

/** What a callback is signed with: the header that carries the digest, null where there is none. */
interface Seen {
  /** Whether a callback_secret came with its callback_url. */
  readonly hasSecret: boolean
  readonly by: string | null
  readonly isUsual: boolean
  readonly maySign: boolean
  /** Another secret under which it verifies. */
  readonly other: string | null
}

export const SIGNED = 'msg.otp.callback-signed' satisfies RequirementId
const OF_ANOTHER = 'the callback_secret of another resend'

/** Secrets that are not the one of a place. */
function othersThan(t: CheckContext, secret: string | undefined): readonly (readonly [string, string])[] {
  const { secret: ofWebhook } = t.service.smsWebhook ?? {}
  const known: readonly (readonly [string, string | undefined])[] = [
    [OF_ANOTHER, Object.values(SECRETS).find((each) => each !== secret)],
    ['the secret of the webhook', ofWebhook],
  ]
  return known.flatMap(([name, key]) =>
    key === undefined || key === '' || key === secret ? [] : [[name, key] as const],
  )
}

const seenIn = (t: CheckContext, delivery: Delivery, secret: string | undefined): Seen =>
  t.attest(SIGNED, delivery.id, () => ({
    hasSecret: secret !== undefined,
    other: othersThan(t, secret).find(([, key]) => signed(delivery, key) !== undefined)?.[0] ?? null,
    by: secret === undefined ? null : (signed(delivery, secret) ?? null),
    isUsual: isSignature(header(delivery.headers, 'X-Svc-Signature')),
    maySign: maySign(delivery),
  }))

/** The first callback of a place and the first that is not signed as the table has it: what others say is no more. */
export function telling(
  t: CheckContext,
  deliveries: readonly Delivery[],
  secret: string | undefined,
): readonly (readonly [Delivery, Seen])[] {
  const all = deliveries.map((each) => [each, seenIn(t, each, secret)] as const)
  const odd = all.find(([, { by, other, hasSecret }]) => (hasSecret ? by === null : other !== null))
  return [...new Set([all[0], odd])].filter((each) => each !== undefined)
}

/** Judges how a callback is signed, unless in a form that is not shown. */
export function concludeSigned(
  t: CheckContext,
  step: Asked,
  [delivery, { by, isUsual, maySign: isOther }]: readonly [Delivery, Seen],
): void {
  if (by !== null) t.observe('msg.open.otp-signing-header', by, [delivery])
  if (by === null && !isUsual && isOther)
    t.markUnexercised(SIGNED, 'not met', 'callbacks of codes are signed in a form that is not shown')
  else
    concludeOn(t, SIGNED, step, {
      ok: by !== null,
      // A digest under that name may be of more than the body: the payload of these callbacks is not shown.
      soft: isUsual,
      expected: 'an HMAC-SHA256 of the body with callback_secret',
      actual: isUsual ? 'an X-Svc-Signature of something else' : 'nothing that could be a signature',
      deliveries: [delivery],
      awaited: false,
    })
}

export const UNSIGNED = 'no callback of a code is signed with a secret of the run'

/** Judges that no callback is signed with what is the secret of something else. False where none tells it. */
export function concludeSecret(
  t: CheckContext,
  all: readonly (readonly [Asked, readonly [Delivery, Seen]])[],
): boolean {
  const id = 'msg.otp.callback-secret'
  const known = all.filter(([, [, { by, other, hasSecret }]]) => by !== null || other !== null || !hasSecret)
  // By what one without a secret is signed is open, but for what was shared with the receiver of another callback_url.
  for (const [step, [delivery, { by, other, hasSecret }]] of known)
    concludeOn(t, id, step, {
      ok: hasSecret ? by !== null : other !== OF_ANOTHER,
      expected: hasSecret ? 'a signature with its own callback_secret' : 'no signature with the secret of another one',
      actual: `one with ${other ?? 'no secret of the run'}`,
      deliveries: [delivery],
      awaited: false,
    })
  return known.length > 0
}

import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { type CheckContext, lineFor, type RequirementId } from '../../define.ts'

/** The typical number is 5 and may be configured: so many attempts without an end are no maximum one would choose. */
export const ENDLESS = 12

/**
 * Events › Receiver response and retries: until a maximum number of attempts. Which one it is the target file may say; else
 * another event of the same sender tells.
 *
 * @param attempts at an event that was always answered 500
 * @param others attempts at one that was always answered 4xx
 * @param hasCopies whether events came again that were taken
 */
export function concludeBounded(
  t: CheckContext,
  attempts: readonly Delivery[],
  others: readonly Delivery[],
  ended: boolean,
  hasCopies: boolean,
): void {
  const configured = t.service.smsWebhook?.attempts
  const most = Math.max(attempts.length, others.length)
  if (configured !== undefined && most > configured && hasCopies) {
    const reason = 'events come more than once: which of their attempts are copies is not known'
    t.markUnexercised('msg.delivery.bounded', 'not met', reason)
    return
  }
  if (configured !== undefined && (ended || most > configured))
    t.conclude('msg.delivery.bounded', {
      ok: (ended ? attempts.length : configured) === configured && most <= configured,
      subject: 'an event whose every attempt was refused',
      expected: `${configured} attempts, as the target file says`,
      actual: `${most}`,
      evidence: attempts.slice(-3),
    })
  else if (attempts.length > 1 && ended && most > attempts.length)
    t.conclude('msg.delivery.bounded', {
      ok: false,
      soft: true,
      subject: 'an event whose every attempt was answered 4xx',
      expected: `${attempts.length} attempts at most, as an event answered 500 had`,
      actual: `${most}`,
      evidence: others.slice(-3),
    })
  else if (attempts.length < 2) t.markUnexercised('msg.delivery.bounded', 'not met', 'no event was tried again')
  else if ((configured === undefined && attempts.length > ENDLESS) || ended)
    t.conclude('msg.delivery.bounded', {
      ok: attempts.length <= ENDLESS,
      soft: true,
      subject: 'an event whose every attempt was answered with a 5xx',
      expected: 'an end of its attempts',
      actual: `${attempts.length} attempts without one`,
      note: 'the maximum may be configured, and none is shown',
      evidence: attempts.slice(-3),
    })
  else fewAttempts(t, 'msg.delivery.bounded', `${attempts.length} attempts came in the time given, and no end of them`)
}

/** More attempts come in a longer time, which the target file may name. */
export function fewAttempts(t: CheckContext, id: RequirementId, reason: string): void {
  if (t.target.webhooks?.retryWithin !== undefined) t.markUnexercised(id, 'not met', reason)
  else t.markUnexercised(id, 'not claimed', reason, lineFor('webhooks.retryWithin'))
}

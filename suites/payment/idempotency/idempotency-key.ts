import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, show, soft, valueAt } from '../../../kit/match/index.ts'
import { judgeAccepted, validCreation } from '../client/acceptance.ts'
import { freshKey, LONGEST, SIGNS } from '../client/bodies.ts'
import { controlCreation } from '../client/control.ts'
import { sendSpoilt, sendUnusable } from '../client/defect.ts'
import { draft, firstCreation, submit } from '../client/payment.ts'
import { BAD_BODY, isOutside, refusal } from '../client/refusal.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { OTHER_KINDS } from '../creation/completed-kinds.ts'
import { defineCheck } from '../define.ts'

/** The reason stands in message, which the rules on envelopes look at. */
const reasonInMessage: Matcher<Exchange> = matcher('no details: the reason stands in message', (exchange) => {
  const details = valueAt(json(exchange.response), '/details')
  if (details === undefined) return ok
  if (details === null) return soft('details null', 'details is omitted rather than null')
  const own = Array.isArray(details) && details.every((each) => /idempotency/i.test(String(valueAt(each, '/field'))))
  const actual = `details ${show(details)}`
  return own ? soft(actual, 'it tells no more than message does, but a header is no part of the body') : no(actual)
})

/** Whether the first creation, whose key is long and has signs, was refused for what it holds, or failed over it. */
const isRefused = (first: Exchange): boolean => (first.response?.status ?? 0) >= 400 && !isOutside(first)

export const idempotencyKey: readonly Check[] = [
  // Errors › Request and validation: a creation without Idempotency-Key has a code of its own.
  defineCheck({
    id: 'pay/validation/key-required',
    title: 'A creation without Idempotency-Key is refused',
    covers: ['pay.idempotency.key-required'],
    needs: ['payment.keys.live'],
    uses: [validCreation],
    tier: 'refuse',
    yields: true,
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    run: async (t) => {
      if (t.permits('write') && t.has('payment.bodies.mobile')) {
        const answer = await sendSpoilt(t, { label: 'without Idempotency-Key', idempotencyKey: 'none' })
        t.judge('pay.idempotency.key-required', answer, refusal(['400 IDEMPOTENCY_KEY_REQUIRED']))
        return
      }
      // Where nothing may be executed the body is unusable as well, and either defect may be answered.
      const answer = await sendUnusable(t, 'without Idempotency-Key and fields', {}, 'none')
      if (refusal([...BAD_BODY]).test(answer).ok)
        t.markUnexercised('pay.idempotency.key-required', 'not met', 'what is wrong with the body was answered first')
      else t.judge('pay.idempotency.key-required', answer, refusal(['400 IDEMPOTENCY_KEY_REQUIRED']))
    },
  }),

  // Resources › Payment create request: the key is required; an empty one is none.
  defineCheck({
    id: 'pay/validation/key-empty',
    title: 'A creation with an empty Idempotency-Key is refused',
    covers: ['pay.idempotency.key-empty'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    run: async (t) => {
      const answer = await sendSpoilt(t, { label: 'empty Idempotency-Key', idempotencyKey: '' })
      t.judge('pay.idempotency.key-empty', answer, refusal(['400 IDEMPOTENCY_KEY_REQUIRED', ...BAD_BODY]))
    },
  }),

  // Errors › Request and validation: a key over 255 characters is a validation error whose reason is in message only.
  defineCheck({
    id: 'pay/validation/key-too-long',
    title: 'An Idempotency-Key of 256 characters is refused, with the reason in message only',
    covers: ['pay.idempotency.key-too-long', 'pay.idempotency.key-too-long-reason'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    run: async (t) => {
      const key = freshKey(t, LONGEST + 1)
      const answer = await sendSpoilt(t, { label: 'Idempotency-Key of 256 characters', idempotencyKey: key })
      t.judge('pay.idempotency.key-too-long', answer, refusal(['400 VALIDATION_ERROR']))
      if (cameBack(answer) === '400 VALIDATION_ERROR')
        t.judge('pay.idempotency.key-too-long-reason', answer, reasonInMessage)
      else
        t.markUnexercised(
          'pay.idempotency.key-too-long-reason',
          'not met',
          `the over-long key came to ${cameBack(answer)}, not to 400 VALIDATION_ERROR`,
        )
    },
  }),

  // Limits: the key has at most 255 characters.
  defineCheck({
    id: 'pay/idempotency/key-max-accepted',
    title: 'An Idempotency-Key of 255 characters is accepted',
    covers: ['pay.idempotency.key-max-accepted'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [firstCreation, validCreation],
    tier: 'write',
    cost: {
      requests: { live: 1 },
      spends: { payments: 1 },
      typical: { requests: { live: 0 }, spends: { payments: 0 } },
    },
    run: async (t) => {
      const first = (await t.use(firstCreation)).answer
      // With a short key the same creation goes through: otherwise it is not the key that was refused.
      controlCreation(t, await t.use(validCreation))
      // Its signs may have been refused, and an unexpected failure may have been one of the moment: the key comes again, plainly.
      const answer = isRefused(first)
        ? await submit(t, draft(t, { label: 'the longest key, again', idempotencyKey: freshKey(t, LONGEST) }))
        : first
      judgeAccepted(t, 'pay.idempotency.key-max-accepted', answer)
    },
  }),

  // The same: no limit is that of one kind of payment.
  ...OTHER_KINDS.map((kind) =>
    defineCheck({
      id: `pay/idempotency/key-max-of-${kind}`,
      title: `An Idempotency-Key of 255 characters is accepted for a ${kind === 'qr' ? 'QR' : kind} payment`,
      covers: ['pay.idempotency.key-max-accepted'],
      needs: ['payment.keys.live', `payment.bodies.${kind}`],
      uses: [kind === 'card' ? cardCreation : qrCreation],
      tier: 'write',
      run: async (t) => {
        const { answer, longest } = await t.use(kind === 'card' ? cardCreation : qrCreation)
        // With a short key such a payment goes through: otherwise it is not the key that was refused.
        controlCreation(t, answer, kind)
        judgeAccepted(t, 'pay.idempotency.key-max-accepted', longest)
      },
    }),
  ),

  // Resources › Payment create request: the key is a string, and no sentence narrows which.
  defineCheck({
    id: 'pay/idempotency/key-signs',
    title: 'An Idempotency-Key with punctuation and blanks between its letters is accepted',
    covers: ['pay.idempotency.key-signs'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [firstCreation, validCreation],
    tier: 'write',
    cost: {
      requests: { live: 1 },
      spends: { payments: 1 },
      typical: { requests: { live: 0 }, spends: { payments: 0 } },
    },
    run: async (t) => {
      const first = (await t.use(firstCreation)).answer
      controlCreation(t, await t.use(validCreation))
      // Its length may have been refused: the same signs in a short key.
      const answer = isRefused(first)
        ? await submit(t, draft(t, { label: 'signs in the key', idempotencyKey: `${SIGNS}${freshKey(t)}` }))
        : first
      judgeAccepted(t, 'pay.idempotency.key-signs', answer)
    },
  }),
]

import type { Key } from '../../../../kit/check/context.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { isUuid, type Matcher, matcher, no, ok } from '../../../../kit/match/index.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { create } from '../../client/api.ts'
import { freshKey, validBody } from '../../client/bodies.ts'
import type { Payment } from '../../client/payment.ts'
import type { Records } from '../../client/records.ts'
import { refusal } from '../../client/refusal.ts'
import { isTerminal } from '../../client/settlement.ts'
import type { FixtureContext } from '../../define.ts'

/** What a second creation has other than the first one, beside its key. */
interface Other {
  readonly as?: Key
  readonly body?: JsonObject
}

/** A second creation with the reference of a payment, under a key of its own. */
export function sameReference(
  t: FixtureContext,
  payment: Payment,
  label: string,
  expects: 'new' | 'refused',
  { as = payment.key, body: other = payment.body }: Other = {},
) {
  const { webhook_url: _w, callback_url: _c, ...body } = other
  return create(t, { label, as, body, idempotencyKey: freshKey(t), expects })
}

/** The usual creation with the reference of a payment: the values of a recipe would end it like the first one. */
export const usual = (t: FixtureContext, { reference }: Payment, members: JsonObject = {}): JsonObject =>
  validBody(t, 'mobile', { ...members, reference })

/** The refusal of a reference that a live payment has. */
export const refused = refusal(['409 DUPLICATE_REFERENCE'])

/** Whether a payment has ended without success. */
export const isDead = (found: Records, answer: Exchange, id: unknown): boolean => {
  const now = found.status(answer, String(id))?.toLowerCase()
  return isTerminal(now) && now !== 'completed'
}

export function sameUuid(id: string): Matcher<unknown> {
  return matcher(id, (value) => {
    const outcome = isUuid.test(value)
    if (!outcome.ok) return outcome
    return String(value).toLowerCase() === id.toLowerCase() ? ok : no(String(value))
  })
}

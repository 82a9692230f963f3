import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, noted, status } from '../../../kit/match/index.ts'
import { type FixtureContext, lineFor } from '../define.ts'
import type { PaymentOutcome } from '../service/outcomes.ts'
import { validCreation } from './acceptance.ts'
import { create } from './api.ts'
import { controlCreation } from './control.ts'
import { type Draft, draft } from './payment.ts'

/** A creation whose values bring about an outcome while it is answered, not yet sent. Blocks unless the same without them is taken. */
export async function outcomeDraft(
  t: FixtureContext,
  outcome: PaymentOutcome,
  urls: 'own' | 'none' = 'own',
): Promise<Draft> {
  const recipe = t.service.outcomes?.[outcome]
  const members = recipe?.with
  if (members === undefined) {
    t.abortUnexercised(
      'not claimed',
      recipe === undefined
        ? `the target file has no recipe for ${outcome}`
        : `the recipe ${outcome} names no values for the creation`,
      lineFor(`payment.outcomes.${outcome}`),
    )
  }
  controlCreation(t, await t.use(validCreation))
  return draft(t, { label: outcome, members, urls })
}

/** Sends a creation that its recipe has refused. */
export function sendRefused(t: FixtureContext, { label, key, body, idempotencyKey }: Draft): Promise<Exchange> {
  return create(t, { label, as: key, body, idempotencyKey, expects: 'refused' })
}

/** Beside what a target did not do that a recipe was to have it do. */
export const unlessIdle = (outcome: PaymentOutcome): string =>
  `unless payment.outcomes.${outcome} of the target file does not bring it about`

/** What is expected of a request whose recipe has it refused; one that was taken may be the mistake of the recipe. */
export const refusedBy = (outcome: PaymentOutcome, expected: Matcher<Exchange>): Matcher<Exchange> =>
  noted(expected, unlessIdle(outcome), isTaken)

const isTaken = (answer: Exchange): boolean => status('2xx').test(answer).ok

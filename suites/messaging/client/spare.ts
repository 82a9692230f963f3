import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher } from '../../../kit/match/index.ts'
import type { CheckContext, FixtureContext, RequirementId } from '../define.ts'
import { statusOf } from './answers.ts'
import { type Caller, user } from './api.ts'

/**
 * The user of the run by the other key where there is one: what is refused whoever asks takes no part of the rate of the
 * key that the run needs.
 */
export function spare(t: FixtureContext): Caller {
  const key = t.key('unbound')
  return key === undefined ? user(t) : { key }
}

/** Judges a refusal that the spare caller got, unless the key was turned away for itself. */
export function judgeSpare(
  t: Pick<CheckContext, 'judge' | 'markBlocked'>,
  id: RequirementId,
  answer: Exchange,
  expected: Matcher<Exchange>,
): void {
  if (answer.key === 'unbound' && [401, 403].includes(statusOf(answer)))
    t.markBlocked(id, `the key unbound is not let in: ${cameBack(answer)}`, [answer])
  else t.judge(id, answer, expected)
}

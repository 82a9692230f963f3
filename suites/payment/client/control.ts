import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { FixtureContext } from '../define.ts'
import type { BodyKind } from './bodies.ts'

/** Statuses by which a creation is refused for what it holds. */
const FOR_ITS_BODY: readonly number[] = [400, 422]

/** Blocks unless a creation that is a body of the target file was taken; where it was refused for that, says so. */
export function controlCreation(t: Pick<FixtureContext, 'control'>, answer: Exchange, kind: BodyKind = 'mobile'): void {
  const isForItsBody = FOR_ITS_BODY.includes(answer.response?.status ?? 0)
  t.control(answer, status('2xx'), isForItsBody ? `it holds what payment.bodies.${kind} says` : undefined)
}

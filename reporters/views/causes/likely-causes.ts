import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { isBlockedByLimiter, isHasty, limitedLine, refusedWhole } from '../unexercised/limited.ts'
import { unanswered, uniform } from './answers.ts'
import { clockOff } from './clock.ts'
import { cameBack } from './crashes/came-back.ts'
import { forgot } from './crashes/forgot.ts'
import { behindGateway } from './crashes/gateway.ts'
import { goneBy } from './crashes/gone.ts'
import { fromThenOn } from './from-then-on.ts'
import { isKeyNotTaken, keysNotTaken } from './keys-not-taken.ts'
import { missingOperations } from './missing-operations.ts'
import { awaitedWebhooks, missingWebhooks } from './missing-webhooks.ts'
import { refusedEvents } from './refused-events.ts'
import { otherSigningKey } from './signing-keys.ts'
import { silentOperations } from './silent-operations.ts'
import { standstillsIn, stoodStill } from './standstill.ts'

/** Unexpected 429 that are no accident. */
const LIMITED = 5

/**
 * Causes that may stand behind many failures at once, shown before them as none of them names it. Guesses from what all
 * answers have in common: no verdict depends on them. Behind a line end stand the requirements that fail by one of them, and behind
 * further ones commands that show it.
 */
export function likelyCauses(report: Report): string[] {
  // What a service that is no longer there did not do has no other cause.
  if (report.run.stopped === 'gone') return goneBy(report)
  const troubled = report.requirements.some(({ verdict }) => ['fail', 'blocked', 'warn'].includes(verdict))
  if (!troubled) return []
  const causes = report.services.flatMap((service) => ofService(report, service))
  // Webhooks of what was never made are no riddle.
  const missing = causes.length === 0 ? report.services.flatMap((service) => missingWebhooks(report, service)) : []
  return [...causes, ...limited(report), ...missing]
}

/** What stands before a cause. A service can go away by what no request has to do with. */
export const causeTitle = ({ run }: Pick<Report, 'run'>): string =>
  run.stopped === 'gone' ? 'Possible cause' : 'Likely cause'

/** The notes of a report, without those that its likely causes tell already, and with what a quick run did not wait for. */
export function notesBeside(report: Report): readonly string[] {
  const causes = new Set(likelyCauses(report))
  const areTold = report.services.some((service) => keysNotTaken(report, service).some((each) => causes.has(each)))
  return [
    ...report.notes.filter((note) => !areTold || !isKeyNotTaken(note)),
    ...(isHasty(report) ? report.services.flatMap((service) => awaitedWebhooks(report, service)) : []),
  ]
}

function ofService(report: Report, service: ReportedService): string[] {
  const own = report.exchanges.filter((each) => each.service === service.id)
  const keys = keysNotTaken(report, service)
  const all = keys.length === 0 ? uniform(report, own, service) : []
  const back = cameBack(report, own, service)
  const many = unanswered(own, service)
  const silence = many.length > 0 ? many : silences(report, own, service)
  return [
    // Where every answer is the same, no operation is missing by itself.
    ...(all.length === 0 ? missingOperations(report, own, service) : []),
    ...keys,
    ...otherSigningKey(report, service),
    ...refusedEvents(own, service, report.requirements),
    ...(back.length === 0 ? [...silence, ...forgot(report, own, service)] : back),
    ...all,
    ...(all.length === 0 ? behindGateway(own, service) : []),
    ...(all.length === 0 ? fromThenOn(report, own, service) : []),
    ...clockOff(own, report.deliveries, service),
  ]
}

/** Times in which nothing was answered, and what gives no answer beside them. */
function silences(report: Report, own: readonly ReportedExchange[], service: ReportedService): readonly string[] {
  const standstills = standstillsIn(own)
  const given = new Set(standstills.flatMap((each) => each.given))
  const others = own.filter((each) => !given.has(each))
  return [...stoodStill(report, standstills, service), ...silentOperations(report, others, service)]
}

/** Whether something that is broken, blocked or not met has to do with a request that a limiter refused. */
function isInTheWay({ requirements, exchanges }: Report): boolean {
  const limited = new Set(
    exchanges.filter((each) => each.response?.status === 429 && each.expects429 !== true).map(({ id }) => id),
  )
  return requirements.some(
    ({ verdict, judgements }) =>
      TROUBLED.includes(verdict) && judgements.some(({ evidence }) => evidence.some((id) => limited.has(id))),
  )
}

const TROUBLED: readonly Verdict[] = ['broken', 'fail', 'blocked', 'warn']

function limited(report: Report): string[] {
  const { cost } = report
  if (cost.unexpected429 < LIMITED) return []
  // A quick run goes as fast as it can: what that left unexercised is told with the rest of its cost.
  if (isHasty(report)) return isBlockedByLimiter(report) ? [limitedLine(report) ?? ''] : []
  if (!isInTheWay(report)) return []
  const whole = refusedWhole(report)
  if (whole !== undefined) return [whole]
  return [
    `${cost.unexpected429} requests were answered 429 although the run keeps to the documented rate: another client or an earlier run used the same keys at that time, or the limit is lower`,
  ]
}

import type { Contract } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import type { Verdict } from '../check/verdicts/verdict.ts'
import { requirementIn } from '../contract/catalogues.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { strayPattern } from '../plan/patterns.ts'
import { outcomeOf } from '../report/outcome.ts'
import type { Report } from '../report/report.ts'
import { suiteIdentity } from '../report/suite.ts'
import { assertBound } from './bindings.ts'
import { BundleRefused } from './chain.ts'
import { derivedReport } from './derived.ts'
import { judgeAgain, type Replay } from './replay/judge-again.ts'
import { type Bundle, differenceIn } from './seal.ts'

/** What stands behind the verdicts of a bundle that holds. */
export interface Standing {
  /** Requirements that were exercised and come out the same from the evidence alone. */
  readonly confirmed: readonly string[]
  /** Those of them that rest on what the run saw of something that evidence must not hold. */
  readonly withheld: readonly { readonly id: string; readonly verdict: Verdict }[]
}

/** Requirements that a message names. */
const NAMED = 3

/**
 * Judges the evidence of a bundle again and compares.
 * @throws BundleRefused where its records do not fit each other, or the report says something else than its evidence
 */
export async function verifyBundle(
  { report, log, statement }: Bundle,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): Promise<Standing> {
  assertConsistent({ report, log }, services, checks)
  return standingOf({ report, log, statement }, services, await replayed({ report, log }, services, checks))
}

/** @throws BundleRefused where the records of a bundle do not fit each other, or the catalogue: nothing is judged for that */
export function assertConsistent(
  { report, log }: Pick<Bundle, 'report' | 'log'>,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): void {
  const contracts = services.map(({ contract }) => contract)
  sameSuite(report, contracts)
  complete(report, contracts)
  assertBound({ report, log })
  const stray = strayPattern(report.run, checks)
  if (stray !== undefined)
    throw new BundleRefused(`report.run.${stray.member}: ${stray.pattern} is no check and no requirement`)
  sameOutcome(report)
}

/**
 * What stands behind a report whose evidence was judged again.
 * @throws BundleRefused where it says something else
 */
export function standingOf(
  { report, log, statement }: Pick<Bundle, 'report' | 'log' | 'statement'>,
  services: readonly ServiceDefinition[],
  replay: Replay,
): Standing {
  assertBorneOut(report, replay)
  const { unasked = [] } = log
  const odd = replay.unasked.filter((each) => !unasked.includes(each))
  if (odd.length > 0) throw new BundleRefused(`it holds what no check asks for: ${listed(odd)}`)
  const asked = unasked.find((each) => !replay.unasked.includes(each))
  if (asked !== undefined) throw new BundleRefused(`log.unasked: a check asks for ${asked}`)
  const place = differenceIn(report, derivedReport(report, replay, services))
  if (place !== undefined) throw new BundleRefused(`report.${place}: its evidence makes something else of it`)
  const { withheld } = statement.predicate
  const judged = report.requirements.filter(({ verdict }) => verdict !== 'unexercised')
  return {
    confirmed: judged.map(({ id }) => id),
    withheld: judged.filter(({ id }) => withheld.includes(id)).map(({ id, verdict }) => ({ id, verdict })),
  }
}

/**
 * A run as it is sealed: its report is what the evidence makes, in the words in which it is made again, and its log names
 * what was recorded and no check asks for again: how much some of them send depends on moments that no record keeps.
 * @throws BundleRefused for a run that does not come out the same from its evidence
 */
export async function sealable(
  bundle: Pick<Bundle, 'report' | 'log'>,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): Promise<Pick<Bundle, 'report' | 'log'>> {
  const replay = await replayed(bundle, services, checks)
  assertBorneOut(bundle.report, replay)
  const { unasked } = replay
  const log = { ...bundle.log, ...(unasked.length === 0 ? {} : { unasked }) }
  return { report: derivedReport(bundle.report, replay, services), log }
}

/** @throws BundleRefused for a target that no file could have described */
export function replayed(
  bundle: Pick<Bundle, 'report' | 'log'>,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): Promise<Replay> {
  return judgeAgain({ ...bundle, services, checks }).catch((error: Error) => {
    // What fails within a check is a verdict; what is left is a target that no file could have described.
    throw new BundleRefused(`with the target that it names nothing can be judged: ${error.message.slice(0, 200)}`)
  })
}

/** What the evidence says of a requirement goes before what anybody says of it. */
function assertBorneOut({ requirements }: Report, replay: Replay): void {
  const again = new Map(replay.requirements.map((each) => [each.id, each]))
  const refuted = requirements.flatMap(({ id, verdict }) => {
    const found = again.get(id)
    if (found?.verdict === verdict) return []
    return [
      `${id} is said to be ${verdict}, and ${found?.missing ?? `its evidence says ${found?.verdict ?? 'nothing'}`}`,
    ]
  })
  if (refuted.length > 0) throw new BundleRefused(`the evidence does not bear out its verdicts: ${listed(refuted)}`)
}

/** Checks of another version may ask for something else. */
function sameSuite({ suite }: Report, contracts: readonly Contract[]): void {
  const place = differenceIn(suite, suiteIdentity(contracts))
  if (place !== undefined) throw new BundleRefused(`report.suite.${place}: it is not that of this assay`)
}

/** Every requirement of the services, each once, and none that is unknown: one that is left out cannot fail. */
function complete({ requirements }: Report, contracts: readonly Contract[]): void {
  const wanted = contracts.flatMap(({ catalogue }) => Object.keys(catalogue))
  const ids: readonly string[] = requirements.map(({ id }) => id)
  const missing = wanted.filter((id) => !ids.includes(id))
  if (missing.length > 0) throw new BundleRefused(`it lacks the required ${listed(missing)}`)
  const odd = ids.filter((id, index) => !wanted.includes(id) || ids.indexOf(id) !== index)
  if (odd.length > 0) throw new BundleRefused(`it holds what it should not: ${listed(odd)}`)
  const changed = requirements.filter(({ id, level, text, at }) => {
    const own = requirementIn(contracts, id)
    return own.level !== level || own.text !== text || own.at !== at
  })
  if (changed.length > 0) throw new BundleRefused(`it words otherwise: ${listed(changed.map(({ id }) => id))}`)
}

/** The outcome follows from the verdicts. */
function sameOutcome(report: Report): void {
  const outcome = outcomeOf(report)
  if (differenceIn(outcome, report.outcome) !== undefined)
    throw new BundleRefused(`it calls itself ${report.outcome.headline}, and its verdicts make it ${outcome.headline}`)
}

function listed(items: readonly string[]): string {
  return `${items.slice(0, NAMED).join('; ')}${more(items.length - NAMED)}`
}

const more = (rest: number): string => (rest > 0 ? `; and ${rest} more` : '')

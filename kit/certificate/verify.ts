import type { Contract } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import { merge, type Verdict } from '../check/verdict.ts'
import { requirementIn } from '../contract/catalogues.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { outcomeOf } from '../report/outcome.ts'
import type { Report } from '../report/report.ts'
import { suiteIdentity } from '../report/suite.ts'
import { BundleRefused } from './chain.ts'
import { judgeAgain } from './replay/judge-again.ts'
import type { Bundle } from './seal.ts'

/** What stands behind the verdicts of a bundle that holds. */
export interface Standing {
  /** Requirements that were exercised and come out the same from the evidence alone. */
  readonly confirmed: readonly string[]
  /** Those on which the bundle is taken at its word, with the reason. */
  readonly withheld: readonly { readonly id: string; readonly verdict: Verdict; readonly reason: string }[]
}

/** Requirements that a message names. */
const NAMED = 3

/**
 * Judges the evidence of a bundle again and compares.
 * @throws BundleRefused where the report is not of this catalogue, lacks a requirement, contradicts itself, or says
 * something else than its evidence
 */
export async function verifyBundle(
  { report, log }: Bundle,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): Promise<Standing> {
  const contracts = services.map(({ contract }) => contract)
  const notReplayable = Object.assign({}, ...services.map((each) => each.notReplayable)) as Record<string, string>
  sameCatalogue(report, contracts)
  complete(report, contracts)
  consistent(report)
  const judged = await judgeAgain({ report, log, services, checks }).catch((error: Error) => {
    // What fails within a check is a verdict; what is left is a target that no file could have described.
    throw new BundleRefused(`with the target that it names nothing can be judged: ${error.message.slice(0, 200)}`)
  })
  const again = new Map(judged.map((each) => [each.id, each]))
  const confirmed: string[] = []
  const withheld: { id: string; verdict: Verdict; reason: string }[] = []
  const refuted: string[] = []
  for (const { id, verdict } of report.requirements) {
    const reason = notReplayable[id]
    const found = again.get(id)
    if (found?.verdict === verdict) {
      // What looks at nothing withheld in this run is confirmed all the same.
      if (verdict !== 'unexercised') confirmed.push(id)
    } else if (reason !== undefined) withheld.push({ id, verdict, reason })
    else
      refuted.push(
        `${id} is said to be ${verdict}, and its evidence says ${found?.missing ?? found?.verdict ?? 'nothing'}`,
      )
  }
  if (refuted.length > 0) throw new BundleRefused(`the evidence does not bear out its verdicts: ${listed(refuted)}`)
  return { confirmed, withheld }
}

function sameCatalogue({ suite }: Report, contracts: readonly Contract[]): void {
  const own = suiteIdentity(contracts)
  if (suite.catalogue.sha256 === own.catalogue.sha256) return
  throw new BundleRefused(
    `it was made with the catalogue ${suite.catalogue.sha256.slice(0, 12)} of assay ${suite.version}; this is assay ${own.version} with ${own.catalogue.sha256.slice(0, 12)}`,
  )
}

/** Every requirement of the services, each once, and none that is unknown: one that is left out cannot fail. */
function complete({ requirements }: Report, contracts: readonly Contract[]): void {
  const wanted = contracts.flatMap(({ catalogue }) => Object.keys(catalogue))
  const ids: readonly string[] = requirements.map(({ id }) => id)
  const missing = wanted.filter((id) => !ids.includes(id))
  if (missing.length > 0) throw new BundleRefused(`it lacks the required ${listed(missing)}`)
  const odd = ids.filter((id, index) => !wanted.includes(id) || ids.indexOf(id) !== index)
  if (odd.length > 0) throw new BundleRefused(`it holds what it should not: ${listed(odd)}`)
  const changed = requirements.filter(({ id, level, text }) => {
    const own = requirementIn(contracts, id)
    return own.level !== level || own.text !== text
  })
  if (changed.length > 0) throw new BundleRefused(`it words otherwise: ${listed(changed.map(({ id }) => id))}`)
}

/** The verdicts follow from the judgements, these stand on evidence that is there, and the outcome follows from the verdicts. */
function consistent(report: Report): void {
  const known = new Set([...report.exchanges, ...report.deliveries].map(({ id }) => id))
  for (const { id, verdict, judgements } of report.requirements) {
    if (merge(judgements.map((each) => each.verdict)) !== verdict)
      throw new BundleRefused(`${id} is said to be ${verdict}, which its judgements do not say`)
    const lost = judgements.flatMap(({ evidence }) => evidence).find((each) => !known.has(each))
    if (lost !== undefined) throw new BundleRefused(`${id} stands on ${lost}, which is not in the bundle`)
  }
  const outcome = outcomeOf(report)
  if (JSON.stringify(outcome) !== JSON.stringify(report.outcome))
    throw new BundleRefused(`it calls itself ${report.outcome.headline}, and its verdicts make it ${outcome.headline}`)
}

function listed(items: readonly string[]): string {
  const rest = items.length - NAMED
  return `${items.slice(0, NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

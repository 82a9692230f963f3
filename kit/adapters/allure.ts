import { attachment, epic, feature, label, severity, step, story } from 'allure-js-commons'
import type { Contract, Level } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import { contractOf, requirementIn } from '../contract/catalogues.ts'
import { judgementText, SEVERITY } from '../report/judgement-text.ts'
import type { CheckResult } from '../run/check-result.ts'

/** What may be shown of a run. */
export interface Shown {
  /** Takes out of a text what must not be kept. */
  readonly text: (text: string) => string
  /** A message by its id; undefined where there is no such message. */
  readonly shown: (id: string) => string | undefined
}

/** Messages that one judgement carries along; a report of every message of a run would weigh many megabytes. */
const MOST = 3

/** Whether the test runs under the Allure set-up of vitest: without it there is nobody to tell. */
export const underAllure = (): boolean => 'allureTestRuntime' in globalThis

/** Where a check belongs: its service, areas and requirements, and how bad it is where it is contradicted. */
export async function labelCheck(check: Check, contracts: readonly Contract[]): Promise<void> {
  const areas = new Set(check.covers.map((id) => id.split('.')[1] ?? id))
  const levels = check.covers.map((id) => requirementIn(contracts, id).level)
  const strongest = (['must', 'should', 'may'] satisfies Level[]).find((level) => levels.includes(level)) ?? 'may'
  await epic(contractOf(contracts, check.id)?.title ?? check.service)
  for (const area of areas) await feature(area)
  for (const id of check.covers) await story(id)
  await severity(SEVERITY[strongest])
  await label('check', check.id)
}

/** A step per judgement, with the messages it stands on where it is no plain pass. All texts are redacted by `text` and `shown`. */
export async function stepsOf(
  result: CheckResult,
  contracts: readonly Contract[],
  { text, shown }: Shown,
): Promise<void> {
  for (const judgement of result.judgements) {
    const words = text(judgementText(judgement, requirementIn(contracts, judgement.requirement).at))
    try {
      await step(`${judgement.requirement}: ${judgement.verdict}`, () => tell(judgement, words, shown))
    } catch {
      // The step fails for itself: whether the test does is decided elsewhere.
    }
  }
}

async function tell({ verdict, evidence }: Judgement, words: string, shown: Shown['shown']): Promise<void> {
  if (verdict === 'pass' || verdict === 'inapplicable' || verdict === 'unexercised') return
  await attachment('judgement', words, 'text/plain')
  for (const id of evidence.slice(0, MOST)) {
    const message = shown(id)
    if (message !== undefined) await attachment(id, message, 'text/plain')
  }
  if (verdict === 'fail') throw new AssertionOfStep(words)
  if (verdict === 'blocked' || verdict === 'broken') throw new Error(words)
}

/** Allure tells a failed expectation from any other error by its name. */
class AssertionOfStep extends Error {
  override readonly name = 'AssertionError'
}

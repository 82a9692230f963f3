import { describe, type TestContext, test } from 'vitest'
import { requirement } from '../../specs/index.ts'
import type { Judgement } from '../check/judgement.ts'
import { PHASES } from '../check/phases.ts'
import type { Recorder } from '../evidence/recorder.ts'
import { judgementText } from '../report/judgement-text.ts'
import { deliveryText, exchangeText } from '../report/message-text.ts'
import type { CheckResult } from '../run/check-result.ts'
import type { Run } from '../run/run.ts'
import { attemptsOf } from '../webhooks/attempts.ts'
import { labelCheck, stepsOf, underAllure } from './allure.ts'

/** A contradiction of the documents: `expected` and `actual` are what test reports compare. */
export class Contradiction extends Error {
  /** Under this name test reports know a failed expectation, as opposed to a broken test. */
  override readonly name = 'AssertionError'
  readonly expected: string
  readonly actual: string

  constructor(message: string, expected: string, actual: string) {
    super(message)
    this.expected = expected
    this.actual = actual
  }
}

/** No verdict on the target: a control failed, or the check itself did. */
export class Unjudged extends Error {
  override readonly name: 'Blocked' | 'Broken'

  constructor(name: 'Blocked' | 'Broken', message: string) {
    super(message)
    this.name = name
  }
}

/** What of a check's result reaches the reporter of a runner. */
export interface CheckMeta {
  readonly verdict: CheckResult['verdict']
}

declare module 'vitest' {
  interface TaskMeta {
    assay?: CheckMeta
  }
}

/**
 * Registers every check of a run as a test: a group for each phase, in order. Call it while a test file is collected.
 * The checks of a phase run at once, as far as `maxConcurrency` allows, those of `last` one after the other.
 */
export function defineSuite(run: Run, record: Recorder): void {
  for (const { name: phase, concurrency } of PHASES) {
    const checks = run.checks.filter((check) => check.phase === phase)
    if (checks.length === 0) continue
    // The group itself is sequential: two concurrent groups would run at the same time.
    describe(phase, () => {
      const register = concurrency === 'one by one' ? test : test.concurrent
      for (const check of checks) {
        // Each check knows how long it may wait.
        register(check.title, { timeout: 0 }, async (context) => {
          if (underAllure()) await labelCheck(check)
          const result = await run.execute(check)
          context.task.meta.assay = { verdict: result.verdict }
          if (underAllure()) await stepsOf(result, record.text, shownOf(run, record))
          await tell(result, context, record.text)
        })
      }
    })
  }
}

async function tell(result: CheckResult, context: TestContext, text: (text: string) => string): Promise<void> {
  const { verdict } = result
  const decisive = result.judgements.filter((each) => each.verdict === verdict)
  const first = decisive[0]
  const lines = decisive.map((each) => text(lineOf(each)))
  const message =
    lines.length === 1 ? (lines[0] ?? '') : `${lines.length} judgements\n${lines.map((each) => `- ${each}`).join('\n')}`
  switch (verdict) {
    case 'fail':
      throw new Contradiction(message, text(first?.expected ?? ''), text(first?.actual ?? ''))
    case 'blocked':
      throw new Unjudged('Blocked', message)
    case 'broken':
      throw new Unjudged('Broken', message)
    case 'unexercised':
      return context.skip(`${first?.why ?? 'not met'}: ${text(first?.reason ?? '')}`)
    default:
      for (const [index, each] of decisive.entries()) {
        if (each.verdict !== 'pass') await context.annotate(lines[index] ?? '', each.verdict)
      }
  }
}

const lineOf = (judgement: Judgement): string =>
  `${judgement.requirement}: ${judgementText(judgement, requirement(judgement.requirement).at)}`

/** Messages of the run by id, as they may be shown. */
const shownOf =
  ({ session }: Run, record: Recorder) =>
  (id: string): string | undefined => {
    const { exchanges, deliveries } = session.wire.store
    const exchange = exchanges.find((each) => each.id === id)
    if (exchange !== undefined) return exchangeText(record.exchange(exchange))
    const attempt = [...attemptsOf(deliveries)].find(([each]) => each.id === id)
    return attempt === undefined ? undefined : deliveryText(record.delivery(...attempt))
  }

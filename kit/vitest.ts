import { epic, feature, label, severity, story } from 'allure-js-commons'
import { describe, type TestContext, test } from 'vitest'
import { requirement } from '../specs/index.ts'
import type { Level } from '../specs/requirement.ts'
import type { Check } from './check.ts'
import type { Judgement } from './judgement.ts'
import type { Recorder } from './recorded.ts'
import { judgementText, SEVERITY } from './report-text.ts'
import { type CheckResult, PHASES, type Run } from './run.ts'

/** A contradiction of the documents: `expected` and `actual` are what test reports compare. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction'
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
export function defineSuite(run: Run, { text }: Pick<Recorder, 'text'>): void {
  for (const phase of PHASES) {
    const checks = run.checks.filter((check) => check.phase === phase)
    if (checks.length === 0) continue
    // The group itself is sequential: two concurrent groups would run at the same time.
    describe(phase, () => {
      const register = phase === 'last' ? test : test.concurrent
      for (const check of checks) {
        register(check.title, async (context) => {
          const labelled = labelAllure(check)
          const result = await run.execute(check)
          await labelled
          context.task.meta.assay = { verdict: result.verdict }
          await tell(result, context, text)
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

/** Only under the Allure set-up of vitest; without it there is nobody to tell. */
async function labelAllure(check: Check): Promise<void> {
  if (!('allureTestRuntime' in globalThis)) return
  const [service = '', behaviour = ''] = check.id.split('/')
  const levels = check.covers.map((id) => requirement(id).level)
  const strongest = (['must', 'should', 'may'] satisfies Level[]).find((level) => levels.includes(level)) ?? 'may'
  await epic(SERVICES[service] ?? service)
  await feature(behaviour)
  for (const id of check.covers) await story(id)
  await severity(SEVERITY[strongest])
  await label('check', check.id)
}

const SERVICES: Readonly<Record<string, string>> = { pay: 'Payment', msg: 'Messaging' }

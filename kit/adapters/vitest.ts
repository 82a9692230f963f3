import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest'
import type { Contract } from '../../specs/contract.ts'
import type { Check } from '../check/check.ts'
import { PHASES } from '../check/order/phases.ts'
import { NotExercised } from '../check/signals.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import { requirementIn } from '../contract/catalogues.ts'
import type { Exclusion } from '../plan/choice.ts'
import type { Plan } from '../plan/plan.ts'
import { judgementText } from '../report/judgement-text.ts'
import { deliveryInShort, deliveryText, exchangeInShort, exchangeText } from '../report/message-text.ts'
import type { NextStep } from '../report/schema/next-steps.ts'
import type { CheckResult } from '../run/check-result.ts'
import type { FinishedRun, RunHandle } from '../run/lifecycle.ts'
import { labelCheck, stepsOf, underAllure } from './allure.ts'
import { messageOf } from './message.ts'

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
    withoutPlace(this)
  }
}

/** No verdict on the target: a control failed, or the check itself did. */
export class Unjudged extends Error {
  override readonly name: 'Blocked' | 'Broken'

  constructor(name: 'Blocked' | 'Broken', message: string) {
    super(message)
    this.name = name
    withoutPlace(this)
  }
}

/** Runners print the source around the place where an error was thrown: here it says nothing. */
const withoutPlace = (error: Error): void => {
  error.stack = `${error.name}: ${error.message}`
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

export interface SuiteOptions {
  readonly checks: readonly Check[]
  /** Which of them can run: the others are told together. */
  readonly plan: Plan
  /** Lines that would have more of them run, what brings the most first; those of the plan when absent. */
  readonly nextSteps?: readonly NextStep[]
  /** Begins the run, before the first of the checks that vitest selects. */
  start(): Promise<RunHandle>
  /** The run is over. Of checks that vitest did not select it says so. */
  finished(run: FinishedRun): Promise<void>
}

/**
 * Registers the checks of a run as tests, ids in their titles: a group for each phase, in order. Call it while a test file
 * is collected. The checks of a phase run at once, as far as `maxConcurrency` allows, unless the phase has them follow
 * each other.
 */
export function defineSuite({ checks, plan, nextSteps, start, finished }: SuiteOptions): void {
  const planned = new Set(plan.selected.map(({ id }) => id))
  const chosen = checks.filter(({ id }) => planned.has(id))
  let begun: RunHandle | undefined
  const handle = (): RunHandle => {
    if (begun === undefined) throw new Error('a check is run before its run was started')
    return begun
  }
  beforeAll(async () => {
    begun = await start()
  }, 0)
  for (const { name, concurrency } of PHASES) {
    const own = chosen.filter(({ phase }) => phase === name)
    if (own.length === 0) continue
    // The group itself is sequential: two concurrent groups would run at the same time.
    describe(name, () => {
      const register = concurrency === 'one by one' ? test : test.concurrent
      // Each check knows how long it may wait, and no judged request is sent again.
      const options = { timeout: 0, retry: 0 }
      for (const check of own) register(titleOf(check), options, (context) => judge(handle(), check, context))
    })
  }
  const missing = plan.excluded.filter(({ line }) => line !== '--only' && line !== '--skip')
  if (missing.length > 0) test(unexercisedTitle(missing), ({ skip }) => skip(linesToAdd(missing, nextSteps)))
  afterAll(async () => {
    if (begun === undefined) return
    const { run, finish } = begun
    const ended = new Set(run.results.map(({ check }) => check))
    for (const check of checks.filter((each) => !ended.has(each))) {
      if (planned.has(check.id)) run.leaveOut(check, new NotExercised('not selected', 'vitest did not select it'))
      else await run.execute(check)
    }
    await finished(await finish())
  }, 0)
}

/** `lib/loans/limit: A fourth loan is refused (lib.loan.limit)`: `-t` finds a check by any of its ids. */
const titleOf = ({ id, title, covers }: Check): string => `${id}: ${title} (${covers.join(', ')})`

/** `not exercised: 12 checks are not claimed, 3 not permitted`. */
function unexercisedTitle(left: readonly Exclusion[]): string {
  const counts = new Map<string, number>()
  for (const { why, checks } of left) counts.set(why, (counts.get(why) ?? 0) + checks.length)
  const [[why, first] = ['', 0], ...more] = counts
  const are = `${first} check${first === 1 ? ' is' : 's are'} ${why}`
  return `not exercised: ${[are, ...more.map(([other, count]) => `${count} ${other}`)].join(', ')}`
}

/** Lines that a skipped test names: the others are in the plan. */
const LINES = 6

function linesToAdd(left: readonly Exclusion[], steps: readonly NextStep[] | undefined): string {
  const all = steps?.flatMap(({ lines: own }) => own) ?? left.flatMap(({ line }) => line.split('\n'))
  const lines = [...new Set(all)]
  const rest = lines.length - LINES
  return `what would have them exercised: ${lines.slice(0, LINES).join(' · ')}${rest > 0 ? ` · and ${rest} lines more, as the plan says` : ''}`
}

async function judge(handle: RunHandle, check: Check, context: TestContext): Promise<void> {
  const { run, record } = handle
  const contracts = run.session.services.map(({ contract }) => contract)
  if (underAllure()) await labelCheck(check, contracts)
  const result = await run.execute(check)
  context.task.meta.assay = { verdict: result.verdict }
  const shown = (id: string) => messageOf(handle, id)
  if (underAllure()) {
    const whole = (id: string): string | undefined => {
      const message = shown(id)
      return message && ('request' in message ? exchangeText(message) : deliveryText(message))
    }
    await stepsOf(result, contracts, { text: record.text, shown: whole })
  }
  const inShort = (id: string): string[] => {
    const message = shown(id)
    if (message === undefined) return []
    return ['request' in message ? exchangeInShort(message) : deliveryInShort(message)]
  }
  await tell(result, context, { contracts, text: record.text, inShort })
}

/** Messages that a failure shows whole: of many contradictions the first ones tell. */
const MOST = 3

interface Words {
  readonly contracts: readonly Contract[]
  /** Takes out what must not be shown. */
  readonly text: (text: string) => string
  /** Messages of the run by id, as they may be shown. */
  readonly inShort: (id: string) => readonly string[]
}

async function tell(result: CheckResult, context: TestContext, { contracts, text, inShort }: Words): Promise<void> {
  const { verdict } = result
  const decisive = result.judgements.filter((each) => each.verdict === verdict)
  const first = decisive[0]
  const lines = decisive.map((each) => text(lineOf(each, contracts)))
  const evidence = [...new Set(decisive.flatMap((each) => each.evidence))].slice(0, MOST)
  const said = lines.length === 1 ? lines : [`${lines.length} judgements`, ...lines.map((each) => `- ${each}`)]
  const message = (): string => [said.join('\n'), ...evidence.flatMap(inShort)].join('\n\n')
  switch (verdict) {
    case 'fail':
      throw new Contradiction(message(), text(first?.expected ?? ''), text(first?.actual ?? ''))
    case 'blocked':
      throw new Unjudged('Blocked', message())
    case 'broken':
      throw new Unjudged('Broken', message())
    case 'unexercised':
      return context.skip(`${first?.why ?? 'not met'}: ${text(first?.reason ?? '')}`)
    default:
      for (const [index, each] of decisive.entries()) {
        if (each.verdict !== 'pass') await context.annotate(lines[index] ?? '', each.verdict)
      }
  }
}

const lineOf = (judgement: Judgement, contracts: readonly Contract[]): string =>
  `${judgement.requirement}: ${judgementText(judgement, requirementIn(contracts, judgement.requirement).at)}`

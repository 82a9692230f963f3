import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, aroundEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { claims, sections } from '../../cli/own/services.ts'
import type { Check } from '../../kit/check/check.ts'
import type { PlanOptions } from '../../kit/plan/choice.ts'
import { planOf } from '../../kit/plan/plan.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { lastingBudgets } from '../../kit/report/steps/lasting-budgets.ts'
import { plannedSteps } from '../../kit/report/steps/planned-steps.ts'
import { expandDotted } from '../../kit/target/file/dotted.ts'
import { checkedTargetFile } from '../../kit/target/file/load.ts'
import { pastedSchemaOf } from '../../kit/target/file/pasted-schema.ts'
import { linesIn } from '../../kit/target/lines.ts'
import { pathFrom, valueAt } from '../../kit/target/path.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

type File = { [name: string]: unknown }

const SUBSETS = 4
/** Of these only the plan is made. */
const PLANNED = 30
/** Of these a certification is priced, before and after. */
const PRICED = 8
/** Statements of a step that is looked at by itself. */
const GREAT = 10
/** Files that lack one line each, of the usual run of this proof; all of them with `LEFT_OUT=all`. */
const LEFT_OUT_ONCE = { numRuns: 10, seed: 3 }
/** Lines that only a run can know of: how often a sender tries again, and what a budget comes to. */
const FOUND_OUT = ['webhooks.retryWithin', 'allow.']
/** Some lines are known to be missing only once others are there. */
const ROUNDS = 3

const running: { close(): unknown }[] = []
afterAll(() => Promise.all(running.map((each) => each.close())))

const started = async <T extends { targetFile(): object; close(): unknown }>(service: Promise<T>): Promise<File> => {
  running.push(await service)
  return (await service).targetFile() as File
}

const services: readonly (readonly [string, () => Promise<File>, readonly Check[]])[] = [
  ['payment', () => started(startPaymentService({ timeScale: 60 })), paymentChecks],
  ['messaging', () => started(startMessagingService({ timeScale: 60 })), messagingChecks],
]

const validates = new Ajv2020({ strict: false }).compile(pastedSchemaOf(sections))

/** Any variable that a line names is set. */
const environment = (text: string): NodeJS.ProcessEnv =>
  Object.fromEntries(
    [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      `${name === 'PAY_KEY_TEST' ? 'sk_test_' : ''}value-of-${name}`,
    ]),
  )

/** What is wrong with a file as its author has it after pasting. */
function faultsIn(text: string): readonly string[] {
  const tree: unknown = parse(text)
  const shown = validates(tree) ? [] : (validates.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)
  try {
    checkedTargetFile('file', tree, environment(text), sections)
    return shown
  } catch (error) {
    return [...shown, (error as Error).message]
  }
}

const linesOf = ({ nextSteps = [] }: Report): readonly string[] => nextSteps.flatMap(({ lines }) => lines)
const keysIn = (lines: readonly string[]): readonly string[] => lines.flatMap(linesIn).map(({ key }) => key)

/** Recipes and probes whose names no section lists. */
const openIn = (full: File, id: string): readonly string[] =>
  ['outcomes', 'probes'].flatMap((kind) =>
    Object.keys((valueAt(full, [id, kind]) as object | undefined) ?? {}).map((name) => `${id}.${kind}.${name}`),
  )

const claimedIn = (full: File, id: string): readonly string[] =>
  claims.all.filter(
    (claim) => claim !== id && !claim.startsWith('allow.') && valueAt(full, pathFrom(claim)) !== undefined,
  )

/** A file with a base URL, and of the whole one only some claims. */
function fileWith(full: File, id: string, own: readonly string[]): File {
  const said = own.map((claim) => [claim, valueAt(full, pathFrom(claim))] as const)
  const base = { timeScale: 60, [id]: { baseUrl: valueAt(full, [id, 'baseUrl']) } }
  return expandDotted('file', { ...base, ...Object.fromEntries(said) })
}

const askedOf = (file: File, checks: readonly Check[]): PlanOptions => ({
  ...judgedBy(targetOf(file)),
  checks,
  depth: 'standard',
  hasPerson: false,
})

describe.each(services)('lines that reports of the %s service propose', (id, start, checks) => {
  test('load as they stand, alone and together, stand once, and leave nothing unclaimed', {
    timeout: 120_000,
  }, async () => {
    const full = await start()
    const claimed = claimedIn(full, id)
    const subsets = fc.sample(fc.subarray([...claimed]), { numRuns: SUBSETS, seed: 7 })
    for (const own of [[], ...subsets]) {
      let file = fileWith(full, id, own)
      const proposed = new Set<string>()
      for (let round = 1; ; round += 1) {
        const report = await judgeTarget({ ...judgedBy(targetOf(file)), checks, seed: 1, depth: 'standard' })
        const lines = linesOf(report)
        const keys = keysIn(lines)
        expect(new Set(keys).size, 'each line stands once').toBe(keys.length)
        const written = stringify(file)
        for (const line of lines) expect(faultsIn(`${written}${line}\n`), line).toEqual([])
        expect(faultsIn(`${written}${lines.join('\n')}\n`)).toEqual([])
        // What the reference has not got cannot be filled in.
        const known = keys.filter((key) => valueAt(full, pathFrom(key)) !== undefined)
        if (known.length === 0) {
          const open = report.requirements.filter(
            ({ why, line = '' }) =>
              why === 'not claimed' && keysIn([line]).every((key) => valueAt(full, pathFrom(key)) !== undefined),
          )
          expect(open.map(({ id: name, line }) => `${name}: ${line}`)).toEqual([])
          break
        }
        expect(
          known.filter((key) => proposed.has(key)),
          'no line comes twice',
        ).toEqual([])
        for (const key of known) proposed.add(key)
        expect(round).toBeLessThan(ROUNDS)
        file = expandDotted('file', {
          ...file,
          ...Object.fromEntries(known.map((key) => [key, valueAt(full, pathFrom(key))])),
        })
      }
    }
  })

  test('bring most of what they say, step by step', { timeout: 120_000 }, async () => {
    const full = await start()
    const judgedWith = (file: File) =>
      judgeTarget({ ...judgedBy(targetOf(file)), checks, seed: 1, depth: 'standard' as const })
    let file = fileWith(full, id, [])
    for (let report = await judgedWith(file); ; ) {
      const [{ lines = [], requirements = [] } = {}] = report.nextSteps ?? []
      const keys = keysIn(lines)
      if (requirements.length < GREAT || keys.some((key) => valueAt(full, pathFrom(key)) === undefined)) break
      file = expandDotted('file', {
        ...file,
        ...Object.fromEntries(keys.map((key) => [key, valueAt(full, pathFrom(key))])),
      })
      report = await judgedWith(file)
      const open = report.requirements.filter(({ verdict }) => verdict === 'unexercised' || verdict === 'blocked')
      const left = requirements.filter((each) => open.some((entry) => entry.id === each))
      expect(left.length, `${keys.join(', ')}: ${left.join(', ')}`).toBeLessThan(requirements.length / 4)
    }
  })

  test('are known to a plan before anything is sent, whichever line a file lacks', { timeout: 600_000 }, async () => {
    const full = await start()
    const claimed = [...claimedIn(full, id), ...openIn(full, id)]
    const left = process.env.LEFT_OUT === 'all' ? claimed : fc.sample(fc.constantFrom(...claimed), LEFT_OUT_ONCE)
    for (const lacking of new Set(left)) {
      const own = claimed.filter((each) => each !== lacking && !each.startsWith(`${lacking}.`))
      const file = fileWith(full, id, own)
      const asked = askedOf(file, checks)
      const report = await judgeTarget({ ...judgedBy(targetOf(file)), checks, seed: 1, depth: 'standard' })
      const planned = plannedSteps(asked).flatMap(({ requirements }) => requirements)
      const later = (report.nextSteps ?? [])
        .filter(({ lines }) => !lines.some((line) => FOUND_OUT.some((key) => line.startsWith(key))))
        .flatMap(({ requirements }) => requirements)
      expect(
        later.filter((each) => !planned.includes(each)),
        lacking,
      ).toEqual([])
    }
  })

  test('load and leave nothing unclaimed that a plan knows of, for many more files', { timeout: 120_000 }, async () => {
    const full = await start()
    const claimed = claimedIn(full, id)
    for (const own of fc.sample(fc.subarray([...claimed]), { numRuns: PLANNED, seed: 11 })) {
      const file = fileWith(full, id, own)
      const lines = plannedSteps(askedOf(file, checks)).flatMap((step) => step.lines)
      expect(faultsIn(`${stringify(file)}${lines.join('\n')}\n`)).toEqual([])
      const keys = keysIn(lines)
      expect(new Set(keys).size).toBe(keys.length)
      const more = keys.flatMap((key) => {
        const value = valueAt(full, pathFrom(key))
        return value === undefined ? [] : [[key, value] as const]
      })
      const filled = expandDotted('file', { ...file, ...Object.fromEntries(more) })
      const left = plannedSteps(askedOf(filled, checks)).flatMap((step) => keysIn(step.lines))
      // What the reference has not got cannot be filled in.
      expect(left.filter((key) => valueAt(full, pathFrom(key)) !== undefined)).toEqual([])
    }
  })

  test('come with budgets that last a certification for all of them', async () => {
    const full = await start()
    const claimed = [...claimedIn(full, id), ...openIn(full, id)]
    const budget = id === 'payment' ? 'payments' : 'messages'
    for (const own of fc.sample(fc.subarray([...claimed]), { numRuns: PRICED, seed: 13 })) {
      const file = { ...fileWith(full, id, own), [`allow.${budget}`]: 1 }
      const asked = { ...askedOf(expandDotted('file', file), checks), depth: 'deep' as const, certify: true }
      const lines = plannedSteps(asked, ['must']).flatMap((step) => step.lines)
      const { wanted = 2 } = planOf(asked).spends[budget] ?? {}
      const lasting = lastingBudgets(asked, lines)(`allow.${budget}: ${wanted}   # in place of 1`)
      expect(lasting).toMatch(/in place of 1$/)
      const filled = keysIn(lines).flatMap((key) => {
        const value = valueAt(full, pathFrom(key))
        return value === undefined ? [] : [[key, value] as const]
      })
      const enough = linesIn(lasting).map(({ key, value }) => [key, value] as const)
      const whole = expandDotted('file', { ...file, ...Object.fromEntries([...filled, ...enough]) })
      expect(planOf({ ...asked, target: targetOf(whole) }).spends[budget], own.join(', ')).not.toHaveProperty('wanted')
    }
  })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import type { UnexercisedReason, Verdict } from '../../check/verdicts/verdict.ts'
import { type REPORT_FORMAT, type Report, type ReportedRequirement, reportSchema } from './report.ts'

const ajv = new Ajv2020({ strict: true, strictRequired: false })
addFormats.default(ajv)
const accepts = ajv.compile<Report>(reportSchema)

/** A report as plain JSON, to be spoiled. */
type Tree = { [member: string]: Tree }
let report: Report
beforeAll(() => {
  report = JSON.parse(JSON.stringify(sampleReport(40)))
})

test('a whole report is accepted, with every verdict and a gate in it', () => {
  expect(accepts(report), ajv.errorsText(accepts.errors)).toBe(true)
  expect(report.format).toBe('assay-report/2')
  expect(report.gate).toBeDefined()
})

test('types and schema are one declaration', () => {
  expectTypeOf<Report['format']>().toEqualTypeOf<typeof REPORT_FORMAT>()
  expectTypeOf<ReportedRequirement['verdict']>().toEqualTypeOf<Verdict>()
  expectTypeOf<NonNullable<ReportedRequirement['why']>>().toEqualTypeOf<UnexercisedReason>()
  expectTypeOf<Report['cost']['spends']>().toEqualTypeOf<Readonly<Record<string, number>>>()
  expectTypeOf<Report['exchanges'][number]['request']['headers'][number]>().toEqualTypeOf<readonly [string, string]>()
})

describe('names of services, budgets and keys are open', () => {
  test('those of a third contract are accepted', () => {
    const third: Report = {
      ...report,
      services: [
        {
          id: 'library',
          prefix: 'lib',
          title: 'Library',
          examplePath: '/loans',
          pace: { requests: 5, windowMs: 1000 },
        },
      ],
      target: {
        ...report.target,
        baseUrls: { library: 'http://a' },
        allow: { budgets: { loans: 1 }, limits: { days: 1.5 }, permissions: {} },
      },
      plan: {
        ...report.plan,
        spends: { loans: { usual: 1, most: 2 } },
        keys: { 'library.reader': 2 },
        permissions: [{ name: 'closesDesk', notice: 'the desk is closed' }],
      },
      cost: { ...report.cost, spends: { loans: 1 }, requests: { 'library.reader[1]': 3 } },
    }
    expect(accepts(third), ajv.errorsText(accepts.errors)).toBe(true)
  })
})

describe('what is no report', () => {
  test.each<[string, (tree: Tree) => unknown]>([
    ['of another format', (tree) => Object.assign(tree, { format: 'assay-report/1' })],
    ['without its plan', (tree) => delete tree.plan],
    ['with a member too many', (tree) => Object.assign(tree, { colour: 'red' })],
    ['with a plan of the old names', (tree) => Object.assign(tree.plan ?? {}, { runs: [], left: [] })],
    ['with services that are names only', (tree) => Object.assign(tree, { services: ['library'] })],
    ['with a verdict that there is not', (tree) => Object.assign(tree.requirements?.[0] ?? {}, { verdict: 'good' })],
    ['with a digest that is none', (tree) => Object.assign(tree.suite?.catalogue ?? {}, { sha256: 'x' })],
    ['that ends at no time', (tree) => Object.assign(tree.run ?? {}, { endedAt: 'soon' })],
    ['with half a header', (tree) => Object.assign(tree.exchanges?.[0]?.request ?? {}, { headers: [['a']] })],
    ['with an answer of two kinds', (tree) => Object.assign(tree.deliveries?.[0]?.answer ?? {}, { kind: 'hang' })],
    ['with less than nothing spent', (tree) => Object.assign(tree.cost ?? {}, { spends: { loans: -1 } })],
  ])('one %s', (_, spoil) => {
    const tree = structuredClone(report) as unknown as Tree
    spoil(tree)
    expect(accepts(tree)).toBe(false)
  })
})

import { judge, type Report } from 'assay-conformance/kit'
import { inVirtualTime } from 'assay-conformance/kit/virtual-time'
import { describe, expect, test } from 'vitest'
import { libraryContract } from './contract.ts'
import { type LibraryOptions, libraryFlaws, libraryVariants, startLibrary } from './reference/index.ts'
import { librarySuite } from './suite.ts'

/** One whole run, from the first loan to the report, in a time of its own: nothing in it waits, and nothing is late. */
const judged = (options: LibraryOptions): Promise<Report> =>
  inVirtualTime(async () => {
    const library = await startLibrary(options)
    try {
      return await judge({ suites: [librarySuite], target: library.targetFile() })
    } finally {
      await library.close()
    }
  })

const having = ({ requirements }: Report, ...verdicts: readonly string[]): string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)

/** What a reader needs when a proof fails: a line for each judgement that is not in order. */
const told = ({ requirements, faults }: Report): string[] => [
  ...faults,
  ...requirements.flatMap(({ id, judgements }) =>
    judgements
      .filter(({ verdict }) => ['broken', 'fail', 'warn', 'blocked'].includes(verdict))
      .map(({ verdict, subject = '', expected = '', actual = '', reason = '' }) =>
        `${verdict} ${id}: ${subject}: expected ${expected}, got ${actual} ${reason}`.trim(),
      ),
  ),
]

const names = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] => Object.keys(table) as Name[]

test('the faithful library keeps every statement that can be observed', async () => {
  const report = await judged({})
  expect(told(report)).toEqual([])
  expect(having(report, 'unexercised')).toEqual(['lib.event.kept'])
  expect(report.outcome).toMatchObject({ exitCode: 0 })
})

describe('no variant is accused', () => {
  test.for(names(libraryVariants))('%s', async (variant) => {
    expect(told(await judged({ variants: [variant] }))).toEqual([])
  })
})

describe('every flaw turns red exactly what it breaks', () => {
  test.for(names(libraryFlaws))('%s', async (flaw) => {
    const report = await judged({ flaw })
    const red = having(report, 'fail', 'warn').toSorted()
    expect(red, told(report).join('\n')).toEqual(libraryFlaws[flaw].breaks.toSorted())
  })
})

test('there are fifteen variants and sixty flaws', () => {
  expect(names(libraryVariants).length).toBeGreaterThanOrEqual(15)
  expect(names(libraryFlaws).length).toBeGreaterThanOrEqual(60)
})

test('every must that can be observed is broken by some flaw', () => {
  const broken = new Set<string>(Object.values(libraryFlaws).flatMap(({ breaks }) => breaks))
  const musts = Object.entries(libraryContract.catalogue).filter(
    ([id, { level }]) => level === 'must' && !broken.has(id),
  )
  expect(musts.map(([id]) => id)).toEqual(['lib.event.kept'])
})

test('every statement has a check, and every check a statement', async () => {
  const covered = new Set((await librarySuite.checks()).flatMap(({ covers }) => covers))
  const stated = names(libraryContract.catalogue).filter((id) => id !== 'lib.event.kept')
  expect([...covered].toSorted()).toEqual(stated.toSorted())
})

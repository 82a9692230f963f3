import { describe, expect, expectTypeOf, test } from 'vitest'
import { archiveSection } from '../../tests/made-up/sections.ts'
import {
  archiveContract,
  defineCheck,
  defineFixture,
  defineRule,
  libraryService,
  libraryTarget,
  lineFor,
} from '../../tests/made-up/service.ts'
import type { Exchange } from '../http/exchange.ts'
import { Run } from '../run/run.ts'
import type { JsonObject } from '../target/file/parts.ts'
import type { Check } from './check.ts'
import { definersFor } from './define.ts'

const target = libraryTarget({ keys: { reader: ['a', 'b'] }, bodies: { loan: { title: 'Walden' } } })
const exchange: Exchange = {
  id: 'x1',
  service: 'library',
  check: 'lib/test/one',
  label: '',
  operation: 'POST /loans',
  key: '',
  request: { method: 'POST', url: 'http://127.0.0.1:9/loans', headers: [], body: Buffer.alloc(0) },
  response: { status: 201, headers: [], body: Buffer.alloc(0) },
  sentAt: 0,
  endedAt: 1,
}
const anything = { expected: 'anything', test: () => ({ ok: true as const }) }
const found = { ok: true, subject: 'a', expected: 'b', actual: 'c', evidence: [] }
const common = { id: 'lib/test/one', title: 'One' } as const

const loan = defineFixture({ name: 'loan', make: async () => ({ due: 14 }) })
const hold = defineFixture({ name: 'hold', make: async () => 'a hold' })

/** What a check comes to, with the reason of its first word. */
async function ran(check: Check): Promise<readonly [verdict: string, reason: string | undefined]> {
  const run = new Run({ target, services: [libraryService], seed: 1, checks: [check] })
  const { verdict, judgements } = await run.execute(check)
  await run.close()
  return [verdict, judgements[0]?.reason]
}

const broken = (message: string) => ['broken', expect.stringContaining(message)]

describe('what a definition leaves out', () => {
  test('of a check is what most checks are', () => {
    const run = async () => undefined
    expect(defineCheck({ ...common, covers: ['lib.loan.created'], run })).toEqual({
      ...common,
      ...{ service: 'library', tier: 'read', phase: 'main', depth: 'standard', needs: [], uses: [], cost: {} },
      covers: ['lib.loan.created'],
      run,
    })
  })

  test('of a rule is its phase', () => {
    expect(defineRule({ ...common, covers: [], run: async () => undefined })).toMatchObject({
      phase: 'rules',
      service: 'library',
      tier: 'read',
    })
  })

  test('of a fixture is that it writes', () => {
    expect(loan).toMatchObject({ service: 'library', tier: 'write', needs: [], uses: [], cost: {} })
    expect(defineFixture({ name: 'shelf', tier: 'read', make: async () => 0 }).tier).toBe('read')
  })
})

test('the line for a claim is that of the section', () => {
  expect(lineFor('library.session')).toBe('library.session: "${LIB_SESSION}"')
  // @ts-expect-error no section of this contract has it
  expect(() => lineFor('library.cellar')).toThrow('no section of the target file knows the claim library.cellar')
})

test('definitions of another contract are of its own words', () => {
  const archive = definersFor(archiveContract, archiveSection)
  const check = archive.defineCheck({
    id: 'arc/test/one',
    title: '',
    covers: ['arc.copy.made'],
    cost: { requests: { none: 1 }, spends: { copies: 1 } },
    run: async () => undefined,
  })
  expect(check.service).toBe('archive')
  // @ts-expect-error that is a requirement of the library
  archive.defineRule({ ...common, covers: ['lib.loan.created'], run: async () => undefined })
  // @ts-expect-error that is a budget of the library
  archive.defineFixture({ name: 'x', cost: { spends: { loans: 1 } }, make: async () => undefined })
})

describe('covers', () => {
  test('may name what the catalogue has, and be judged', async () => {
    const judged = defineCheck({
      ...common,
      covers: ['lib.loan.created', 'lib.loan.limit'],
      run: async (t) => {
        t.judge('lib.loan.created', exchange, anything)
        t.conclude('lib.loan.limit', found)
      },
    })
    expect(await ran(judged)).toEqual(['pass', undefined])
  })

  test('may name nothing else', () => {
    // @ts-expect-error the catalogue has no such requirement
    const check = defineCheck({ ...common, covers: ['lib.loan.forgiven'], run: async () => undefined })
    expect(check.covers).toEqual(['lib.loan.forgiven'])
  })

  const covered = { ...common, covers: ['lib.loan.created'] } as const

  test.each([
    // @ts-expect-error it is not covered
    ['judge', defineCheck({ ...covered, run: async (t) => void t.judge('lib.loan.limit', exchange, anything) })],
    // @ts-expect-error it is not covered
    ['conclude', defineCheck({ ...covered, run: async (t) => void t.conclude('lib.loan.limit', found) })],
    [
      'markUnexercised',
      // @ts-expect-error it is not covered
      defineCheck({ ...covered, run: async (t) => t.markUnexercised('lib.loan.limit', 'not met', '') }),
    ],
    // @ts-expect-error it is not covered
    ['markBlocked', defineRule({ ...covered, run: async (t) => t.markBlocked('lib.loan.limit', '') })],
  ])('holds %s to what it names', async (_, check) => {
    expect(await ran(check)).toEqual(broken('lib/test/one judges lib.loan.limit without covering it'))
  })

  test('is none of a fixture, which judges nothing', async () => {
    const judging = defineFixture({
      name: 'judging',
      // @ts-expect-error a fixture arranges
      make: async (t) => t.judge('lib.loan.created', exchange, anything),
    })
    const check = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      uses: [judging],
      run: async (t) => void (await t.use(judging)),
    })
    expect(await ran(check)).toEqual(broken('fixture/library/judging judges lib.loan.created without covering it'))
  })
})

describe('uses', () => {
  test('gives what the fixture makes', async () => {
    const using = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      uses: [loan, hold],
      run: async (t) => {
        const made = await t.use(loan)
        expectTypeOf(made).toEqualTypeOf<{ due: number }>()
        expectTypeOf(await t.use(hold)).toEqualTypeOf<string>()
        t.conclude('lib.loan.created', { ...found, ok: made.due === 14 })
      },
    })
    expect(await ran(using)).toEqual(['pass', undefined])
  })

  test('holds a check to what it names', async () => {
    const using = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      uses: [hold],
      // @ts-expect-error it is not named in uses
      run: async (t) => void (await t.use(loan)),
    })
    expect(await ran(using)).toEqual(broken('lib/test/one uses the fixture loan without naming it in uses'))
  })

  test('holds a fixture to what it names', async () => {
    // @ts-expect-error it is not named in uses
    const shelf = defineFixture({ name: 'shelf', make: (t) => t.use(loan) })
    const check = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      uses: [shelf],
      run: async (t) => void (await t.use(shelf)),
    })
    expect(await ran(check)).toEqual(broken('fixture/library/shelf uses the fixture loan without naming it in uses'))
  })
})

describe('needs', () => {
  test('gives what the target file says, which is there', async () => {
    const reading = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      needs: ['library.keys.reader', 'library.bodies.loan', 'allow.loans'],
      run: async (t) => {
        const [first = ''] = t.claimed('library.keys.reader')
        const body = t.claimed('library.bodies.loan')
        expectTypeOf(body).toEqualTypeOf<JsonObject>()
        expectTypeOf(t.claimed('allow.loans')).toEqualTypeOf<number>()
        const ok = first === 'a' && body.title === 'Walden' && t.claimed('allow.loans') === 30
        t.conclude('lib.loan.created', { ...found, ok })
      },
    })
    expect(await ran(reading)).toEqual(['pass', undefined])
  })

  test('may name what the section has, and nothing else', () => {
    const run = async () => undefined
    // @ts-expect-error the section has no cellar
    const check = defineCheck({ ...common, covers: [], needs: ['library.cellar'], run })
    // @ts-expect-error that is a claim of the archive
    const other = defineFixture({ name: 'x', needs: ['allow.copies'], make: run })
    expect([check.needs, other.needs]).toEqual([['library.cellar'], ['allow.copies']])
  })

  test('holds a check to the claims that it asked for', async () => {
    const reading = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      needs: ['library.keys.reader'],
      // @ts-expect-error it was not asked for
      run: async (t) => void t.claimed('library.bodies.loan'),
    })
    expect(await ran(reading)).toEqual(
      broken('lib/test/one reads the claim library.bodies.loan without naming it in needs'),
    )
  })

  test('holds a fixture to its own, whatever its users need', async () => {
    // @ts-expect-error it was not asked for
    const body = defineFixture({ name: 'body', make: async (t) => t.claimed('library.bodies.loan') })
    const check = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      needs: ['library.bodies.loan'],
      uses: [body],
      run: async (t) => void (await t.use(body)),
    })
    expect(await ran(check)).toEqual(
      broken('fixture/library/body reads the claim library.bodies.loan without naming it in needs'),
    )
  })

  test('can be asked after without being needed', async () => {
    const asking = defineCheck({
      ...common,
      covers: ['lib.loan.created'],
      run: async (t) => {
        // @ts-expect-error nobody can say so
        const isDug = t.has('library.cellar')
        t.conclude('lib.loan.created', {
          ...found,
          ok: t.has('library.bodies.loan') && !t.has('library.desk') && !isDug,
        })
      },
    })
    expect(await ran(asking)).toEqual(['pass', undefined])
  })
})

test('a cost names keys and budgets of its service', () => {
  const run = async () => undefined
  const cost = {
    requests: { reader: 1, other: 2, none: 3 },
    spends: { loans: 1 },
    typical: { requests: { reader: 1 } },
  }
  const check = defineCheck({ ...common, covers: [], cost, run })
  expect(check.cost).toBe(cost)
  // @ts-expect-error the library has no such key
  defineCheck({ ...common, covers: [], cost: { requests: { otter: 1 } }, run })
  // @ts-expect-error nor such a budget
  defineCheck({ ...common, covers: [], cost: { spends: { copies: 1 } }, run })
  // @ts-expect-error nor is either usual
  defineCheck({ ...common, covers: [], cost: { typical: { requests: { otter: 1 } } }, run })
  // @ts-expect-error also of a fixture
  defineFixture({ name: 'x', cost: { requests: { otter: 1 } }, make: run })
})

test('keys, open points and the section are those of the service', async () => {
  const check = defineCheck({
    ...common,
    covers: ['lib.loan.created'],
    run: async (t) => {
      expectTypeOf(t.service.desk?.opens).toEqualTypeOf<string | undefined>()
      // @ts-expect-error the section has no cellar
      const cellar = t.service.cellar
      // @ts-expect-error the library has no such key
      const otter = t.key('otter')
      t.observe('lib.open.fines', 'none')
      // @ts-expect-error the document says nothing of it
      const observe = () => t.observe('lib.open.cellar', 'none')
      const keys = [t.key('reader')?.name, t.key('reader[0]')?.name, t.key('other')]
      const ok = cellar === undefined && otter === undefined && observe.length === 0
      t.conclude('lib.loan.created', { ...found, ok: ok && String(keys) === 'reader[0],reader[0],' })
    },
  })
  expect(await ran(check)).toEqual(['pass', undefined])
})

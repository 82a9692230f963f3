import { describe, expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import {
  archiveService,
  defineCheck,
  defineFixture,
  libraryService,
  libraryTarget,
} from '../../tests/made-up/service.ts'
import { claimsOf } from '../target/claims.ts'
import { fedFrom, type Target } from '../target/target.ts'
import { type Eligible, refusalOf } from './eligibility.ts'

type Given = Parameters<typeof defineCheck>[0]

const check = (more: Partial<Given> = {}): Eligible =>
  defineCheck({ id: 'lib/test/one', title: '', covers: ['lib.loan.created'], run: async () => undefined, ...more })

const refused = (what: Eligible, target: Target, person: unknown = undefined) =>
  refusalOf(what, { target, services: [libraryService, archiveService], claims: claimsOf(sections), person })

test('what needs nothing can be asked of any target', () => {
  expect(refused(check(), libraryTarget())).toBeUndefined()
  expect(refused(check(), libraryTarget({}, { environment: 'production' }))).toBeUndefined()
})

describe('a claim that is missing', () => {
  const needy = check({ needs: ['library.keys.reader', 'library.desk.opens', 'library.outcomes.returned'] })

  test('is named with its line, each of several with its own', () => {
    expect(refused(needy, libraryTarget({ keys: { reader: ['a'] } }))).toEqual({
      why: 'not claimed',
      reason: 'the target file does not name library.desk.opens, library.outcomes.returned, or not all that it takes',
      line: 'library.desk.opens: "…"   # to fill in\nlibrary.outcomes.returned: { call: { url: "https://…" } }   # to fill in: call.url',
    })
  })

  test('beside a permission is told with it, where the file does not give that', () => {
    const closing = check({ needs: ['library.session', 'allow.closesDesk'] })
    const reason = 'the target file does not name library.session, or not all that it takes'
    const refusing = libraryTarget({}, { allow: { closesDesk: false } })
    expect(refused(closing, refusing)?.reason).toBe(`${reason}, and does not allow it: allow.closesDesk`)
    // Given, it is idle as long as there is no desk that could be closed.
    expect(refused(closing, libraryTarget({}, { allow: { closesDesk: true } }))?.reason).toBe(reason)
  })

  test('is none once the file makes it', () => {
    const desk = { url: 'http://d', opens: '9' }
    const made = { keys: { reader: ['a'] }, desk, outcomes: { returned: { run: 'x' } } }
    expect(refused(needy, libraryTarget(made))).toBeUndefined()
  })

  test('of several of which one is enough is told by the first, until any is made', () => {
    const either = check({ needsAnyOf: [['library.keys.reader', 'library.session']] })
    expect(refused(either, libraryTarget())).toMatchObject({
      why: 'not claimed',
      reason: 'the target file does not name library.keys.reader, or not all that it takes',
    })
    expect(refused(either, libraryTarget({ keys: { reader: ['a'] } }))).toBeUndefined()
    expect(refused(either, libraryTarget({ session: 's' }))).toBeUndefined()
  })

  test('is told before all else', () => {
    const target = libraryTarget({}, { environment: 'production' })
    expect(refused(check({ needs: ['library.session'], tier: 'write' }), target)).toMatchObject({ why: 'not claimed' })
  })

  test('of a fixture is told alike', () => {
    const loan = defineFixture({ name: 'loan', needs: ['library.bodies.loan'], make: async () => 'loan' })
    expect(refused(loan, libraryTarget())).toMatchObject({
      line: 'library.bodies.loan: { title: "…" }   # to fill in: title',
    })
  })
})

describe('the tier of a check', () => {
  const at = (environment: string, allow: object = {}) => libraryTarget({}, { environment, allow })

  test.each([
    ['read', 'production', {}, true],
    ['refuse', 'production', {}, false],
    ['write', 'production', {}, false],
    ['write', 'production', { loans: 1 }, true],
    ['refuse', 'test', {}, true],
    ['write', 'test', {}, false],
    ['write', 'test', { generated: 1 }, true],
    ['write', 'local', {}, true],
    ['write', 'local', { loans: 0, copies: 0 }, false],
  ] as const)('%s at a %s target that allows %j: %s', (tier, environment, allow, isAsked) => {
    expect(refused(check({ tier }), at(environment, allow)) === undefined).toBe(isAsked)
  })

  test('is told with the budget of its own service', () => {
    const written = check({ tier: 'write' })
    expect(refused(written, at('test'))).toEqual({
      why: 'not permitted',
      reason: 'it sends requests of the tier write, which this target file does not allow',
      line: 'allow.loans: 12',
    })
    expect(refused({ ...written, service: 'archive' }, at('test'))).toMatchObject({ line: 'allow.copies: 3' })
  })
})

test('receivers that answer as a check decides are of no use where deliveries are read from a file', () => {
  const target = libraryTarget({}, { webhooks: {} })
  const scripted = check({ scriptsReceiver: true })
  expect(refused(scripted, target)).toBeUndefined()
  expect(refused(check(), fedFrom(target, 'deliveries.ndjson'))).toBeUndefined()
  expect(refused(scripted, fedFrom(target, 'deliveries.ndjson'))).toMatchObject({
    why: 'unreachable',
    line: expect.stringMatching(/^webhooks: /),
  })
})

describe('a recipe that asks a person', () => {
  const asking = check({ needs: ['library.outcomes.returned'] })
  const target = libraryTarget({ outcomes: { returned: { ask: 'Bring it back' } } })

  test('can be carried out where there is one', () => {
    expect(refused(asking, target, true)).toBeUndefined()
    expect(refused(asking, target)).toEqual({
      why: 'not permitted',
      reason:
        'library.outcomes.returned asks a person to act, and none is at the terminal; a call takes the place of ask',
      line: 'library.outcomes.returned: { call: { url: "https://…" } }   # to fill in: call.url',
    })
  })

  test('also where it is how a claim is registered', () => {
    const registered = libraryTarget({ bodies: { loan: { register: { ask: 'Enter it' } } } })
    expect(refused(check({ needs: ['library.bodies.loan'] }), registered)).toMatchObject({ why: 'not permitted' })
  })

  test('is no matter for a check that does not need it, nor one that calls', () => {
    expect(refused(check(), target)).toBeUndefined()
    expect(refused(asking, libraryTarget({ outcomes: { returned: { run: './return' } } }))).toBeUndefined()
  })
})

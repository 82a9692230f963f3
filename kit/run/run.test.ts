import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  archiveService,
  defineCheck,
  defineFixture,
  libraryService,
  libraryTarget,
} from '../../tests/made-up/service.ts'
import type { Check } from '../check/check.ts'
import { NotExercised } from '../check/signals.ts'
import { ABANDONED, type Exchange } from '../http/exchange.ts'
import { matcher, no, ok } from '../match/index.ts'
import { GRACE_MS } from './end/grace.ts'
import type { RunEvent } from './events.ts'
import { Run } from './run.ts'

const target = libraryTarget({}, { archive: { baseUrl: 'http://127.0.0.1:8' } })
const services = [libraryService, archiveService]

const kept: Check['run'] = async (t) => {
  t.conclude('lib.loan.created', { ok: true, subject: 'it', expected: 'kept', actual: '', evidence: [] })
}
const check = (id: string, more: Partial<Check> = {}): Check => ({
  ...defineCheck({ id, title: id, covers: ['lib.loan.created'], run: async () => undefined }),
  service: id.startsWith('arc/') ? 'archive' : 'library',
  run: kept,
  ...more,
})
const taking =
  (ms: number): Check['run'] =>
  async (t) => {
    await sleep(ms)
    await kept(t)
  }

/** What happened, in a word each. */
async function course(checks: readonly Check[]): Promise<string[]> {
  const happened: string[] = []
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'check begun') happened.push(`+${event.check.id}`)
    if (event.kind === 'check ended') happened.push(`-${event.result.check.id}`)
    if (event.kind === 'phase begun') happened.push(`${event.service ?? 'all'} ${event.phase}`)
  }
  await new Run({ target, services, seed: 1, checks, onEvent }).all()
  return happened
}

describe('a run', () => {
  test('takes what a limiter answers in place of what was asked for no observation', async () => {
    const answer = (status: number, more: object = {}) =>
      ({
        id: `x${status}`,
        operation: '',
        request: {},
        response: { status, headers: [], body: Buffer.alloc(0) },
        ...more,
      }) as never
    const looks = check('lib/looks', {
      run: async (t) => {
        t.observe('lib.open.a', 'a limiter', [answer(429, { check: 'lib/looks' })])
        t.observe('lib.open.a', 'a limiter that another met', [answer(429, { check: 'lib/other' })])
        t.observe('lib.open.a', 'a limiter that was asked for', [answer(429, { expects429: true })])
        t.observe('lib.open.a', 'an answer', [answer(400)])
        const fault = { kind: 'refused', message: 'the connection was refused' }
        t.observe('lib.open.a', 'what reached nobody', [answer(0, { response: undefined, fault })])
        const reset = { kind: 'reset', message: 'the connection was closed' } as const
        t.observe('lib.open.a', 'what was broken off', [answer(0, { response: undefined, fault: reset })])
      },
    })
    const run = new Run({ target, services, seed: 1, checks: [looks] })
    await run.all()
    expect(run.session.log.observations.map(({ value }) => value)).toEqual([
      'a limiter that another met',
      'a limiter that was asked for',
      'an answer',
    ])
  })

  test('keeps nothing by what nobody answered, whatever is expected of it, but by what it dropped itself', async () => {
    const lost = (message: string) =>
      ({ id: 'x1', operation: 'POST /loans', label: 'again', request: {}, fault: { kind: 'reset', message } }) as never
    const [cut, dropped] = [lost('the connection was closed'), lost(ABANDONED)]
    const notRefused = matcher<Exchange>('no 409', ({ response }) => (response?.status === 409 ? no('409') : ok))
    const bears = (ok: true, evidence: never) =>
      ({ ok, subject: 'it', expected: 'one loan', actual: '', evidence: [evidence] }) as const
    const acts: readonly Check['run'][] = [
      async (t) => void t.judge('lib.loan.created', cut, notRefused),
      async (t) => void t.conclude('lib.loan.created', bears(true, cut)),
      async (t) => {
        t.control(cut, notRefused)
        await kept(t)
      },
      async (t) => void t.judge('lib.loan.created', dropped, notRefused),
      async (t) => void t.conclude('lib.loan.created', bears(true, dropped)),
    ]
    const run = new Run({ target, services, seed: 1, checks: acts.map((act, at) => check(`lib/${at}`, { run: act })) })
    await run.all()
    const verdicts = run.results.flatMap(({ judgements }) => judgements.map(({ verdict, reason }) => [verdict, reason]))
    expect(verdicts).toEqual([
      ['blocked', 'the connection was closed'],
      ['blocked', 'POST /loans (again): the connection was closed'],
      ['blocked', 'POST /loans (again): the connection was closed'],
      ['pass', undefined],
      ['pass', undefined],
    ])
  })

  test('begins a phase when the one before is over, and follows each other where the phase has it so', async () => {
    const checks = [
      check('lib/slow', { run: taking(20) }),
      check('lib/quick'),
      check('lib/x', { phase: 'exclusive', run: taking(10) }),
      check('lib/y', { phase: 'exclusive' }),
      check('lib/rule', { phase: 'rules' }),
    ]
    expect(await course(checks)).toEqual([
      'library main',
      '+lib/slow',
      '+lib/quick',
      '-lib/quick',
      '-lib/slow',
      'library exclusive',
      '+lib/x',
      '-lib/x',
      '+lib/y',
      '-lib/y',
      'all rules',
      '+lib/rule',
      '-lib/rule',
    ])
  })

  test('has a service wait for itself alone', async () => {
    const checks = [
      check('lib/slow', { run: taking(30) }),
      check('arc/quick'),
      check('arc/settled', { phase: 'settled' }),
      check('lib/settled', { phase: 'settled' }),
    ]
    const happened = await course(checks)
    expect(happened.indexOf('-arc/settled')).toBeLessThan(happened.indexOf('-lib/slow'))
    expect(happened.indexOf('+lib/settled')).toBeGreaterThan(happened.indexOf('-lib/slow'))
  })

  test('waits for what is in the background before the rules, not before the next phase', async () => {
    const checks = [
      check('lib/long', { run: taking(30), background: true }),
      check('lib/settled', { phase: 'settled' }),
      check('lib/rule', { phase: 'rules' }),
    ]
    const happened = await course(checks)
    expect(happened.slice(-4)).toEqual(['-lib/long', 'all rules', '+lib/rule', '-lib/rule'])
    expect(happened.indexOf('-lib/settled')).toBeLessThan(happened.indexOf('-lib/long'))
  })

  test('begins a check when those that it runs after are over', async () => {
    const checks = [
      check('lib/second', { runsAfter: ['lib/first', 'lib/not-there'] }),
      check('lib/first', { run: taking(20) }),
    ]
    expect(await course(checks)).toEqual(['library main', '+lib/first', '-lib/first', '+lib/second', '-lib/second'])
  })

  test('says of a check that is left out why it is', () => {
    const run = new Run({ target, services, seed: 1, checks: [] })
    const result = run.leaveOut(check('lib/left'), new NotExercised('not selected', 'somebody else chose'))
    expect(result.judgements).toMatchObject([{ verdict: 'unexercised', why: 'not selected' }])
    expect(run.results).toEqual([result])
  })
})

describe('a stop', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('gives checks a grace, and goes on without those that never end; what they had judged stays', async () => {
    const stop = new AbortController()
    const never = new Promise<never>(() => undefined)
    const hangs: Check['run'] = async (t) => {
      await kept(t)
      await never
    }
    const checks = [
      check('lib/hangs', { covers: ['lib.loan.created', 'lib.loan.limit'], run: hangs }),
      check('lib/later', { phase: 'settled' }),
      check('lib/rule', { phase: 'rules' }),
    ]
    const run = new Run({ target, services, seed: 1, checks, signal: stop.signal })
    const over = run.all()
    stop.abort('interrupt')
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
    expect(run.results).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await over
    const told = run.results.flatMap(({ judgements }) =>
      judgements.map(({ check: id, requirement, verdict, reason }) => [id, requirement, verdict, reason ?? '']),
    )
    const [later] = run.results.find(({ check: { id } }) => id === 'lib/later')?.judgements ?? []
    expect(later?.why).toBe('not reached')
    expect(told).toEqual([
      ['lib/hangs', 'lib.loan.created', 'pass', ''],
      ['lib/hangs', 'lib.loan.limit', 'blocked', 'the run was stopped while it was under way'],
      ['lib/later', 'lib.loan.created', 'unexercised', 'the run ended before it'],
      ['lib/rule', 'lib.loan.created', 'pass', ''],
    ])
  })
})

test('a listener that throws ends no check, and is heard of once', async () => {
  const strays: unknown[] = []
  const onStray = (error: unknown): number => strays.push(error)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', onStray)
  try {
    const run = new Run({
      target,
      services,
      seed: 1,
      checks: [check('lib/a'), check('lib/b')],
      onEvent: () => {
        throw new Error('a slip')
      },
    })
    await run.all()
    await sleep(5)
    expect(run.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
    expect(strays).toMatchObject([{ message: 'a slip' }])
  } finally {
    process.off('uncaughtException', onStray)
    for (const each of before) process.on('uncaughtException', each)
  }
})

describe('a check that has nothing to say', () => {
  const inboxes = defineFixture({ name: 'inboxes', make: async (t) => t.inbox('library events') })
  const verdictOf = async (more: Partial<Check>, webhooks?: object) => {
    const away = { ...target, ...(webhooks === undefined ? {} : { webhooks }) } as typeof target
    const run = new Run({ target: away, services, seed: 1, checks: [check('lib/silent', more)] })
    await run.all()
    return run.session.log.judgements[0]
  }

  test('is a fault of the suite', async () => {
    expect(await verdictOf({ run: async () => undefined })).toMatchObject({ verdict: 'broken' })
  })

  test('is not exercised where it, or a fixture of it, was given no inbox', async () => {
    const asking: Check['run'] = async (t) => void t.inbox('library events')
    const using: Check['run'] = async (t) => void (await t.use(inboxes))
    for (const more of [{ run: asking }, { run: using, uses: [inboxes] }])
      expect(await verdictOf(more)).toMatchObject({ verdict: 'unexercised', why: 'not met' })
  })

  test('is told the line without which it says nothing of a requirement', async () => {
    const judgedWith = { 'lib.loan.created': ['library.signingKey'] }
    const unseen: Check['run'] = async (t) => t.markUnexercised('lib.loan.created', 'not met', 'none was seen')
    expect(await verdictOf({ run: unseen, judgedWith })).toMatchObject({
      why: 'not claimed',
      line: 'library.signingKey: "${LIB_SIGNING_KEY}"',
    })
  })

  test('and told which line would have webhooks arrive, where there is none', async () => {
    const asking: Check['run'] = async (t) => void t.inbox('library events')
    const { webhooks: _, ...without } = target
    const run = new Run({
      target: without as typeof target,
      services,
      seed: 1,
      checks: [check('lib/silent', { run: asking })],
    })
    await run.all()
    expect(run.session.log.judgements[0]).toMatchObject({ verdict: 'unexercised', why: 'not claimed' })
    expect(run.session.log.judgements[0]).toHaveProperty('line', expect.stringMatching(/^webhooks: /))
  })
})

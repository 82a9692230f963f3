import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Check, defineCheck } from '../check/check.ts'
import { NotExercised } from '../check/signals.ts'
import { resolveTarget } from '../target/target.ts'
import type { RunEvent } from './events.ts'
import { GRACE_MS } from './grace.ts'
import { Run } from './run.ts'

const target = resolveTarget({ payment: { baseUrl: 'http://127.0.0.1:9' } }, { secrets: [] })

const kept: Check['run'] = async (t) => {
  t.conclude('pay.create.mobile', { ok: true, subject: 'it', expected: 'kept', actual: '', evidence: [] })
}
const check = (id: string, more: Partial<Check> = {}): Check =>
  defineCheck({ id, title: id, covers: ['pay.create.mobile'], run: kept, ...more })
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
  await new Run({ target, seed: 1, checks, onEvent }).all()
  return happened
}

describe('a run', () => {
  test('begins a phase when the one before is over, and follows each other where the phase has it so', async () => {
    const checks = [
      check('one/slow', { run: taking(20) }),
      check('one/quick'),
      check('one/x', { phase: 'exclusive', run: taking(10) }),
      check('one/y', { phase: 'exclusive' }),
      check('one/rule', { phase: 'rules' }),
    ]
    expect(await course(checks)).toEqual([
      'one main',
      '+one/slow',
      '+one/quick',
      '-one/quick',
      '-one/slow',
      'one exclusive',
      '+one/x',
      '-one/x',
      '+one/y',
      '-one/y',
      'all rules',
      '+one/rule',
      '-one/rule',
    ])
  })

  test('has a service wait for itself alone', async () => {
    const checks = [
      check('one/slow', { run: taking(30) }),
      check('other/quick'),
      check('other/settled', { phase: 'settled' }),
      check('one/settled', { phase: 'settled' }),
    ]
    const happened = await course(checks)
    expect(happened.indexOf('-other/settled')).toBeLessThan(happened.indexOf('-one/slow'))
    expect(happened.indexOf('+one/settled')).toBeGreaterThan(happened.indexOf('-one/slow'))
  })

  test('waits for what is in the background before the rules, not before the next phase', async () => {
    const checks = [
      check('one/long', { run: taking(30), background: true }),
      check('one/settled', { phase: 'settled' }),
      check('one/rule', { phase: 'rules' }),
    ]
    const happened = await course(checks)
    expect(happened.slice(-4)).toEqual(['-one/long', 'all rules', '+one/rule', '-one/rule'])
    expect(happened.indexOf('-one/settled')).toBeLessThan(happened.indexOf('-one/long'))
  })

  test('begins a check when those that it runs after are over', async () => {
    const checks = [
      check('one/second', { runsAfter: ['one/first', 'one/not-there'] }),
      check('one/first', { run: taking(20) }),
    ]
    expect(await course(checks)).toEqual(['one main', '+one/first', '-one/first', '+one/second', '-one/second'])
  })

  test('says of a check that is left out why it is', () => {
    const run = new Run({ target, seed: 1, checks: [] })
    const result = run.leaveOut(check('one/left'), new NotExercised('not selected', 'somebody else chose'))
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
      check('one/hangs', { covers: ['pay.create.mobile', 'pay.create.card'], run: hangs }),
      check('one/later', { phase: 'settled' }),
      check('one/rule', { phase: 'rules' }),
    ]
    const run = new Run({ target, seed: 1, checks, signal: stop.signal })
    const over = run.all()
    stop.abort('interrupt')
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
    expect(run.results).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await over
    const told = run.results.flatMap(({ judgements }) =>
      judgements.map(({ check: id, requirement, verdict, reason }) => [id, requirement, verdict, reason ?? '']),
    )
    expect(told).toEqual([
      ['one/hangs', 'pay.create.mobile', 'pass', ''],
      ['one/hangs', 'pay.create.card', 'blocked', 'the run was stopped while it was under way'],
      ['one/later', 'pay.create.mobile', 'unexercised', 'the run was stopped before it'],
      ['one/rule', 'pay.create.mobile', 'pass', ''],
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
      seed: 1,
      checks: [check('one/a'), check('one/b')],
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

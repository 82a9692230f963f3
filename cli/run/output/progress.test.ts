import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Phase } from '../../../kit/check/order/phases.ts'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Forecast } from '../../../kit/plan/forecast.ts'
import type { Queue } from '../../../kit/rate/pacer.ts'
import type { Awaited } from '../../../kit/run/awaited.ts'
import { RunEvents } from '../../../kit/run/events.ts'
import { paintFor } from '../../../reporters/console/text/paint.ts'
import { Progress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const phases = { main: 100, settled: 10, exclusive: 50, generated: 0, rules: 0 }
const checks = { a: { begins: 0, ends: 100 }, b: { begins: 100, ends: 160, after: 'a' } }
const forecast = { seconds: 160, limiterSeconds: 60, phases, checks }

function progress(columns = 120, told: Forecast = forecast) {
  const written: string[] = []
  const terminal = { isTTY: true, columns, write: (text: string) => written.push(text) }
  const made = new Progress(terminal, paintFor({ isTTY: false } as never, { NO_COLOR: '1' }), told)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what takes a line of a terminal away
  const line = (): string => (written.at(-1) ?? '').replace(/^\r\u001b\[2K/, '')
  return { made, written, line }
}

/** A run that does what a test says. */
function watched() {
  const events = new RunEvents()
  const queued: Queue[] = []
  const awaited: Awaited[] = []
  const phase = (kind: 'phase begun' | 'phase ended', name: Phase, service?: string) =>
    events.emit({ kind, phase: name, service })
  return {
    handle: { run: { events }, queues: () => queued, awaited: () => awaited },
    queued,
    awaited,
    begin: (name: Phase, service?: string) => phase('phase begun', name, service),
    startGenerated: (id: string) => events.emit({ kind: 'check begun', check: { id, generated: {} } as never }),
    start: (id: string) => events.emit({ kind: 'check begun', check: { id } as never }),
    end: (name: Phase, service?: string) => phase('phase ended', name, service),
    check: (verdict: Verdict, id = 'a') =>
      events.emit({ kind: 'check ended', result: { verdict, check: { id } } as never }),
  }
}

describe('the line of progress', () => {
  test('tells counts, what is waited for and the time left', () => {
    const { made, line } = progress()
    const { handle, queued, awaited, begin, start, end, check } = watched()
    made.begin(['a', 'b', 'c'])
    made.follow(handle)
    vi.advanceTimersByTime(1000)
    expect(line()).toBe('starting: 0 of 3 checks, 1 s, about 2 min 40 s left')
    begin('main')
    start('a')
    start('c')
    vi.advanceTimersByTime(200)
    check('pass', 'c')
    check('unexercised', 'not selected')
    queued.push({ key: 'live[0]', waiting: 12, freeInMs: 22_500 })
    vi.advanceTimersByTime(30_000)
    expect(line()).toBe(
      'side by side: 1 of 3 checks, 31 s, 12 wait 23 s for the rate of live[0], about 2 min 10 s left',
    )
    queued.length = 0
    end('main')
    check('fail')
    begin('exclusive')
    start('b')
    vi.advanceTimersByTime(59_600)
    expect(line()).toBe('one by one: 2 of 3 checks, 1 fail, 91 s, waiting in b, 60 s of about 60 s, nearly done')
    awaited.push({ what: 'completed', since: Date.now() - 12_000, seconds: 60, member: 'timing.settle' })
    vi.advanceTimersByTime(200)
    expect(line()).toContain(', waiting for completed, 12 of 60 s (timing.settle), ')
    awaited.splice(0, 1, { what: 'completed', since: Date.now() - 74_000, seconds: 60, member: 'timing.settle' })
    vi.advanceTimersByTime(200)
    expect(line()).toContain(', waiting for completed, 74 s, longer than the 60 s of timing.settle, ')
    made.end()
    expect(line()).toBe('')
  })

  test('is not nearly done before anything was asked', () => {
    const { made, line } = progress(200, {
      ...forecast,
      seconds: 0.4,
    })
    const { handle } = watched()
    made.begin(['a'])
    made.follow(handle)
    vi.advanceTimersByTime(200)
    expect(line()).toBe('starting: 0 of 1 checks, 0 s, about 1 s left')
  })

  test('speaks of generated values where some are tried', () => {
    const { made, line } = progress()
    const { handle, begin, end, startGenerated } = watched()
    made.begin(['a', 'b', 'c'])
    made.follow(handle)
    begin('exclusive')
    end('exclusive')
    begin('generated')
    startGenerated('left out')
    vi.advanceTimersByTime(1000)
    expect(line()).toContain('one by one: ')
    startGenerated('b')
    vi.advanceTimersByTime(1000)
    expect(line()).toContain('generated values: ')
  })

  test('is in the phase of the service that has come the least far', () => {
    const { made, line } = progress()
    const { handle, begin, end } = watched()
    made.begin(['a', 'b', 'c'])
    made.follow(handle)
    const shown = (): string => {
      vi.advanceTimersByTime(200)
      return line().split(':')[0] ?? ''
    }
    begin('main', 'one')
    begin('main', 'other')
    expect(shown()).toBe('side by side')
    end('main', 'one')
    begin('exclusive', 'one')
    expect(shown()).toBe('side by side')
    end('main', 'other')
    begin('settled', 'other')
    expect(shown()).toBe('after a rest')
    end('settled', 'other')
    expect(shown()).toBe('one by one')
  })

  test('gives way to a question, and to a stop; it never breaks', () => {
    const { made, line, written } = progress(40)
    made.begin([])
    made.wait('90 s left: Enter when it is done, n and Enter to leave it out')
    vi.advanceTimersByTime(200)
    expect(line()).toBe('90 s left: Enter when it is done, n…')
    made.wait(undefined)
    made.stopping('interrupt')
    expect(written.at(-1)).toContain('stopping; once more to leave without a report')
    vi.advanceTimersByTime(200)
    expect(line()).toMatch(/^stopping: 0 of 0 checks/)
    made.end()
  })

  test('counts what was under way at a stop, and nothing that was left out for it', () => {
    const { made, line } = progress()
    const { handle, begin, start, check } = watched()
    made.begin(['a', 'b', 'c'])
    made.follow(handle)
    begin('main')
    start('a')
    start('b')
    check('pass', 'a')
    made.stopping('interrupt')
    check('fail', 'b')
    start('c')
    check('unexercised', 'c')
    vi.advanceTimersByTime(1000)
    expect(line()).toBe('stopping: 2 of 3 checks, 1 fail, 1 s')
    made.end()
  })

  test('is told now and then where nobody sees it', () => {
    const written: string[] = []
    const terminal = { write: (text: string) => written.push(text) }
    const made = new Progress(terminal, paintFor({ isTTY: false } as never, {}), forecast)
    made.begin([])
    vi.advanceTimersByTime(14_000)
    expect({ written, isWatched: made.isWatched }).toEqual({ written: [], isWatched: false })
    vi.advanceTimersByTime(20_000)
    made.end()
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual([
      'starting: 0 of 0 checks, 15 s, waiting for answers to what the target file claims (429 is waited out, usually up to a minute), about 2 min 40 s left\n',
      'starting: 0 of 0 checks, 30 s, waiting for answers to what the target file claims (429 is waited out, usually up to a minute), about 2 min 40 s left\n',
    ])
  })
})

describe('a check that takes long', () => {
  const begun = (id: string) => ({ kind: 'check begun', check: { id } }) as never

  test('is named where nothing else is waited for, with the time that it usually takes', () => {
    const written: string[] = []
    const terminal = { isTTY: true, columns: 200, write: (text: string) => written.push(text) }
    const told: Forecast = { ...forecast, checks: { slow: { begins: 0, ends: 90 }, b: { begins: 0, ends: 0 } } }
    const made = new Progress(terminal, paintFor({ isTTY: false } as never, { NO_COLOR: '1' }), told, {
      kept: 'no bundle is made',
    })
    const { handle, begin } = watched()
    made.begin(['slow', 'b'])
    made.follow(handle)
    begin('main')
    handle.run.events.emit(begun('b'))
    handle.run.events.emit(begun('slow'))
    vi.advanceTimersByTime(12_000)
    expect(written.at(-1)).toContain('0 of 2 checks, 12 s, waiting in slow and 1 more, 12 s of about 1 min 30 s, ')
    made.stopping('interrupt')
    expect(written.at(-1)).toContain('stopping; once more to leave without a report; no bundle is made')
    made.end()
  })

  test('that is behind its plan is named before one that takes longer, once the run is past its own', () => {
    const both = { slow: { begins: 0, ends: 40 }, stuck: { begins: 0, ends: 1 } }
    const { made, line } = progress(200, { ...forecast, seconds: 40, checks: both })
    const { handle, begin } = watched()
    made.begin(['slow', 'stuck'])
    made.follow(handle)
    begin('main')
    for (const id of ['slow', 'stuck']) handle.run.events.emit(begun(id))
    vi.advanceTimersByTime(20_000)
    expect(line()).toContain('waiting in slow and 1 more, 20 s of about 40 s, up to 20 s of the plan left')
    vi.advanceTimersByTime(25_000)
    expect(line()).toContain('waiting in stuck and 1 more, 45 s, longer than planned')
    made.end()
  })

  test('says what holds up a run that is past its plan', () => {
    const { made, line } = progress(200, { ...forecast, seconds: 40, checks: { slow: { begins: 0, ends: 40 } } })
    const { handle, begin } = watched()
    made.begin(['slow'])
    made.follow(handle)
    begin('main')
    handle.run.events.emit(begun('slow'))
    vi.advanceTimersByTime(40_800)
    expect(line()).toBe('side by side: 0 of 1 checks, 41 s, waiting in slow, 41 s, about 40 s planned, nearly done')
    vi.advanceTimersByTime(10_000)
    expect(line()).toBe(
      'side by side: 0 of 1 checks, 51 s, waiting in slow, 51 s, about 40 s planned, longer than planned',
    )
    made.end()
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../command.ts'
import { type Judged, judgedBehind } from './judged.ts'
import { flooding, transports } from './transports.ts'

/** Seconds a run is given, and what it may take beyond them to undo, judge and write. */
const MAX_TIME = 30
const BEYOND = 10
const MOST_MB = 512

const broken = ({ report }: Judged): readonly string[] =>
  report?.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id) ?? []

/** What holds of every run, whatever it met. */
function expectOrder({ code, stdout, stderr, seconds, peakMb, report }: Judged): void {
  expect(stderr).not.toMatch(/fault of the suite|^\s+at /m)
  expect(peakMb).toBeLessThan(MOST_MB)
  expect(seconds).toBeLessThan(MAX_TIME + BEYOND)
  // A run that began has a report and a last line; one that did not says why.
  if (report === undefined)
    expect({ code, why: stderr }).toEqual({ code: 5, why: expect.stringMatching(/^assay: .+\n$/) })
  else {
    expect(report.outcome.exitCode).toBe(code)
    expect(stdout.trim().split('\n').at(-1)).toMatch(new RegExp(`^${report.outcome.headline}`))
  }
}

describe.concurrent('what stands at an address', { timeout: 600_000 }, () => {
  for (const [name, { deed, exits, isLawful }] of Object.entries(transports)) {
    test(`${name}: exit ${exits.join(' or ')}`, async () => {
      const judged = await judgedBehind(deed, { maxTime: MAX_TIME })
      expectOrder(judged)
      expect(exits).toContain(judged.code)
      if (isLawful) expect(broken(judged)).toEqual([])
    })
  }

  test('10,000 webhooks at full speed: none is lost', async () => {
    const flood = flooding(10_000, '{"event":"payment.completed","data":{}}')
    const judged = await judgedBehind(flood.deed, {
      maxTime: 60,
      args: ['--only', 'pay.event.*'],
      reports: ['--json', 'report.json'],
      file: (file) => ({ ...file, timing: { request: 60 } }),
    })
    expect(judged.peakMb).toBeLessThan(MOST_MB)
    const { sent } = flood
    expect(sent.taken).toBeGreaterThanOrEqual(10_000)
    const kept = judged.report?.deliveries.filter(({ body }) => body.includes('"data":{}')) ?? []
    expect(kept.length).toBe(sent.taken)
  })

  test('webhooks of half a megabyte end a run that cannot keep them, with a report', async () => {
    const flood = flooding(400, JSON.stringify({ event: 'payment.completed', padding: 'x'.repeat(500_000) }))
    const judged = await judgedBehind(flood.deed, { maxTime: MAX_TIME })
    expectOrder(judged)
    expect(judged.report?.run.stopped).toBe('flood')
  })

  test('a budget that went to 429s leaves the run inconclusive', async () => {
    const refuses = transports['executes creations and answers 429']
    const judged = await judgedBehind(refuses?.deed ?? (() => () => undefined), {
      maxTime: MAX_TIME,
      args: ['--depth', 'standard', '--only', 'pay.event.*', '--only', 'pay.delivery.*'],
      file: (file) => ({ ...file, allow: { payments: 5, messages: 5 } }),
    })
    expectOrder(judged)
    expect(judged.code).toBe(3)
    expect(judged.report?.cost.spends.payments).toBe(5)
  })

  test('the verdict is told where no file can be written', async () => {
    const judged = await judgedBehind(
      () =>
        async ({ forward, give }) =>
          give(await forward()),
      {
        maxTime: MAX_TIME,
        args: ['--only', 'pay.auth.*'],
        reports: ['--json', '/dev/full'],
      },
    )
    expect(judged.stdout).toMatch(/^nothing broken/m)
    expect(judged.stderr).toMatch(/--json \/dev\/full could not be written: no space is left on the device/)
    expect(judged.code).toBe(2)
  })
})

test('a folder that cannot be written to is told before the run', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'file'), '')
  const judged = await judgedBehind(() => () => undefined, { reports: ['--html', join(folder, 'file', 'report.html')] })
  expect(judged).toMatchObject({ code: 2, stderr: expect.stringContaining('--html') })
})

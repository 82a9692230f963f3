import { expect, test } from 'vitest'
import { DEEP_ONLY, LET_NO_MORE_PASS, WAITS } from '../../kit/check/signals.ts'
import { WAITED_NO_LONGER } from '../../kit/plan/haste.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { unexercised } from './unexercised.ts'

const [sample] = sampleReport(10).requirements

/** Requirements that wait for what a driver does not do: so many for each operation. */
const waiting = (...counts: readonly number[]) =>
  counts.flatMap((many, operation) =>
    Array.from({ length: many }, (_, index) => ({
      ...sample!,
      id: `lib.op-${operation}.number-${index}`,
      verdict: 'unexercised' as const,
      why: 'not driven' as const,
      reason: `the driver does not op-${operation}`,
      judgements: [],
    })),
  )
const told = (verbose: boolean, ...counts: readonly number[]) =>
  unexercised({ requirements: waiting(...counts) }, verbose, (_, text) => text)

test('what a driver does not do is told as such, and how to have it judged', () => {
  expect(told(false, 1, 3)).toEqual([
    "  4 not done by the client's driver",
    '    the driver does not op-1 (3)',
    '    the driver does not op-0 (1)',
  ])
  const all = told(true, 1, 3).join('\n')
  expect(all).toContain("not done by the client's driver (4)")
  expect(all).not.toContain('target file')
})

test('the rest of many is counted', () => {
  expect(told(false, 1, 1, 1, 1, 1, 1, 1).at(-1)).toBe('    and 2 more; --verbose lists them')
})

test('what a quick run left out is counted apart from what was not selected', () => {
  const out = waiting(3).map((each, at) => ({
    ...each,
    why: 'not selected' as const,
    reason: at < 1 ? WAITS : 'this run does not select it',
  }))
  const text = (requirements: typeof out) =>
    unexercised({ requirements }, false, (_, said) => said)
      .map((line) => line.trim())
      .join(' ')
  const left = '1 left to --depth standard by a quick run, as far as the target file has what they need'
  expect(text(out)).toContain(`${left}, 2 not selected`)
  expect(text(out.slice(0, 1))).toContain(left)
  const shared = out.map((each, at) => (at < 1 ? each : { ...each, line: '--own-keys' }))
  expect(text(shared)).toContain(`${left}, 2 that no shard asks without --own-keys`)
})

test.for([LET_NO_MORE_PASS, `no event came within 1.5 s, and ${WAITED_NO_LONGER}`])(
  'nobody chose to leave out what a quick run does not wait for: %s',
  (reason) => {
    const out = waiting(2).map((each) => ({ ...each, why: 'not selected' as const, reason }))
    const text = unexercised({ requirements: out }, false, (_, said) => said).join(' ')
    expect(text).toContain('2 left to --depth standard by a quick run')
    expect(text).not.toContain('not selected')
  },
)

test('what is asked at full depth alone is counted as that', () => {
  const out = waiting(3).map((each) => ({ ...each, why: 'not selected' as const, reason: DEEP_ONLY }))
  expect(unexercised({ requirements: out }, false, (_, said) => said)).toEqual(['  3 asked with --depth deep alone'])
})

test('events that never came while a quick run waited are told, with what waits for them', () => {
  const late = waiting(2, 1).map((each, at) => ({
    ...each,
    why: 'not met' as const,
    reason: at < 2 ? `no event came within 1.5 s, and ${WAITED_NO_LONGER}` : 'nothing was seen',
  }))
  expect(unexercised({ requirements: late }, false, (_, text) => text)).toEqual([
    '  3 not met in this run',
    '    2 of them waited for an event themselves and were given up, and others may',
    '    have had none to look at; a quick run waits no longer, --depth standard',
    '    does: lib.op-0.number-0, lib.op-0.number-1',
    '    lib.op-1.number-0: nothing was seen',
  ])
})

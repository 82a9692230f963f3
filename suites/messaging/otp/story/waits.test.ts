import { expect, test } from 'vitest'
import type { FixtureContext } from '../../define.ts'
import type { Step } from './steps.ts'
import { endsAfterTarget, silenceMs, waitedOut } from './waits.ts'

const step = (expires?: number, isMilder?: boolean): Step =>
  ({ code: expires === undefined ? undefined : { expires }, trial: { isMilder } }) as unknown as Step

test.for<[string, Step, Step, boolean]>([
  ['ends before it', step(1000), step(2000), false],
  ['ends with it', step(2000), step(2000), false],
  ['ends after it', step(2001), step(2000), true],
  ['did not take the minute that it was to have', step(1000, true), step(2000), true],
  ['is not shown', step(), step(2000), false],
  ['is shown, where that of the target is not', step(9000), step(), false],
])('a code that %s outlives the callback target, or may', ([_, last, giving, expected]) => {
  expect(endsAfterTarget(last, giving)).toBe(expected)
})

/** On a clock on which a minute takes a second: what becomes of a wait, and how long it is. */
async function waited(depth: string, lives: number | undefined, hasPlaces = true): Promise<[boolean, number]> {
  let paused = 0
  const pause = async (ms: number): Promise<void> => {
    paused += ms
  }
  const t = { depth, clock: { now: () => 0, scaled: (seconds: number) => (seconds * 1000) / 60 }, pause }
  const last = {
    trial: { accepted: lives === undefined ? undefined : { endedAt: 0 } },
    code: lives === undefined ? undefined : { sent: 0, expires: lives },
    asked: { minutes: 1 },
  } as unknown as Step
  return [await waitedOut(t as unknown as FixtureContext, last, last, hasPlaces), Math.round(paused)]
}

test.for<[string, Parameters<typeof waited>, [boolean, number]]>([
  ['that is soon over', ['standard', 1000], [true, 1133]],
  ['that is soon over, in a quick run', ['quick', 1000], [true, 1133]],
  ['of which nobody would be told, but for its inbox', ['standard', 1000, false], [true, 1133]],
  ['of which nobody would see anything', ['standard', undefined, false], [false, 0]],
  ['that was not taken', ['standard', undefined], [false, 0]],
  ['of three seconds and a half', ['standard', 3500], [true, 3633]],
  ['of three seconds and a half, in a quick run', ['quick', 3500], [false, 0]],
  ['of more than four minutes', ['standard', 4000], [false, 0]],
])('the end of a code %s is waited for, or not', async ([_, given, expected]) => {
  expect(await waited(...given)).toEqual(expected)
})

test.for<[string, number, number]>([
  ['standard', 1, 2000],
  ['standard', 60, 500],
  ['standard', 600, 250],
  ['quick', 1, 250],
  ['quick', 600, 250],
])('at the depth %s silence on a clock %i times as fast counts after %i ms', ([depth, timeScale, expected]) => {
  const t = { depth, clock: { scaled: (seconds: number) => (seconds * 1000) / timeScale } }
  expect(silenceMs(t as unknown as FixtureContext)).toBe(expected)
})

import { expect, test } from 'vitest'
import { type Control, type Stage, sight } from './stage.ts'

const party = { url: '', operation: 'POST /', stamped: () => ({ headers: [] }) }
const probe = { call: { url: 'http://127.0.0.1/effects/{id}' } }
const stage = { party, probe, lineFor: () => '' } as unknown as Stage
const control = (answered?: string) =>
  ({ delivered: {}, effect: { isThere: false, ...(answered && { answered }) } }) as unknown as Control

/** Why nothing is seen through a probe in a run that waits so long. */
function why(settle: number, depth: string, environment: string, answered?: string): string[] {
  const said: string[] = []
  const t = {
    target: { timing: { settle }, environment },
    depth,
    markBlocked: (_: string, reason: string) => said.push(reason),
    markUnexercised: () => undefined,
  } as unknown as Parameters<typeof sight>[0]
  sight(t, stage, control(answered), ['a.b'])
  return said
}

const NONE = 'the probe shows no effect of an event that was taken, within'

test.for<[number, string, string, string | undefined, string]>([
  [60, 'standard', 'local', '404', `${NONE} 60 s (timing.settle); it was last answered 404`],
  [60, 'standard', 'local', undefined, `${NONE} 60 s (timing.settle)`],
  // The target is that of a hasty run: its time is cut already.
  [2.5, 'quick', 'local', '404', `${NONE} 2.5 s (a quick run waits no longer); it was last answered 404`],
  [2, 'quick', 'local', undefined, `${NONE} 2 s (timing.settle)`],
  [60, 'quick', 'test', undefined, `${NONE} 60 s (timing.settle)`],
])('an effect that does not come within %i s, %s, %s, %s', ([settle, depth, environment, answered, reason]) => {
  expect(why(settle, depth, environment, answered)).toEqual([reason])
})

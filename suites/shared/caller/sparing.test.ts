import { expect, test } from 'vitest'
import type { SharedContext } from '../../../kit/check/context.ts'
import type { Answer } from '../../../kit/webhooks/delivery.ts'
import { contextOf, deliveryOf } from '../../../tests/made-up/recorded.ts'
import { sparing } from './sparing.ts'

function saidOf(ok: boolean, answered: number | Answer, latenessMs: number): string[] {
  const { t, said } = contextOf<SharedContext>({ context: { lateness: () => latenessMs } })
  const common = { subject: 'a request', expected: 'a request', evidence: [deliveryOf({}, { answered })] }
  sparing(t).conclude('retry.backoff', ok ? { ok, ...common } : { ok, actual: 'another', ...common })
  return said
}

test.for<[string, boolean, number | Answer, number, string]>([
  ['what is kept passes, in time', true, 200, 0, 'pass'],
  ['what is kept passes, however late', true, 200, 9000, 'pass'],
  ['what is broken fails where the answer was in time', false, 503, 499, 'fail'],
  ['what is broken blocks where the answer was late', false, 503, 500, 'blocked'],
  ['an answer that was to be withheld is never late', false, { kind: 'hang', forMs: 1000 }, 9000, 'fail'],
])('%s', ([_, ok, answered, lateness, expected]) => {
  expect(saidOf(ok, answered, lateness)).toEqual([`${expected} retry.backoff`])
})

test('what else a context does is done as before', () => {
  const { t, said } = contextOf<SharedContext>({})
  sparing(t).markBlocked('retry.happens', 'nothing came', [])
  expect(said).toEqual(['blocked retry.happens'])
})

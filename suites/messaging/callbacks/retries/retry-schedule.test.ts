import { expect, test } from 'vitest'
import type { CheckContext } from '../../../../kit/check/context.ts'
import { contextOf, deliveryOf } from '../../../../tests/made-up/recorded.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { concludeMixed, retrySchedule } from './retry-schedule.ts'

test('where events of reports alone came it is not said that none could be made to fail', async () => {
  const webhook = { eventOf: (part: string) => (part === 'client error' ? 'evt_1' : undefined) }
  const { t } = contextOf<CheckContext>({
    service: {},
    fixtures: { [smsRun.name]: { webhook } },
    context: {
      abortBlocked: (reason: string) => {
        throw new Error(reason)
      },
    },
  })
  await expect(retrySchedule.run(t)).rejects.toThrow(/^no event of a submit came that could be answered with a server/)
})

const at = (...seconds: readonly number[]) =>
  seconds.map((each, nth) => deliveryOf({}, { id: `d${nth}`, arrivedMono: each * 1000, answered: 500 }))
const GROWING = [0, 2, 5, 11, 24]
const MIXED = [0, 0.1, 2, 2.1, 5, 5.1]

test.for<[string, readonly number[], boolean, readonly string[]]>([
  ['pauses that grow from each to the next are of one sender', GROWING, false, ['pass', 'pass', 'unexercised']],
  [
    'some that grow by no more than jitter tell of none',
    [0, 10, 21, 33.1, 46.4],
    false,
    ['unexercised', 'unexercised', 'unexercised'],
  ],
  ['attempts of several are mixed', MIXED, false, ['unexercised', 'unexercised', 'unexercised']],
  ['too few attempts tell of none', GROWING.slice(0, 4), false, ['unexercised', 'unexercised', 'unexercised']],
  ['every event does', MIXED, true, ['unexercised', 'inapplicable', 'unexercised']],
  ['the one that fails does not', GROWING, true, ['pass', 'pass', 'unexercised']],
])('where events come more than once, and %s', ([_, times, isAll, expected]) => {
  const { t, said } = contextOf<Parameters<typeof concludeMixed>[0]>({})
  concludeMixed(t, at(...times), isAll)
  const ids = ['backoff-grows', 'backoff-exponential', 'bounded']
  expect(ids.map((id) => said.find((each) => each.endsWith(`msg.delivery.${id}`))?.split(' ')[0])).toEqual(expected)
})

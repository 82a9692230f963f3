import { expect, test } from 'vitest'
import type { CheckContext } from '../../../../kit/check/context.ts'
import { contextOf } from '../../../../tests/made-up/recorded.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { retrySchedule } from './retry-schedule.ts'

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

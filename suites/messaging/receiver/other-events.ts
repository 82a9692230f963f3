import type { Check } from '../../../kit/check/check.ts'
import { deliver, noServerError, statusOf } from '../../shared/receiver/party.ts'
import { assertTaken } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, THERE } from './control.ts'
import { defineCheck } from './define.ts'
import { eventOf, madeUp, message, stageOf } from './events.ts'

export const otherEvents: readonly Check[] = [
  // Events › Other events: WhatsApp events exist, and their payload is not shown.
  defineCheck({
    id: 'msg-receiver/other-events/whatsapp',
    title: 'A WhatsApp event with data of its own',
    covers: ['msg-receiver.event.whatsapp'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(1),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const data = { conversation_id: madeUp(t, 'conversation'), body: { text: '' }, tags: [] }
      const event = eventOf(t, await message(t), { event: 'whatsapp.received', channel: 'whatsapp', data })
      const { last } = await deliver(t, stageOf(t).party, event, 'whatsapp.received')
      t.judge('msg-receiver.event.whatsapp', last, noServerError)
      t.observe('msg-receiver.open.whatsapp', statusOf(last), [last])
    },
  }),

  // Events › Other events: OTP lifecycle callbacks go to a URL of their own choice, which may be this one.
  defineCheck({
    id: 'msg-receiver/other-events/otp',
    title: 'A lifecycle callback of an OTP',
    covers: ['msg-receiver.event.otp-lifecycle'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(1),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const data = { otp_id: madeUp(t, 'otp'), state: 'expired' }
      const event = eventOf(t, await message(t), { event: 'otp.expired', channel: 'otp', data })
      const { last } = await deliver(t, stageOf(t).party, event, 'otp.expired')
      t.judge('msg-receiver.event.otp-lifecycle', last, noServerError)
      t.observe('msg-receiver.open.otp-lifecycle', statusOf(last), [last])
    },
  }),
]

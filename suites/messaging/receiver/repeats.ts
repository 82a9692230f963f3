import type { Check } from '../../../kit/check/check.ts'
import { look, seen, told } from '../../shared/receiver/effects.ts'
import { deliver } from '../../shared/receiver/party.ts'
import { judgeAfterFailure, judgeConcurrent, judgeLate, judgeRepeats, lateness } from '../../shared/receiver/repeats.ts'
import { assertTaken, mark, settled, sight, tellsApart, unshown } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, isOther, REPORTS_ALONE, THERE } from './control.ts'
import { defineCheck } from './define.ts'
import { delivered, message, sent, stageOf } from './events.ts'

export const repeats: readonly Check[] = [
  // Events › Events and data 3: deduplicate on id, or on id, event and message_id. Any 2xx ends the retries.
  defineCheck({
    id: 'msg-receiver/dedup/repeated',
    title: 'One SMS event, delivered three times',
    covers: ['msg-receiver.dedup.same-event', 'msg-receiver.answer.duplicate'],
    judgedWith: { 'msg-receiver.dedup.same-event': ['messagingReceiver.probe'] },
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeRepeats(t, stageOf(t, first), first, {
        sameEvent: 'msg-receiver.dedup.same-event',
        duplicate: 'msg-receiver.answer.duplicate',
      })
    },
  }),

  // Events › Events and data 3: the same, where the attempts cross.
  defineCheck({
    id: 'msg-receiver/dedup/concurrent',
    title: 'One SMS event, delivered five times at one moment',
    covers: ['msg-receiver.dedup.concurrent'],
    judgedWith: { 'msg-receiver.dedup.concurrent': ['messagingReceiver.probe'] },
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(7),
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeConcurrent(t, stageOf(t, first), first, 'msg-receiver.dedup.concurrent')
    },
  }),

  // Events › Events and data 3: the same, when other events have come since.
  defineCheck({
    id: 'msg-receiver/dedup/late',
    title: 'The first SMS event once more, behind all others',
    covers: ['msg-receiver.dedup.late'],
    judgedWith: { 'msg-receiver.dedup.late': ['messagingReceiver.probe'] },
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    phase: 'settled',
    cost: { ...costOf(2), waits: lateness },
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeLate(t, stageOf(t, first), first, 'msg-receiver.dedup.late')
    },
  }),

  // Events › Receiver response and retries: what is no 2xx is tried again, and then it counts.
  defineCheck({
    id: 'msg-receiver/dedup/after-failure',
    title: 'SMS events whose first attempt the receiver did not take',
    covers: ['msg-receiver.dedup.after-failure'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeAfterFailure(t, stageOf(t, first), first, 'msg-receiver.dedup.after-failure')
    },
  }),

  // Events › Events and data 3: the key is the event, not the message.
  defineCheck({
    id: 'msg-receiver/dedup/key',
    title: 'Two events of one message',
    covers: ['msg-receiver.dedup.key-is-event'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      const id = 'msg-receiver.dedup.key-is-event'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      if (first.actsOn === 'reports') {
        t.markInapplicable(id, REPORTS_ALONE, [first.submit.last])
        return
      }
      const stage = stageOf(t)
      const { party } = stage
      const probe = sight(t, stage, first, [id])
      if (probe === undefined || !tellsApart(t, stage, probe, [id])) return
      const of = await message(t)
      const one = await deliver(t, party, sent(t, of), 'sms.sent')
      const before = await seen(t, probe, one.occurrence, 'a message that is sent')
      const other = await deliver(t, party, delivered(t, of), 'sms.delivered')
      const after = await settled(t, stage, probe, other.occurrence, 'a message that is delivered', isOther(before))
      if (!isOther(before)(after) && before.applied === undefined) {
        const reason = `the probe does not count, and shows ${told(before)} before and after a delivery`
        unshown(t, stage, first, [id], 'applied', reason)
        return
      }
      t.conclude(id, {
        subject: 'POST webhook (sms.sent, then sms.delivered)',
        expected: `another effect than ${told(before)}`,
        ok: isOther(before)(after),
        actual: told(after),
        evidence: [...one.tries, ...other.tries],
      })
      const twice = await deliver(t, party, delivered(t, of), 'sms.delivered once more, with another id')
      await mark(t, stage, probe, 'the second report')
      const last = await look(t, probe, twice.occurrence, 'a message of two reports')
      t.observe('msg-receiver.open.same-twice', isOther(after)(last) ? 'another effect' : 'no other effect', [
        twice.last,
      ])
    },
  }),
]

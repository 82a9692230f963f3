import type { Check } from '../../../kit/check/check.ts'
import { seen, told } from '../../shared/receiver/effects.ts'
import { deliver, statusOf } from '../../shared/receiver/party.ts'
import {
  judgeAfterFailure,
  judgeConcurrent,
  judgeLate,
  judgeOnce,
  judgeRepeats,
  lateness,
} from '../../shared/receiver/repeats.ts'
import { assertTaken, settled, sight, unshown } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, PROCESSING, SIGNED } from './control.ts'
import { defineCheck } from './define.ts'
import { eventOf, stageOf, transaction } from './events.ts'
import { callbackUrlOf } from './section.ts'

export const repeats: readonly Check[] = [
  // Events › Receiver rules: deduplicate with event_id. The delivery id is that of the attempt, and the time is signed.
  defineCheck({
    id: 'pay-receiver/dedup/repeated',
    title: 'One event, delivered three times',
    covers: ['pay-receiver.dedup.same-event', 'pay-receiver.answer.duplicate'],
    judgedWith: { 'pay-receiver.dedup.same-event': ['paymentReceiver.probe'] },
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    run: async (t) =>
      judgeRepeats(t, stageOf(t), await t.use(firstEvent), {
        sameEvent: 'pay-receiver.dedup.same-event',
        duplicate: 'pay-receiver.answer.duplicate',
      }),
  }),

  // Events › Receiver rules: the same, where the attempts cross.
  defineCheck({
    id: 'pay-receiver/dedup/concurrent',
    title: 'One event, delivered five times at one moment',
    covers: ['pay-receiver.dedup.concurrent'],
    judgedWith: { 'pay-receiver.dedup.concurrent': ['paymentReceiver.probe'] },
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(7),
    run: async (t) => judgeConcurrent(t, stageOf(t), await t.use(firstEvent), 'pay-receiver.dedup.concurrent'),
  }),

  // Events › Receiver rules: the same, when other events have come since.
  defineCheck({
    id: 'pay-receiver/dedup/late',
    title: 'The first event once more, behind all others',
    covers: ['pay-receiver.dedup.late'],
    judgedWith: { 'pay-receiver.dedup.late': ['paymentReceiver.probe'] },
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    phase: 'settled',
    cost: { ...costOf(2), waits: lateness },
    run: async (t) => judgeLate(t, stageOf(t), await t.use(firstEvent), 'pay-receiver.dedup.late'),
  }),

  // Events › Receiver rules: on failure the service tries again, and then it counts.
  defineCheck({
    id: 'pay-receiver/dedup/after-failure',
    title: 'Events whose first attempt the receiver did not take',
    covers: ['pay-receiver.dedup.after-failure'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    run: async (t) => judgeAfterFailure(t, stageOf(t), await t.use(firstEvent), 'pay-receiver.dedup.after-failure'),
  }),

  // Events › Receiver rules: event_id is the key, not the transaction.
  defineCheck({
    id: 'pay-receiver/dedup/key',
    title: 'Two events of one transaction',
    covers: ['pay-receiver.dedup.key-is-event'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(2),
    async run(t) {
      const id = 'pay-receiver.dedup.key-is-event'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t)
      const payment = await transaction(t)
      const before = await deliver(t, stage.party, eventOf(t, payment, PROCESSING), 'processing')
      if (!before.isTaken) {
        const observation = `the receiver takes no event named ${PROCESSING.event} (${statusOf(before.last)})`
        t.markInapplicable(id, observation, [before.last])
        return
      }
      const probe = sight(t, stage, first, [id])
      if (probe === undefined) return
      const completed = first.effect?.status
      if (completed === undefined) {
        const reason = 'the probe does not show what became of a payment'
        unshown(t, stage, first, [id], 'status', reason)
        return
      }
      const end = await deliver(t, stage.party, eventOf(t, payment), 'completed')
      const effect = await settled(
        t,
        stage,
        probe,
        end.occurrence,
        'the second event',
        (each) => each.status === completed,
      )
      t.conclude(id, {
        subject: 'POST webhook (processing, then completed, each with its event_id)',
        expected: `the status ${completed}, as of a payment that is completed`,
        ok: effect.status === completed,
        actual: told(effect),
        evidence: [...before.tries, ...end.tries],
      })
    },
  }),

  // Events › Which URL is called: both use the same payload.
  defineCheck({
    id: 'pay-receiver/dedup/both-urls',
    title: 'One event at webhook_url and at callback_url',
    covers: ['pay-receiver.dedup.both-urls'],
    needs: [...SIGNED, 'paymentReceiver.callbackPath'],
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(5),
    async run(t) {
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t)
      const to = callbackUrlOf(t.service)
      const event = await stage.fresh()
      const one = await deliver(t, stage.party, event, 'at webhook_url')
      const other = await deliver(t, stage.party, event, 'at callback_url', to)
      if (!other.isTaken) t.abortBlocked(`no event is taken at callback_url (${statusOf(other.last)})`, [other.last])
      const probe = sight(t, stage, first, ['pay-receiver.dedup.both-urls'])
      if (probe === undefined) return
      const tries = [...one.tries, ...other.tries]
      await judgeOnce(t, stage, first, 'pay-receiver.dedup.both-urls', event, tries)
      const payment = await transaction(t)
      const two = [
        await deliver(t, stage.party, eventOf(t, payment, { nth: 1 }), 'at webhook_url, with an id'),
        await deliver(t, stage.party, eventOf(t, payment, { nth: 2 }), 'at callback_url, with another id', to),
      ]
      const [{ occurrence }] = two as [(typeof two)[0]]
      const effect = await seen(t, probe, occurrence, 'one change with two ids')
      t.observe(
        'pay-receiver.open.both-urls-two-ids',
        told(effect),
        two.map(({ last }) => last),
      )
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import { look, seen, told } from '../../shared/receiver/effects.ts'
import { deliver, noServerError, statusOf, taken, takenAtFirst } from '../../shared/receiver/party.ts'
import { assertTaken, mark, sight } from '../../shared/receiver/stage.ts'
import { roughly } from '../../shared/receiver/timing.ts'
import { costOf, firstEvent, PROCESSING, SIGNED, unusualEvents, wordsOf } from './control.ts'
import { defineCheck } from './define.ts'
import { amountAs, eventOf, stageOf, transaction } from './events.ts'

/** One amount in three spellings. */
const AMOUNTS = ['500', '500.0', '5e2']

const METADATA: readonly (readonly [label: string, metadata: object])[] = [
  ['empty metadata', {}],
  ['metadata of every kind', { text: '', none: null, list: [1, 'a', {}], deep: { number: 1.5, yes: true } }],
]

const ODD_NAME = { event: 'payment.reviewed', status: 'processing', previous: 'pending' } as const

export const eventsTaken: readonly Check[] = [
  // Events › Receiver rules: respond with a 2xx status.
  defineCheck({
    id: 'pay-receiver/answer/valid',
    title: 'A right event',
    covers: ['pay-receiver.answer.success'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    async run(t) {
      const { last } = (await t.use(firstEvent)).delivered
      t.judge('pay-receiver.answer.success', last, takenAtFirst)
      if (last.response !== undefined)
        t.observe('pay-receiver.open.answer-time', roughly(last.endedAt - last.sentAt), [last])
    },
  }),

  // Resources › Webhook payload: amount is a number, which JSON writes in several ways.
  defineCheck({
    id: 'pay-receiver/payload/amount',
    title: 'One amount in three spellings',
    covers: ['pay-receiver.payload.amount-number'],
    needs: SIGNED,
    uses: [firstEvent, unusualEvents],
    tier: 'write',
    cost: costOf(AMOUNTS.length),
    async run(t) {
      const id = 'pay-receiver.payload.amount-number'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const refused = (await t.use(unusualEvents)).find(({ isTaken }) => !isTaken)
      if (refused !== undefined) t.abortBlocked('unusual bytes are not taken, whatever they say', [refused.last])
      const stage = stageOf(t)
      const { amount } = t.service.probe ?? {}
      const booked: (readonly [string, number | undefined])[] = []
      for (const written of AMOUNTS) {
        const event = eventOf(t, await transaction(t), { written: amountAs(written) })
        const { last, isTaken } = await deliver(t, stage.party, event, `amount ${written}`)
        t.judge(id, last, taken)
        if (!isTaken || stage.probe === undefined || amount === undefined || first.effect?.isThere !== true) continue
        const effect = await seen(t, stage.probe, event, `the amount ${written}`)
        booked.push([written, effect.amount])
        const [, plain] = booked[0] ?? []
        t.conclude(id, {
          subject: `POST webhook (amount ${written})`,
          expected: `the amount ${plain} in the probe`,
          ok: effect.amount === plain,
          actual: String(effect.amount ?? 'none'),
          evidence: [last],
        })
      }
    },
  }),

  // Resources › Webhook payload: metadata is an object.
  defineCheck({
    id: 'pay-receiver/payload/metadata',
    title: 'Metadata that is empty, and metadata of every kind',
    covers: ['pay-receiver.payload.metadata'],
    needs: SIGNED,
    uses: [firstEvent, unusualEvents],
    tier: 'write',
    cost: costOf(METADATA.length),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const refused = (await t.use(unusualEvents)).find(({ isTaken }) => !isTaken)
      if (refused !== undefined) t.abortBlocked('unusual bytes are not taken, whatever they say', [refused.last])
      for (const [label, metadata] of METADATA) {
        const event = eventOf(t, await transaction(t), { metadata })
        const { last } = await deliver(t, stageOf(t).party, event, label)
        t.judge('pay-receiver.payload.metadata', last, taken)
      }
    },
  }),

  // Events › Receiver rules: names of other events are not shown, and there are such.
  defineCheck({
    id: 'pay-receiver/event/other-names',
    title: 'An event with a name that is not shown',
    covers: ['pay-receiver.event.other-names'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(1),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const event = eventOf(t, await transaction(t), ODD_NAME)
      const { last } = await deliver(t, stageOf(t).party, event, `an event ${ODD_NAME.event}`)
      t.judge('pay-receiver.event.other-names', last, noServerError)
      t.observe('pay-receiver.open.other-names', statusOf(last), [last])
    },
  }),

  // States and transitions: completed is terminal. Order of arrival is not shown.
  defineCheck({
    id: 'pay-receiver/status/terminal',
    title: 'An event of an earlier status, behind that of the end',
    covers: ['pay-receiver.status.terminal-kept'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      const id = 'pay-receiver.status.terminal-kept'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t)
      const probe = sight(t, stage, first, [id])
      if (probe === undefined) return
      const { completed, processing } = await wordsOf(t, probe, first.effect)
      if (completed === undefined) {
        const reason = 'the probe does not show what became of a payment'
        t.markUnexercised(id, 'not claimed', reason, stage.lineFor('probe.status'))
        return
      }
      if (completed === processing) {
        t.markInapplicable(id, `the receiver calls a payment ${completed} before and after its end`, [])
        return
      }
      const payment = await transaction(t)
      const end = await deliver(t, stage.party, eventOf(t, payment), 'completed')
      await seen(t, probe, end.occurrence, 'the end of a payment', ({ status }) => status === completed)
      const late = await deliver(t, stage.party, eventOf(t, payment, PROCESSING), 'processing, late')
      await mark(t, stage, probe, 'the late one')
      const effect = await look(t, probe, end.occurrence, 'a payment behind its end')
      t.conclude(id, {
        subject: 'POST webhook (completed, then processing)',
        expected: `the status ${completed} still`,
        ok: effect.status === completed,
        actual: told(effect),
        evidence: [...end.tries, ...late.tries],
      })
    },
  }),
]

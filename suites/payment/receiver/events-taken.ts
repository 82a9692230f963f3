import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type TerminalStatus, terminalStatuses } from '../../../specs/payment/statuses.ts'
import { type Effect, look, told } from '../../shared/receiver/effects.ts'
import { deliver, noServerError, type Occurrence, statusOf, taken, takenAtFirst } from '../../shared/receiver/party.ts'
import { assertTaken, mark, settled, sight, unshown } from '../../shared/receiver/stage.ts'
import { roughly } from '../../shared/receiver/timing.ts'
import { costOf, firstEvent, PROCESSING, SIGNED, unusualEvents } from './control.ts'
import { defineCheck } from './define.ts'
import { amountAs, eventOf, stageOf, type Told, type Transaction, transaction } from './events.ts'

/** One amount in three spellings. */
const AMOUNTS = ['500', '500.0', '5e2']

const METADATA: readonly (readonly [label: string, metadata: object])[] = [
  ['empty metadata', {}],
  ['metadata of every kind', { text: '', none: null, list: [1, 'a', {}], deep: { number: 1.5, yes: true } }],
]

const ODD_NAME = { event: 'payment.reviewed', status: 'processing', previous: 'pending' } as const

const OTHER_ENDS = ['failed', 'expired', 'cancelled'] as const satisfies readonly TerminalStatus[]

const endOf = (status: TerminalStatus): Told => ({ event: `payment.${status}`, status, previous: 'processing' })

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
      t.judge('pay-receiver.answer.success', last, takenAtFirst())
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
        const effect = await settled(t, stage, stage.probe, event, `the amount ${written}`)
        booked.push([written, effect.amount])
        const [, plain] = booked[0] ?? []
        if (plain === undefined) {
          const reason = effect.unfound?.amount ?? 'the probe shows no effect of an event that was taken'
          if (booked.length === 1) t.markBlocked(id, reason, [last])
          continue
        }
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

  // Events › Which URL is called: four statuses are terminal, and the names of the events of three are not shown.
  defineCheck({
    id: 'pay-receiver/event/each-end',
    title: 'Events of every terminal status',
    covers: ['pay-receiver.event.each-end'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(OTHER_ENDS.length),
    async run(t) {
      const id = 'pay-receiver.event.each-end'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      t.judge(id, first.delivered.last, noServerError, { status: 'completed' })
      for (const status of OTHER_ENDS) {
        const { last } = await deliver(t, stageOf(t).party, eventOf(t, await transaction(t), endOf(status)), status)
        t.judge(id, last, noServerError, { status })
      }
    },
  }),

  // States and transitions: four statuses are terminal. Order of arrival is not shown.
  defineCheck({
    id: 'pay-receiver/status/terminal',
    title: 'Events of an earlier status, behind those of the ends',
    covers: ['pay-receiver.status.terminal-kept'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(2 + 2 * terminalStatuses.length),
    async run(t) {
      const id = 'pay-receiver.status.terminal-kept'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t)
      const probe = sight(t, stage, first, [id])
      if (probe === undefined) return
      if (first.effect?.status === undefined) {
        const reason = 'the probe does not show what became of a payment'
        unshown(t, stage, first, [id], 'status', reason)
        return
      }
      const open = eventOf(t, await transaction(t), PROCESSING)
      await deliver(t, stage.party, open, 'event of a payment that is processing')
      const ended: Ended[] = []
      for (const status of [...OTHER_ENDS, 'completed'] as const) {
        const of = await transaction(t)
        const { tries, occurrence: end } = await deliver(t, stage.party, eventOf(t, of, endOf(status)), status)
        ended.push({ status, of, tries, end })
      }
      await mark(t, stage, probe, 'the ends')
      const processing = await look(t, probe, open, 'a payment that is processing')
      const later: (Ended & { readonly before: Effect })[] = []
      for (const each of ended) {
        const before = await look(t, probe, each.end, `a payment that is ${each.status}`)
        if (before.status === undefined || before.status === processing.status) {
          const made = before.isThere
            ? `calls a payment ${before.status} before and after its end`
            : 'makes nothing of it'
          t.markInapplicable(id, `${each.status}: the receiver ${made}`, each.tries)
          continue
        }
        const late = await deliver(t, stage.party, eventOf(t, each.of, PROCESSING), `processing, behind ${each.status}`)
        later.push({ ...each, before, tries: [...each.tries, ...late.tries] })
      }
      await mark(t, stage, probe, 'the late ones')
      for (const { status, end, before, tries } of later) {
        const effect = await look(t, probe, end, `a payment that is ${status}, behind its end`)
        t.conclude(id, {
          subject: `POST webhook (${status}, then processing)`,
          expected: `the status ${before.status} still`,
          ok: effect.status === before.status,
          actual: told(effect),
          evidence: tries,
          at: { status },
        })
      }
    },
  }),
]

/** A payment that an event has ended. */
interface Ended {
  readonly status: TerminalStatus
  readonly of: Transaction
  readonly end: Occurrence
  readonly tries: readonly Exchange[]
}

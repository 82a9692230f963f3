import type { Check } from '../../../kit/check/check.ts'
import { type Effect, look, NOTHING, told } from '../../shared/receiver/effects.ts'
import { deliver, type Occurrence, taken } from '../../shared/receiver/party.ts'
import { assertTaken, mark, settled, sight, tellsApart } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, isOther, REPORTS_ALONE, THERE, type Words, words } from './control.ts'
import { type CheckContext, defineCheck, type RequirementId } from './define.ts'
import { delivered, expired, message, reportFailed, sent, stageOf, submitFailed } from './events.ts'

/** Messages of one send. */
const BATCH = 3

/** Labels that a reader of `status` takes for something else than a delivery. */
const LABELS = ['FAILED', 'X-42']

const NEEDS_PROBE = [...THERE, 'messagingReceiver.probe'] as const

const oneWord = ({ sent: word = 'none' }: Words): string =>
  `the receiver has one word (${word}) for what is sent and delivered`

/** Why nothing is said of a word that may be there, and was not seen. */
const UNLEARNT =
  'nothing was seen of sms.delivered behind sms.sent: it may have been dropped, so that the word for it could not be learnt'

/** Why nothing is said of a word that is the label itself, or follows it: what the receiver does may follow the event. */
const FOLLOWS_LABEL =
  'the status that the probe shows changes with the status label of one and the same event: point messagingReceiver.probe.status at what the receiver does by event'

export const messages: readonly Check[] = [
  // Events › Events and data 1, 2: one event per recipient, job_id shared; reports are keyed by message_id.
  defineCheck({
    id: 'msg-receiver/messages/batch',
    title: 'The events of one send to several recipients, then a report of one of them',
    covers: ['msg-receiver.batch.each-recorded', 'msg-receiver.report.joins-by-message'],
    needs: THERE,
    uses: [firstEvent, words],
    tier: 'write',
    cost: costOf(BATCH + 2),
    async run(t) {
      const each = 'msg-receiver.batch.each-recorded'
      const joins = 'msg-receiver.report.joins-by-message'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t, first)
      const probe = sight(t, stage, first, [each, joins])
      if (probe === undefined) return
      const isSubmit = first.actsOn === 'submits'
      if (!isSubmit) t.markInapplicable(each, REPORTS_ALONE, [first.submit.last])
      const job = t.fresh('job')
      const all: (readonly [Occurrence, Effect])[] = []
      for (let nth = 1; nth <= BATCH; nth += 1) {
        const of = await message(t, job)
        const { occurrence, tries } = await deliver(t, stage.party, sent(t, of), `recipient ${nth} of ${BATCH}`)
        const effect = isSubmit ? await settled(t, stage, probe, occurrence, `recipient ${nth}`) : NOTHING
        all.push([occurrence, effect])
        if (!isSubmit) continue
        const subject = `POST webhook (recipient ${nth} of ${BATCH}, one job_id)`
        t.conclude(each, { subject, expected: 'an effect', ok: effect.isThere, actual: told(effect), evidence: tries })
      }
      if (!tellsApart(t, stage, probe, [joins])) return
      const [[one, before], ...others] = all as [(typeof all)[0], ...typeof all]
      if (isSubmit && before.applied === undefined) {
        const own = await t.use(words)
        if (own.delivered === own.sent) {
          if (own.isUnlearnt) t.markUnexercised(joins, 'not met', UNLEARNT)
          else t.markInapplicable(joins, oneWord(own), own.evidence)
          return
        }
      }
      const report = delivered(t, { id: one.names.id ?? '', job, recipient: '' })
      const { tries } = await deliver(t, stage.party, report, 'the report of the first')
      const after = await settled(t, stage, probe, one, 'the first recipient', isOther(before))
      await mark(t, stage, probe, 'the report')
      const strays: Effect[] = []
      for (const [index, [other, earlier]] of others.entries()) {
        const later = await look(t, probe, other, `recipient ${index + 2} behind the report`)
        if (isOther(earlier)(later)) strays.push(later)
      }
      const [stray] = strays
      t.conclude(joins, {
        subject: `POST webhook (a report of one message of ${BATCH})`,
        expected: 'another effect of this message alone',
        ok: isOther(before)(after) && stray === undefined,
        actual: stray === undefined ? `${told(after)}, as before` : `${told(stray)} of another message`,
        evidence: tries,
      })
    },
  }),

  // Events › Events and data 4: status is opaque, event decides.
  defineCheck({
    id: 'msg-receiver/messages/labels',
    title: 'Labels that seem to say something else than their event',
    covers: ['msg-receiver.status.delivered-whatever-label', 'msg-receiver.status.failed-whatever-label'],
    needs: NEEDS_PROBE,
    uses: [firstEvent, words],
    tier: 'write',
    cost: costOf(2 * LABELS.length + 1),
    async run(t) {
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const { actsOn } = first
      const own = await t.use(words)
      const arrived = 'msg-receiver.status.delivered-whatever-label'
      if (own.isUnlearnt) t.markUnexercised(arrived, 'not met', UNLEARNT)
      else if (own.delivered === own.failed || own.delivered === own.sent || own.delivered === undefined) {
        if (own.delivered !== undefined && (await wordFor(t, 'FAILED')) !== own.delivered)
          t.markUnexercised(arrived, 'not met', FOLLOWS_LABEL)
        else t.markInapplicable(arrived, 'the receiver has no word of its own for what is delivered', own.evidence)
      } else
        for (const label of LABELS) {
          const of = await message(t)
          await deliver(t, stageOf(t).party, sent(t, of), `sms.sent, before ${label}`)
          await judgeWord(t, arrived, delivered(t, of, label), `sms.delivered with the status ${label}`, own.delivered)
        }
      const failed = 'msg-receiver.status.failed-whatever-label'
      if (own.failed === own.sent || own.failed === own.delivered || own.failed === undefined)
        t.markInapplicable(failed, 'the receiver has no word of its own for what failed', own.evidence)
      else
        await judgeWord(
          t,
          failed,
          (actsOn === 'submits' ? submitFailed : reportFailed)(t, await message(t), 'SENT'),
          'sms.failed with the status SENT',
          own.failed,
        )
    },
  }),

  // Events › Events and data: accepted for routing is no proof of delivery.
  defineCheck({
    id: 'msg-receiver/messages/sent',
    title: 'A message of which nothing but sms.sent is known',
    covers: ['msg-receiver.event.sent-no-proof'],
    needs: NEEDS_PROBE,
    uses: [firstEvent, words],
    tier: 'write',
    async run(t) {
      const id = 'msg-receiver.event.sent-no-proof'
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const own = await t.use(words)
      const isProof = /deliver/.test(own.sent ?? '') && !/un|not|for|pending/.test(own.sent ?? '')
      if (!isProof && own.sent === own.delivered) {
        if (own.isUnlearnt) t.markUnexercised(id, 'not met', UNLEARNT)
        else t.markInapplicable(id, oneWord(own), own.evidence)
        return
      }
      t.conclude(id, {
        subject: 'POST webhook (sms.sent alone)',
        expected: 'no delivery in the probe',
        ok: !isProof,
        actual: String(own.sent),
        evidence: first.submit.tries,
      })
    },
  }),

  // Events › Events and data: the rows of the table, each as it may come.
  defineCheck({
    id: 'msg-receiver/messages/forms',
    title: 'Every event of the table, in each form that it has',
    covers: [
      'msg-receiver.event.failed-both-forms',
      'msg-receiver.event.expired',
      'msg-receiver.event.submitted-optional',
    ],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(7),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const { party } = stageOf(t)
      const known = async (label: string) => {
        const of = await message(t)
        await deliver(t, party, sent(t, of), `sms.sent, before ${label}`)
        return of
      }
      const judge = async (id: FormId, event: Occurrence, label: string) =>
        void t.judge(id, (await deliver(t, party, event, label)).last, taken)
      const both = 'msg-receiver.event.failed-both-forms'
      await judge(both, submitFailed(t, await message(t)), 'sms.failed of a submit')
      await judge(both, reportFailed(t, await known('sms.failed')), 'sms.failed of a delivery report')
      await judge('msg-receiver.event.expired', expired(t, await known('sms.expired')), 'sms.expired')
      const of = await message(t)
      const bare = sent(t, of, 'SENT')
      const text = bare.body.toString('utf8').replace(/,"submitted_to_provider":"[^"]*"/, '')
      const without = { ...bare, body: Buffer.from(text) }
      await judge('msg-receiver.event.submitted-optional', without, 'sms.sent without submitted_to_provider')
    },
  }),

  // Events › Events and data 2: nothing is said of a report that comes first.
  defineCheck({
    id: 'msg-receiver/messages/report-first',
    title: 'A delivery report before its sms.sent',
    covers: ['msg-receiver.answer.success'],
    needs: NEEDS_PROBE,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(3),
    async run(t) {
      const first = await t.use(firstEvent)
      assertTaken(t, first)
      const stage = stageOf(t, first)
      const of = await message(t)
      const early = await deliver(t, stage.party, delivered(t, of), 'sms.delivered, first')
      const later = await deliver(t, stage.party, sent(t, of), 'sms.sent, behind it')
      t.judge('msg-receiver.answer.success', later.last, taken)
      const probe = t.claimed('messagingReceiver.probe')
      await mark(t, stage, probe, 'a message of two events')
      const effect = await look(t, probe, later.occurrence, 'a message whose report came first')
      t.observe('msg-receiver.open.report-first', told(effect), [early.last, later.last])
    },
  }),
]

type FormId =
  | 'msg-receiver.event.failed-both-forms'
  | 'msg-receiver.event.expired'
  | 'msg-receiver.event.submitted-optional'

/** What is shown of a message that is delivered, its label being another one. */
async function wordFor(t: CheckContext, label: string): Promise<string | undefined> {
  const probe = t.service.probe
  if (probe === undefined) return undefined
  const stage = stageOf(t, await t.use(firstEvent))
  const of = await message(t)
  await deliver(t, stage.party, sent(t, of), `sms.sent, before ${label}`)
  const what = `sms.delivered with the status ${label}`
  const { occurrence } = await deliver(t, stage.party, delivered(t, of, label), what)
  return (await settled(t, stage, probe, occurrence, what)).status
}

/** Delivers an event and holds what became of its message against a word. */
async function judgeWord(
  t: CheckContext,
  id: RequirementId,
  event: Occurrence,
  label: string,
  word: string,
): Promise<void> {
  const probe = t.service.probe
  if (probe === undefined) return
  const stage = stageOf(t, await t.use(firstEvent))
  const { tries, occurrence } = await deliver(t, stage.party, event, label)
  const effect = await settled(t, stage, probe, occurrence, label, (each) => each.status === word)
  t.conclude(id, {
    subject: `POST webhook (${label})`,
    expected: `the status ${word}, as of such an event with its usual label`,
    ok: effect.status === word,
    actual: told(effect),
    evidence: tries,
  })
}

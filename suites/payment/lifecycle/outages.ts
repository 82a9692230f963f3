import type { Check } from '../../../kit/check/check.ts'
import type { Evidence } from '../../../kit/check/context.ts'
import type { Depth } from '../../../kit/check/depth.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText, status, valueAt } from '../../../kit/match/index.ts'
import { validCreation } from '../client/acceptance.ts'
import { CREATE, type Creation, create, keyOf, merchantOf } from '../client/api.ts'
import { freshKey } from '../client/bodies.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type Draft, draft, mobilePayment } from '../client/payment.ts'
import { outcomeDraft, refusedBy } from '../client/recipes.ts'
import { Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { creationOfKind, OTHER_KINDS } from '../creation/completed-kinds.ts'
import { cellsOf, hasTurn, NO_TURN, typically } from '../creation/kind-turns.ts'
import { inTurn } from '../creation/refusals/turns.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'
import { chargeable, namesPayments } from '../webhooks/deliveries.ts'
import { judgeUpstream, upstreamRow } from './outcomes.ts'

/** Pauses before further retries, s on the clock of the documents: the first one follows at once. A quick run has no more time. */
const PAUSES: Readonly<Record<Depth, readonly number[]>> = {
  quick: [0, 1, 2],
  standard: [0, 5, 10, 20],
  deep: [0, 5, 10, 20],
}

/** Deliveries that a judgement names. */
const TOLD = 5

const isOut = ({ response }: Exchange): boolean => response === undefined || response.status >= 500

const isUpstreamOut = refusal(['502 PROVIDER_UNAVAILABLE'])

const isMade = (answer: Exchange): boolean => status('2xx').test(answer).ok

/** Ids of the payments that an answer to a creation speaks of. */
function idsIn(answer: Exchange, found: Records): string[] {
  const existing = valueAt(json(answer.response), '/details/existing_transaction_id')
  const id = isMade(answer) ? found.id(answer) : isUuidText(existing) ? existing : undefined
  return id === undefined ? [] : [id.toLowerCase()]
}

function send(t: CheckContext, sent: Draft, label: string, expects: Creation['expects']): Promise<Exchange> {
  return create(t, { label, as: sent.key, body: sent.body, idempotencyKey: sent.idempotencyKey, expects })
}

/** Another trouble than the outage that the recipe brings about. */
const isPassing = (answer: Exchange): boolean =>
  troubleIn(answer, 'pay.create.mobile') !== undefined && cameBack(answer) !== '502 PROVIDER_UNAVAILABLE'

const isConflict = (answer: Exchange): boolean => refusal(['409 CONFLICT']).test(answer).ok

/** Retries until the outage is over; the first attempt may be under way for a moment, which is a conflict. */
async function retry(t: CheckContext, sent: Draft): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (const seconds of PAUSES[t.depth]) {
    await t.pause(t.clock.scaled(seconds))
    const answer = await send(t, sent, 'retry after the outage', 'new')
    answers.push(answer)
    if (!isOut(answer) && !isConflict(answer)) break
  }
  return answers
}

/**
 * The same creation under a key of its own, and then once more under the first one, whose every retry met the outage:
 * undefined where the outage goes on for everybody.
 */
async function afterAnother(t: CheckContext, sent: Draft): Promise<readonly Exchange[] | undefined> {
  const other = { ...sent, idempotencyKey: freshKey(t) }
  // An outage may be of the first attempt with each key.
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await send(t, other, 'the same under another key, after the outage', 'new')
    if (isMade(answer)) return [answer, await send(t, sent, 'retry once another key was served', 'replayed')]
  }
  return undefined
}

/** A key that answers every retry with a conflict, or with an outage that is over, cannot be retried with. */
async function judgeTaken(t: CheckContext, sent: Draft, retries: readonly Exchange[]): Promise<void> {
  const id = 'pay.idempotency.retry-after-outage'
  const clear = retries.filter((answer) => !isOut(answer))
  const [control, last] = (clear.length === 0 ? await afterAnother(t, sent) : undefined) ?? []
  if (control !== undefined && last !== undefined && isOut(last)) {
    t.conclude(id, {
      ok: false,
      subject: `${CREATE} (${retries.length + 1} retries after an outage)`,
      expected: 'the payment, or another answer than that of the outage',
      actual: `${cameBack(last)} to each of them, while the same under another key was answered ${cameBack(control)}`,
      evidence: [last, control, ...retries.slice(-1)],
    })
    return
  }
  if (clear.length === 0) {
    t.markUnexercised(
      id,
      'not met',
      `every retry met the outage as well: payment.outcomes.providerUnavailable needs one that is over by then${t.depth === 'quick' ? ', and a quick run waits 3 s at most' : ''}`,
    )
    return
  }
  t.conclude(id, {
    ok: !clear.every(isConflict),
    subject: `${CREATE} (${retries.length} retries after an outage)`,
    expected: 'the payment, or another answer than 409 CONFLICT',
    actual: `409 CONFLICT to ${clear.length === retries.length ? 'each of them' : 'all that met no outage'}`,
    evidence: clear,
  })
}

/** Retries a creation that met an outage until that is over: they lead to one payment, with which they are answered. */
async function judgeRetries(t: CheckContext, sent: Draft, first: Exchange): Promise<void> {
  const id = 'pay.idempotency.after-provider-unavailable'
  const retries = await retry(t, sent)
  await judgeTaken(t, sent, retries)
  const last = retries.at(-1)
  const found = await t.use(records)
  if (last === undefined || idsIn(last, found).length === 0) {
    t.markUnexercised(
      id,
      'not met',
      `no retry came to a payment: ${last === undefined ? 'none was sent' : cameBack(last)}`,
    )
    return
  }
  const answers = [first, ...retries, await send(t, sent, 'replay after the outage', 'replayed')]
  const ids = new Set(answers.flatMap((each) => idsIn(each, found)))
  // Nobody else used the reference: the payment in the way is the one that the retry looks for.
  const inTheWay = retries.find((each) => !isMade(each) && idsIn(each, found).length > 0)
  t.conclude(id, {
    ok: ids.size === 1 && inTheWay === undefined,
    subject: `${CREATE} (retries after an outage)`,
    expected: 'one payment, which retries answer with',
    actual: `${ids.size === 1 ? 'one payment' : `${ids.size} ids of payments`}: ${[...ids].join(', ')}${inTheWay === undefined ? '' : `, and ${cameBack(inTheWay)}`}`,
    evidence: answers,
  })
}

interface Story {
  readonly reference: string
  readonly ids: Set<string>
  /** Payments that other creations with the reference were answered with: another merchant's, or a later one. */
  readonly others: ReadonlySet<string>
  readonly evidence: Evidence[]
}

/** Creations by the key they share, for every key that met PROVIDER_UNAVAILABLE, with the ids that their answers name. */
function outages(exchanges: readonly Exchange[], found: Records): Story[] {
  const creations = exchanges.filter(({ operation }) => operation === CREATE)
  const hit = creations.filter((each) => valueAt(json(each.response), '/error_code') === 'PROVIDER_UNAVAILABLE')
  return [...new Set(hit.map(keyOf))]
    .filter((key) => key !== '')
    .map((key) => {
      const own = creations.filter((each) => keyOf(each) === key)
      const reference = valueAt(json(own[0]?.request), '/reference')
      return {
        reference: String(reference),
        ids: new Set(own.flatMap((each) => idsIn(each, found))),
        others: new Set(
          creations
            .filter((each) => isMade(each) && (keyOf(each) !== key || merchantOf(each) !== merchantOf(own[0] ?? each)))
            .flatMap((each) => idsIn(each, found)),
        ),
        evidence: [...own],
      }
    })
}

export const providerOutages: readonly Check[] = [
  // Errors › Retry rules: retry with the same key after PROVIDER_UNAVAILABLE; no duplicate charge occurs.
  defineCheck({
    id: 'pay/outages/retry',
    title: 'An outage answers PROVIDER_UNAVAILABLE, and retries with its key lead to one payment',
    covers: [
      'pay.upstream.unavailable',
      'pay.idempotency.after-provider-unavailable',
      'pay.idempotency.retry-after-outage',
    ],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.providerUnavailable'],
    uses: [validCreation, mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: 10 },
      spends: { payments: 10 },
      typical: { requests: { live: 3 }, spends: { payments: 2 } },
    },
    run: async (t) => {
      // Where a creation shows several UUIDs, this settles which one is the id.
      await t.use(mobilePayment)
      let sent = await outcomeDraft(t, 'providerUnavailable', 'own')
      let first = await send(t, sent, sent.label, 'refused')
      if (isPassing(first)) {
        sent = await outcomeDraft(t, 'providerUnavailable', 'own')
        first = await send(t, sent, sent.label, 'refused')
      }
      judgeUpstream(
        t,
        'pay.upstream.unavailable',
        first,
        refusedBy('providerUnavailable', upstreamRow('502 PROVIDER_UNAVAILABLE')),
      )
      if (!isOut(first)) t.abortUnexercised('not met', `the creation met no outage: ${cameBack(first)}`)
      await judgeRetries(t, sent, first)
    },
  }),

  // The same of payments of other kinds. Whether the values of the recipe are looked at there is open: only the outage shows it.
  defineCheck({
    id: 'pay/outages/retry-of-kinds',
    title: 'Retries with the key of a card or QR payment that met an outage lead to one payment',
    covers: ['pay.idempotency.after-provider-unavailable', 'pay.idempotency.retry-after-outage'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.providerUnavailable'],
    needsAnyOf: [['payment.bodies.card', 'payment.bodies.qr']],
    uses: [mobilePayment, cardCreation, qrCreation, records],
    tier: 'write',
    cost: {
      requests: { live: 20 },
      spends: { payments: 20 },
      typical: {
        requests: {},
        spends: { payments: 0 },
        isSample: true,
        deepSpends: { payments: 4 },
        at: typically(2, 3, 2),
      },
    },
    run: async (t) => {
      if (!hasTurn(t, 'outages')) t.abortUnexercised('not met', NO_TURN)
      await t.use(mobilePayment)
      const members = t.service.outcomes?.providerUnavailable?.with
      let wasOut = false
      for (const kind of inTurn(t, OTHER_KINDS, cellsOf(t.target))) {
        if (members === undefined || (await creationOfKind(t, kind)) === undefined) continue
        const sent = draft(t, { label: `providerUnavailable, ${kind} payment`, kind, members })
        const first = await send(t, sent, sent.label, 'refused')
        if (!isUpstreamOut.test(first).ok) continue
        wasOut = true
        await judgeRetries(t, sent, first)
      }
      if (!wasOut)
        t.abortUnexercised(
          'not met',
          'no card or QR payment met the outage that payment.outcomes.providerUnavailable names',
        )
    },
  }),

  // The same promise, as the events tell it: a payment that the outage left behind is reported under an id of its own.
  defineRule({
    id: 'pay/outages/events',
    title: 'Events of a creation that met an outage tell of one payment',
    covers: ['pay.idempotency.after-provider-unavailable'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.providerUnavailable'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const id = 'pay.idempotency.after-provider-unavailable'
      const stories = outages(t.exchanges(), new Records(t.service.record ?? {}))
      let judged = false
      for (const { reference, ids, others, evidence } of stories) {
        const { ids: named, told } = chargeable(t, reference)
        if (told.length === 0 || !namesPayments(t)) continue
        judged = true
        const all = new Set([...ids, ...named].filter((each) => !others.has(each)))
        t.conclude(id, {
          ok: all.size <= 1,
          subject: `the events of the reference ${reference}`,
          expected: 'one payment',
          actual: `${all.size} payments: ${[...all].join(', ')}`,
          evidence: [...evidence, ...told.slice(0, TOLD)],
        })
      }
      if (!judged) t.markUnexercised(id, 'not met', 'no event told of a creation that had met PROVIDER_UNAVAILABLE')
    },
  }),
]

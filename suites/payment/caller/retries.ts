import { sectionOf } from '../../../kit/target/target.ts'
import type { Answer, Delivery } from '../../../kit/webhooks/delivery.ts'
import { interruptions } from '../../../specs/payment/caller/requirements.ts'
import { flatness, isPatient, judgeDone, memberOf, pausesOf, silenceOf, titleOf } from '../../shared/caller/judging.ts'
import { outageIn, scaledFor, silence } from '../../shared/caller/scenario.ts'
import { type Payment, paymentAnswer, refusal } from './answers.ts'
import { type Creation, create, differences, KEYLESS, keyOf, type Player } from './creation.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { created, RECORD_LINE, unread } from './fixtures.ts'
import { paymentCallerSection } from './section.ts'

type Interruption = (typeof interruptions)[number]

/** Seconds until a limiter lets requests pass again. */
const RESET = 3

const limited = (reset: string): Answer => {
  const told = refusal('RATE_LIMIT_EXCEEDED')
  return { ...told, headers: { ...told.headers, 'X-RateLimit-Reset': reset } }
}

/** What a creation meets before it goes well. An answer that is lost leaves a payment behind, which the next one finds. */
function answersTo(t: Player, after: Interruption, payment: Payment): readonly Answer[] {
  const found = paymentAnswer(t.service, payment, { status: 200 })
  switch (after) {
    case 'time-out':
      return [silence(t), found, found, found]
    case 'lost connection':
      return [{ kind: 'reset' }, found, found, found]
    case '429':
      return [limited('1')]
    case '500':
      return [refusal('INTERNAL_ERROR')]
    case '502 PROVIDER_UNAVAILABLE':
      return [refusal('PROVIDER_UNAVAILABLE')]
    default:
      return [refusal('PROVIDER_ERROR')]
  }
}

const COVERS = [
  'pay-caller.key.same-on-retry',
  'pay-caller.retry.same-request',
  'pay-caller.retry.same-bytes',
  'pay-caller.retry.happens',
  'pay-caller.retry.replay-is-success',
] as const

const slug = (after: string): string => after.toLowerCase().replace(/[^a-z0-9]+/g, '-')

// Retry with the same key after time-outs, 429, PROVIDER_UNAVAILABLE and other 5xx; a retry that finds the original payment
// is answered 200 with it. Payment › Errors › Retry rules.
const repetition = (after: Interruption) =>
  defineCheck({
    id: `pay-caller/retries/after-${slug(after)}`,
    title: `A creation that met ${after} is sent again with its key, if at all`,
    covers: COVERS,
    uses: [created],
    run: async (t) => {
      const blind = unread(await t.use(created))
      const met = await create(t, `retries after ${after}`, (payment) => answersTo(t, after, payment))
      if (after === '502 PROVIDER_ERROR' && (met.creations.length > 1 || met.fault === undefined)) {
        const again = met.creations.length > 1 ? 'it is sent again' : 'it is not sent again'
        t.observe('pay-caller.open.provider-error', again, met.creations)
      }
      judgeRepetition(t, met, after, blind)
    },
  })

function judgeRepetition(t: CheckContext, met: Creation, after: Interruption, blind: string | undefined): void {
  const { creations } = met
  const [first, ...again] = creations
  if (first === undefined) {
    for (const id of COVERS) t.markBlocked(id, met.fault ?? 'the client sent no creation', met.requests)
    return
  }
  // Who died would perhaps have sent it again.
  if (again.length === 0 && met.fault !== undefined) {
    for (const id of COVERS) t.markBlocked(id, met.fault, [first])
    return
  }
  const subject = `a creation after ${after}`
  const at = { after }
  const common = { subject, evidence: creations }
  const happens = { ...common, expected: 'it is sent again' }
  t.conclude(
    'pay-caller.retry.happens',
    again.length > 0 ? { ok: true, ...happens } : { ok: false, actual: 'nothing is sent again', ...happens },
  )
  if (again.length === 0) {
    const others = COVERS.filter((id) => id !== 'pay-caller.retry.happens')
    for (const id of others) t.markInapplicable(id, `the client sends nothing again after ${after}`, [first])
    return
  }
  const key = keyOf(first)
  const other = again.find((each) => keyOf(each) !== key)
  const same = { ...common, at, expected: 'the same Idempotency-Key' }
  if (creations.every((each) => !keyOf(each))) t.markUnexercised('pay-caller.key.same-on-retry', 'not met', KEYLESS)
  else
    t.conclude(
      'pay-caller.key.same-on-retry',
      other === undefined
        ? { ok: true, ...same }
        : { ok: false, ...same, actual: keyOf(other) === undefined ? 'none' : 'another one' },
    )
  const changed = [...new Set(again.flatMap((each) => differences(each.json, first.json)))]
  const asked = { ...common, at, expected: 'the same payment' }
  if (creations.every(({ json }) => typeof json !== 'object'))
    t.markUnexercised('pay-caller.retry.same-request', 'not met', 'the body of a creation is no JSON')
  else
    t.conclude(
      'pay-caller.retry.same-request',
      changed.length === 0 ? { ok: true, ...asked } : { ok: false, ...asked, actual: `another ${changed.join(', ')}` },
    )
  const bytes = { ...common, expected: 'the same bytes' }
  t.conclude(
    'pay-caller.retry.same-bytes',
    changed.length > 0 || again.every(({ digest }) => digest === first.digest)
      ? { ok: true, ...bytes }
      : { ok: false, ...bytes, actual: 'the same values in other bytes' },
  )
  if (after !== 'time-out' && after !== 'lost connection') {
    t.markUnexercised('pay-caller.retry.replay-is-success', 'not met', 'no answer was lost')
    return
  }
  if (blind !== undefined && met.told?.ok === true) {
    t.markUnexercised('pay-caller.retry.replay-is-success', 'not claimed', blind, RECORD_LINE)
    return
  }
  judgeDone(t, 'pay-caller.retry.replay-is-success', met, {
    when: 'a 200 with the original payment',
    isRight: (result) => [undefined, met.payment.id].includes(memberOf(result, 'id') as string | undefined),
  })
}

/** Outages in a row: as many pauses, which grow. */
const OUTAGES = 3

const FORMS = ['Unix seconds', 'seconds from now', 'a date'] as const

/** A time to come as a reset tells it, and how long that is, ms on the clock of the client. */
function resetAs(form: (typeof FORMS)[number], now: number): string {
  const due = now + RESET * 1000
  switch (form) {
    case 'Unix seconds':
      return String(Math.ceil(due / 1000))
    case 'seconds from now':
      return String(RESET)
    default:
      return new Date(Math.ceil(due / 1000) * 1000).toISOString()
  }
}

function waitOf(form: (typeof FORMS)[number], value: string, arrivedAt: number): number {
  if (form === 'seconds from now') return Number(value)
  const due = form === 'Unix seconds' ? Number(value) * 1000 : Date.parse(value)
  return Math.max(0, due - arrivedAt) / 1000
}

const resetIn = ({ answer: given }: Delivery): string =>
  (given.kind === 'status' ? given.headers?.['X-RateLimit-Reset'] : undefined) ?? ''

export const retryChecks = [
  ...interruptions.map(repetition),
  // PROVIDER_UNAVAILABLE is retried with backoff. Payment › Errors › Not found, rate limit, server, upstream.
  defineCheck({
    id: 'pay-caller/retries/backoff',
    title: 'Pauses between retries grow',
    covers: ['pay-caller.retry.backoff'],
    uses: [created],
    cost: { waits: (target) => outageIn(sectionOf(target, paymentCallerSection)) },
    run: async (t) => {
      await t.use(created)
      const outages = Array.from({ length: OUTAGES }, () => refusal('PROVIDER_UNAVAILABLE'))
      const met = await create(t, 'outages in a row', outages)
      const { creations, requests } = met
      const pauses = pausesOf(creations)
      const nothing = silenceOf(met, creations) ?? (pauses.length < 2 ? met.fault : undefined)
      if (nothing !== undefined) t.abortBlocked(nothing, requests)
      t.observe(
        'pay-caller.open.attempts',
        creations.length === 1
          ? '1 attempt, no pause'
          : `${creations.length} attempts, pauses of ${pauses.join(', ')} ms`,
        creations,
      )
      if (pauses.length < 2) {
        t.markInapplicable(
          'pay-caller.retry.backoff',
          `the client sends a creation ${creations.length === 1 ? 'once' : `${creations.length} times`} at most`,
          requests,
        )
        return
      }
      const flat = flatness(pauses, (seconds) => scaledFor(t, seconds))
      const common = {
        subject: 'a creation after 502 PROVIDER_UNAVAILABLE',
        expected: 'pauses that grow',
        evidence: creations,
      }
      t.conclude(
        'pay-caller.retry.backoff',
        flat === undefined ? { ok: true, ...common } : { ok: false, actual: flat, ...common },
      )
    },
  }),
  // X-RateLimit-Reset indicates when to retry. Payment › Errors › Not found, rate limit, server, upstream.
  defineCheck({
    id: 'pay-caller/retries/reset',
    title: 'After a 429 nothing is sent again before the reset',
    covers: ['pay-caller.retry.after-reset'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const found = await Promise.all(
        FORMS.map(async (form) => {
          // Until a client sends its request others may go first: a time to come is told from then on.
          const met = await create(t, `a reset as ${form}`, [(arrivedAt) => limited(resetAs(form, arrivedAt))])
          const [first, again] = met.creations
          if (first === undefined || again === undefined) return { form, met, isKept: undefined }
          const wait = waitOf(form, resetIn(first), first.arrivedAt)
          return { form, met, isKept: isPatient(first, again, scaledFor(t, wait)), pause: pausesOf([first, again])[0] }
        }),
      )
      const seen = found.filter(({ isKept }) => isKept !== undefined)
      if (seen.length === 0) {
        const evidence = found.flatMap(({ met }) => met.requests)
        const fault = found
          .map(({ met }) => silenceOf(met, met.creations) ?? met.fault)
          .find((each) => each !== undefined)
        if (fault !== undefined) t.abortBlocked(fault, evidence)
        t.markInapplicable('pay-caller.retry.after-reset', 'the client sends nothing again after a 429', evidence)
        return
      }
      const isDeaf = seen.every(({ isKept }) => isKept === false)
      for (const { form, met, isKept, pause } of seen) {
        const [first] = met.creations
        const subject = `${first === undefined ? 'a creation' : titleOf(first)} after a 429 with a reset as ${form}`
        const common = { subject, expected: 'nothing sent again before it', evidence: met.creations.slice(0, 2) }
        t.conclude(
          'pay-caller.retry.after-reset',
          isKept === true
            ? { ok: true, ...common }
            : { ok: false, ...common, actual: `sent again after ${pause} ms`, soft: !isDeaf },
        )
      }
    },
  }),
]

import { terminalStatuses } from '../../../specs/payment/statuses.ts'
import { judgeDone, memberOf, shown, silenceOf, titleOf } from '../../shared/caller/judging.ts'
import { type Played, play, playAll, scaledFor, uuidFor } from '../../shared/caller/scenario.ts'
import { isRead, isRefresh, paymentAnswer, refusal, serving } from './answers.ts'
import { create, givenFor, keyFor } from './creation.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { created, RECORD_LINE, unread } from './fixtures.ts'

const SUCCESSES = [200, 201, 202] as const

/** Reads before the end of a payment is there. */
const BEFORE = 2
/** Reads with one key, one after the other, of which the first meets the limiter. */
const READS = 4
const RESET = 2

const STATUSLESS =
  'the driver tells no status of a payment: have it answer {"ok": true, "result": {"id": …, "status": …}}'

export const successChecks = [
  // A creation answers with the payment; its status is not shown. Payment › Endpoints.
  defineCheck({
    id: 'pay-caller/success/statuses',
    title: 'A creation is told as done at 200, 201 and 202',
    covers: ['pay-caller.success.any'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      for (const status of SUCCESSES) {
        const met = await create(t, `created with ${status}`, (payment) => {
          const good = paymentAnswer(t.service, payment, { status })
          return [good, good, good, good]
        })
        judgeDone(t, 'pay-caller.success.any', met, {
          when: `a ${status} with the payment`,
          at: { status: String(status) },
        })
      }
    },
  }),
  // A payment is read with GET. Payment › Endpoints.
  defineCheck({
    id: 'pay-caller/success/read',
    title: 'A payment that is read is told with its status',
    covers: ['pay-caller.read.status'],
    uses: [created],
    run: async (t) => {
      const blind = unread(await t.use(created))
      if (blind !== undefined) t.abortUnexercised('not claimed', blind, RECORD_LINE)
      const name = 'a read'
      const payment = { id: uuidFor(t.seed, name), reference: 'ref' }
      const reads = [paymentAnswer(t.service, payment, { status: 200, state: 'processing' })]
      const met = await play(
        t,
        {
          name: `pay-caller/${name}`,
          operation: 'read',
          input: { id: payment.id },
          given: givenFor(t, name),
          serve: serving(t.service, payment, { reads }),
        },
        keyFor(t, name),
      )
      const nothing = silenceOf(met)
      if (nothing !== undefined) t.markBlocked('pay-caller.read.status', nothing)
      else if (met.told?.ok === true && memberOf(met.told.result, 'status') === undefined)
        t.markUnexercised('pay-caller.read.status', 'not driven', STATUSLESS)
      else
        judgeDone(t, 'pay-caller.read.status', met, {
          when: 'a payment that is processing',
          isRight: (result) => memberOf(result, 'status') === 'processing',
        })
    },
  }),
  // A refresh that fails upstream is safe to retry. Payment › Endpoints.
  defineCheck({
    id: 'pay-caller/success/refresh',
    title: 'A refresh that met PROVIDER_ERROR',
    covers: ['pay-caller.refresh.repeated'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const name = 'a refresh that fails upstream'
      const payment = { id: uuidFor(t.seed, name), reference: 'ref' }
      const scenario = {
        name: `pay-caller/${name}`,
        operation: 'refresh',
        input: { id: payment.id },
        given: givenFor(t, name),
        serve: serving(t.service, payment, { reads: [refusal('PROVIDER_ERROR')] }),
      }
      const met = await play(t, scenario, keyFor(t, name))
      const [first, ...again] = met.requests.filter(isRefresh)
      const id = 'pay-caller.refresh.repeated'
      if (first === undefined) {
        t.markBlocked(id, met.fault ?? 'the client sent no refresh', met.requests)
        return
      }
      const common = { subject: titleOf(first), expected: 'it is sent again', evidence: met.requests }
      t.conclude(
        id,
        again.length > 0 ? { ok: true, ...common } : { ok: false, actual: 'it is not sent again', ...common },
      )
    },
  }),
  // GET is the polling fallback; four statuses are terminal. Payment › States and transitions.
  defineCheck({
    id: 'pay-caller/success/polling',
    title: 'Polling ends at each terminal status',
    covers: ['pay-caller.poll.terminal', 'pay-caller.poll.stops'],
    uses: [created],
    run: async (t) => {
      const blind = unread(await t.use(created))
      if (blind !== undefined) t.abortUnexercised('not claimed', blind, RECORD_LINE)
      await Promise.all(terminalStatuses.map((status) => pollTo(t, status)))
    },
  }),
  // 60 requests a minute per key. Payment › Limits.
  defineCheck({
    id: 'pay-caller/success/limit',
    title: 'Requests after a 429 wait for the reset',
    covers: ['pay-caller.rate.pauses'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const name = 'reads beyond the limit'
      const payment = { id: uuidFor(t.seed, name), reference: 'ref' }
      const limited = refusal('RATE_LIMIT_EXCEEDED')
      const reads = [{ ...limited, headers: { ...limited.headers, 'X-RateLimit-Reset': String(RESET) } }]
      const operation = { operation: 'read', input: { id: payment.id }, given: givenFor(t, name) }
      const scenario = { name: `pay-caller/${name}`, serve: serving(t.service, payment, { reads }) }
      const played = await playAll(
        t,
        scenario,
        keyFor(t, name),
        Array.from({ length: READS }, () => operation),
      )
      const requests = played.at(-1)?.requests ?? []
      const [first, next] = requests
      if (first === undefined || next === undefined) {
        t.markBlocked('pay-caller.rate.pauses', 'the client sent fewer than two reads', requests)
        return
      }
      const pause = Math.round(next.arrivedMono - first.arrivedMono)
      const common = { subject: 'requests after a 429', expected: 'none before the reset', evidence: [first, next] }
      const isKept = pause >= scaledFor(t, RESET) * 0.9
      t.conclude(
        'pay-caller.rate.pauses',
        isKept ? { ok: true, ...common } : { ok: false, actual: `one after ${pause} ms`, ...common },
      )
    },
  }),
]

/** Has a client wait for the end of a payment that reaches it after a few reads. */
async function pollTo(t: CheckContext, status: (typeof terminalStatuses)[number]): Promise<void> {
  const name = `polling until ${status}`
  const payment = { id: uuidFor(t.seed, name), reference: 'ref' }
  const state = (each: string) => paymentAnswer(t.service, payment, { status: 200, state: each })
  const ending = Array.from({ length: 200 }, () => state(status))
  const met = await play(
    t,
    {
      name: `pay-caller/${name}`,
      operation: 'wait',
      input: { id: payment.id },
      given: givenFor(t, name),
      serve: serving(t.service, payment, {
        reads: [...Array.from({ length: BEFORE }, () => state('processing')), ...ending],
      }),
    },
    keyFor(t, name),
  )
  judgePolling(t, met, status)
}

function judgePolling(t: CheckContext, met: Played, status: (typeof terminalStatuses)[number]): void {
  const reads = met.requests.filter(isRead)
  const at = { status }
  const nothing = silenceOf(met, reads)
  if (nothing !== undefined) {
    for (const id of ['pay-caller.poll.terminal', 'pay-caller.poll.stops'] as const) t.markBlocked(id, nothing)
    return
  }
  const subject = `polling until ${status}`
  const { told, fault } = met
  const said = memberOf(told?.result, 'status')
  const common = { subject, expected: `the end of the payment: ${status}`, evidence: reads.slice(-5), at }
  const beyond = reads.length - BEFORE - 1
  // A driver that is still at it when its time is over has been shown the end often enough.
  if (told === undefined && beyond < 2)
    t.markBlocked('pay-caller.poll.terminal', fault ?? 'the driver gave no answer', reads)
  else if (said === status || (said === undefined && beyond === 0))
    t.conclude('pay-caller.poll.terminal', { ok: true, ...common })
  else
    t.conclude('pay-caller.poll.terminal', {
      ok: false,
      actual: told === undefined ? 'it goes on' : shown(told.ok ? told.result : told.error),
      ...common,
    })
  if (beyond < 0) {
    t.markUnexercised('pay-caller.poll.stops', 'not met', 'the client read no end of the payment')
    return
  }
  const stops = { subject, expected: 'no read after the end', evidence: reads.slice(-5) }
  t.conclude(
    'pay-caller.poll.stops',
    beyond === 0 ? { ok: true, ...stops } : { ok: false, actual: `${beyond} more`, ...stops },
  )
}

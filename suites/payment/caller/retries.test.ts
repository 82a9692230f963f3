import { expect, test } from 'vitest'
import { Blocked } from '../../../kit/check/signals.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { deliveryOf, saidBy } from '../../../tests/made-up/recorded.ts'
import type { Serve } from '../../shared/caller/scenario.ts'
import { errorChecks } from './errors.ts'
import { refusalChecks } from './refusals.ts'
import { retryChecks } from './retries.ts'

const FAULT = 'the driver gave no answer: it ended with 7'

/**
 * What is said of a client that sends so many creations a second after each other, from a time on.
 * @param dies its driver gives no answer, of scenarios of such names
 * @param told what it gives else
 */
function saidOf(
  id: string,
  {
    many,
    from = 0,
    dies,
    told = { ok: true, result: { id: 'p1', status: 'completed' } },
  }: { many: number; from?: number; dies?: RegExp; told?: object },
) {
  const stages = new Map<string, { readonly deliveries: Delivery[]; readonly serve: Serve }>()
  const context = {
    seed: 1,
    stage: (name: string, { serve }: { readonly serve: Serve }) => {
      stages.set(name, { deliveries: [], serve })
      return { url: 'http://127.0.0.1:1', deliveries: stages.get(name)?.deliveries }
    },
    operate: async (name: string) => {
      const { deliveries, serve } = stages.get(name) ?? { deliveries: [] as Delivery[], serve: undefined }
      for (let nth = 1; nth <= many; nth += 1) {
        const at = from + (nth - 1) * 1000
        const request = { method: 'POST', below: '/api/v1/payments', headers: [], json: {}, arrivedAt: at }
        const answered = serve?.(request, nth) ?? 200
        deliveries.push({ ...deliveryOf({}, { arrivedAt: at, arrivedMono: at, answered }), ...request })
      }
      if (dies?.test(name) === true) throw new Blocked(FAULT)
      return told
    },
  }
  const check = [...retryChecks, ...refusalChecks, ...errorChecks].find((each) => each.id === id)
  return saidBy(check, { context, fixtures: { created: { told: { ok: true, result: { id: 'p1' } } } } })
}

test('a time to come is told from when the request arrives, however long that takes: who does not wait is told so', async () => {
  const said = await saidOf('pay-caller/retries/reset', { many: 2, from: Date.now() + 60_000 })
  expect(said).toEqual(Array(3).fill('fail pay-caller.retry.after-reset'))
})

test.for([
  ['pay-caller/retries/backoff', 0],
  ['pay-caller/retries/backoff', 1],
  ['pay-caller/retries/reset', 1],
  ['pay-caller/retries/after-500', 1],
  ['pay-caller/retries/after-502-provider-error', 1],
  ['pay-caller/refusals/unauthenticated', 1],
] as const)(
  'of a client whose driver dies nothing is said that it would have done: %s after %d',
  async ([id, many]) => {
    const said = await saidOf(id, { many, dies: /./ })
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((each) => !each.startsWith('blocked '))).toEqual([])
  },
)

test('of one that lives its attempts are observed', async () => {
  expect(await saidOf('pay-caller/retries/backoff', { many: 1 })).toContain(
    'pay-caller.open.attempts: 1 attempt, no pause',
  )
})

test('a driver that tells no codes is not held to them where it dies once', async () => {
  const codeless = { many: 1, told: { ok: false, error: {} } }
  const id = 'pay-caller.error.details'
  expect(await saidOf('pay-caller/errors/details', codeless)).toEqual([`unexercised ${id}`])
  const said = await saidOf('pay-caller/errors/details', { ...codeless, dies: /in an array/ })
  expect(said).toEqual([`unexercised ${id}`, `blocked ${id}`])
})

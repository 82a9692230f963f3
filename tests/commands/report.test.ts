import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import type { Matcher } from '../../kit/match/matcher.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import { reportSchema } from '../../kit/report/schema/report.ts'
import type { Target } from '../../kit/target/target.ts'
import { consoleReport } from '../../reporters/console/console.ts'
import { defineCheck } from '../../suites/payment/define.ts'
import { judgedBy, targetOf } from '../targets.ts'

const KEY = 'sk_live_0123456789abcdef'
const server = createServer((request, response) => {
  // `/hang` is never answered; everything else repeats what it must not.
  if (request.url === '/hang') return
  response.writeHead(200, { 'X-Api-Key': KEY }).end(JSON.stringify({ key: KEY, phone: '255712345678' }))
})
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const target = (): Target => targetOf({ payment: { baseUrl, keys: { live: [KEY] } } }, [KEY])

const refused: Matcher<Exchange> = {
  expected: '401',
  test: ({ response }) => ({ ok: false, actual: `${response?.status} ${response?.body}` }),
}

const asks = (path: string): Check =>
  defineCheck({
    id: 'pay/access/asks',
    title: 'A request is refused',
    covers: ['pay.create.mobile'],
    async run(t) {
      const exchange = await t.send({
        method: 'GET',
        url: `${baseUrl}${path}`,
        operation: 'GET /api/v1/payments/{id}',
        label: 'control',
        headers: [['Authorization', `Bearer ${KEY}`]],
        key: 'live[0]',
      })
      t.judge('pay.create.mobile', exchange, refused)
    },
  })

const unclaimed = defineCheck({
  id: 'pay/access/unclaimed',
  title: 'It needs what is not there',
  covers: ['pay.create.card'],
  needs: ['payment.bodies.card'],
  run: () => Promise.reject(new Error('never run')),
})

test('a report follows its schema, holds no secret, and explains its failure', async () => {
  const report = await judgeTarget({ ...judgedBy(target()), checks: [asks('/x'), unclaimed], seed: 1 })
  const ajv = new Ajv2020({ allErrors: true, formats: { 'date-time': true, date: true } })
  expect(ajv.validate(reportSchema, report), ajv.errorsText()).toBe(true)

  const shown = consoleReport(report, { paint: (_, text) => text, verbose: true })
  for (const artefact of [JSON.stringify(report), shown]) {
    expect(artefact).not.toContain(KEY)
    expect(artefact).not.toContain('255712345678')
  }
  expect(report.outcome).toEqual({ exitCode: 1, headline: 'not conformant', because: '1 requirement broken' })
  expect(shown).toContain('fail GET /api/v1/payments/{id} (control): expected 401, got 200')
  expect(shown).toContain('"$PAY_KEY"')
  const card = report.requirements.find(({ id }) => id === 'pay.create.card')
  expect(card).toMatchObject({ verdict: 'unexercised', why: 'not claimed' })
  expect(shown).toContain(`    ${card?.line}`)
  expect(report.requirements.find(({ id }) => id === 'pay.payout.create')).toMatchObject({ why: 'unobservable' })
})

test('a report holds what its run was priced at, without what must not be kept', async () => {
  const paying = defineCheck({
    id: 'pay/access/pays',
    title: 'It costs a payment',
    covers: ['pay.create.mobile'],
    cost: { requests: { live: 3 }, spends: { payments: 1 }, typical: { requests: { live: 2 } } },
    run: async () => undefined,
  })
  const large = { ...unclaimed, id: 'pay/access/large', needs: ['payment.outcomes.limitExceeded'] as const }
  const payment = { baseUrl, keys: { live: [KEY] }, bodies: { mobile: { amount: 700, currency: KEY } } }
  const priced = targetOf({ payment, allow: { payments: 2 } }, [KEY])
  const { plan } = await judgeTarget({
    ...judgedBy(priced),
    checks: [paying, unclaimed, large],
    seed: 1,
    depth: 'standard',
  })
  expect(plan).toMatchObject({
    selected: ['pay/access/pays'],
    excluded: [
      { why: 'not claimed', checks: ['pay/access/unclaimed'] },
      {
        line: 'payment.outcomes.limitExceeded: { with: { amount: … } }   # to fill in: with.amount',
        checks: ['pay/access/large'],
      },
    ],
    requests: { 'payment.live': { usual: 2, most: 3 } },
    spends: { payments: { usual: 1, most: 1 } },
    largestAmount: { amount: 700, from: 'payment.bodies.mobile' },
  })
  expect(JSON.stringify(plan)).not.toContain(KEY)
})

test('what a stop cuts off is not held against the target', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort('time'), 200)
  const report = await judgeTarget({ ...judgedBy(target()), checks: [asks('/hang')], seed: 1, signal: stop.signal })
  expect(report.outcome).toMatchObject({ exitCode: 3, because: 'the time given was over' })
  const cutOff = report.requirements.find(({ id }) => id === 'pay.create.mobile')
  expect(cutOff).toMatchObject({ verdict: 'unexercised', why: 'not reached' })
  expect(report.run.stopped).toBe('time')
})

test('a selection says of the others that they were not selected', async () => {
  const report = await judgeTarget({
    ...judgedBy(target()),
    checks: [asks('/x'), unclaimed],
    seed: 1,
    skip: ['pay.create.mobile'],
  })
  expect(report.requirements.find(({ id }) => id === 'pay.create.mobile')).toMatchObject({ why: 'not selected' })
  expect(report.exchanges).toEqual([])
  expect(report.outcome.exitCode).toBe(3)
})

import { afterAll, describe, expect, test } from 'vitest'
import { Run } from '../../kit/run/run.ts'
import { sectionOf } from '../../kit/target/target.ts'
import { paymentVariants, startPaymentService } from '../../reference/payment/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { paymentSection } from '../../suites/payment/service/section.ts'
import { httpServer, type Listening } from '../servers.ts'
import { judgedBy, targetOf } from '../targets.ts'
import { prove } from './proof.ts'

const open: Listening[] = []
afterAll(() => {
  for (const each of open) each.close()
})

const settled = (run: Run): string[] =>
  run.session.log.observations.filter(({ id }) => id === 'pay.open.response-bodies').map(({ value }) => value)

const shapes: Readonly<Record<string, { id: string; status: string }>> = {
  'body-flat': { id: '/id', status: '/status' },
  'body-nested-deep': { id: '/result/items/payment/id', status: '/result/items/payment/status' },
  'body-renamed': { id: '/transaction/transaction_id', status: '/transaction/state' },
  'body-with-second-uuid': { id: '/data/id', status: '/data/status' },
  'body-with-request-uuid': { id: '/data/id', status: '/data/status' },
}

describe('where the id and the status stand', () => {
  test('every shape of a body among the variants is looked at', () => {
    expect(Object.keys(paymentVariants).filter((name) => name.startsWith('body-'))).toEqual(Object.keys(shapes))
  })

  test.each(Object.entries(shapes))('is found without a word of the target file: %s', async (variant, where) => {
    const start = () => startPaymentService({ variants: [variant] })
    const { run, told } = await prove(start, 'payment', paymentChecks, 'standard')
    expect(sectionOf(run.session.target, paymentSection)?.record).toBeUndefined()
    expect(told).toEqual([])
    expect(settled(run)).toEqual(
      expect.arrayContaining([
        `POST /api/v1/payments: id ${where.id}, status ${where.status}`,
        `GET /api/v1/payments/{id}: id ${where.id}, status ${where.status}`,
      ]),
    )
  })
})

/** A service whose payments have two ids by which they can be read. */
async function twoIds(): Promise<string> {
  const body = {
    data: {
      order: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10',
      id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a11',
      status: 'pending',
    },
  }
  const server = await httpServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.writeHead(request.method === 'POST' ? 201 : 200).end(JSON.stringify(body))
  })
  open.push(server)
  return server.url
}

async function returned(record: { id?: string }): Promise<Run> {
  const target = targetOf({
    payment: {
      baseUrl: await twoIds(),
      keys: { live: ['key-of-the-test'] },
      bodies: { mobile: { amount: 500, currency: 'TZS', type: 'mobile' } },
      record,
    },
  })
  const checks = paymentChecks.filter(({ id }) => ['pay/outcomes/returns-payment', 'pay/statuses/known'].includes(id))
  const run = new Run({ ...judgedBy(target), seed: 1, checks })
  await run.all()
  await run.close()
  return run
}

test('two ids that a payment could have are asked about, not guessed', async () => {
  const { judgements } = (await returned({})).session.log
  expect(judgements.find(({ requirement }) => requirement === 'pay.create.returns-payment')).toMatchObject({
    verdict: 'blocked',
    reason: expect.stringContaining(
      'add the line that names it to the target file: payment.record.id: /data/order or payment.record.id: /data/id',
    ),
  })
})

test('the target file wins', async () => {
  const run = await returned({ id: '/data/order' })
  expect(run.session.log.judgements).toContainEqual(
    expect.objectContaining({ requirement: 'pay.create.returns-payment', verdict: 'pass' }),
  )
  const reads = run.session.store.exchanges.filter(({ request }) => request.method === 'GET')
  expect(reads.map(({ request }) => request.url.split('/').at(-1))).toEqual(['0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10'])
})

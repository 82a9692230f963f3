import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { OwnTargetFile } from '../../cli/own/services.ts'
import type { Check } from '../../kit/check/check.ts'
import { preflightTarget } from '../../kit/run/preflight/preflight.ts'
import { Run } from '../../kit/run/run.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { create, liveKey, read } from '../../suites/payment/client/api.ts'
import { freshKey, validBody } from '../../suites/payment/client/bodies.ts'
import { type CheckContext, defineCheck } from '../../suites/payment/define.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import type { PaymentSection } from '../../suites/payment/service/section.ts'
import { httpServer } from '../servers.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

const going = new AbortController().signal

async function ran(file: OwnTargetFile, checks: readonly Check[]): Promise<Run> {
  const run = new Run({ ...judgedBy(targetOf(file)), seed: 1, checks })
  await run.all()
  await run.close()
  return run
}

const sending = (act: (t: CheckContext) => Promise<unknown>): Check =>
  defineCheck({
    id: 'pay/test/sends',
    title: 'Sends',
    covers: ['pay.create.mobile'],
    run: async (t) => {
      await act(t)
      t.markUnexercised('pay.create.mobile', 'not met', 'nothing is judged')
    },
  })

const payment = (members: Partial<PaymentSection>): OwnTargetFile => ({
  payment: {
    baseUrl: '',
    keys: { live: ['key-of-the-test'] },
    bodies: { mobile: { amount: 500, currency: 'TZS', type: 'mobile' } },
    ...members,
  },
})

describe('a deployment behind a gateway', () => {
  test('is asked with its own Host, under the prefix of its path', async () => {
    const seen: string[] = []
    const server = await httpServer((incoming, response) => {
      seen.push(`${incoming.headers.host} ${incoming.method} ${incoming.url}`)
      // An endpoint that is there: of one that is not, it would be asked where else it stands.
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}')
    })
    open.push(server)
    const file = payment({ baseUrl: `${server.url}/gateway/pay/`, host: 'pay.acme.example' })
    const { target, services } = judgedBy(targetOf(file))
    await preflightTarget(target, services, going)
    await ran(file, [sending((t) => read(t, liveKey(t), '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10'))])
    expect(seen).toEqual([
      expect.stringMatching(/^pay\.acme\.example GET \/gateway\/pay\/api\/v1\/payments\/[\w-]{36}$/),
      'pay.acme.example GET /gateway/pay/api/v1/payments/0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10',
    ])
  })

  test('that adds a prefix is judged as without it', { timeout: 60_000 }, async () => {
    const service = await startPaymentService({ timeScale: 60 })
    open.push(service)
    const gateway = await httpServer((incoming, response) => {
      const path = (incoming.url ?? '').replace(/^\/gateway/, '')
      const onward = request(
        `${service.url}${path}`,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      incoming.pipe(onward)
    })
    open.push(gateway)
    const file = fileOf(service)
    const over = { ...file, payment: { ...file.payment, baseUrl: `${gateway.url}/gateway` } }
    const { session } = await ran(
      over,
      paymentChecks.filter(({ id }) => /^pay\/(validation|idempotency|version|reading|error-envelope)\//.test(id)),
    )
    expect(
      session.log.judgements.filter(({ verdict }) => ['fail', 'warn', 'broken', 'blocked'].includes(verdict)),
    ).toEqual([])
    expect(session.log.judgements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20)
  })
})

/** Keeps connections alive, and closes each one in the moment in which a second request comes over it, or after the first. */
async function hasty(answers: boolean): Promise<{ url: string; creations: () => number }> {
  let creations = 0
  const server = createServer((incoming, response) => {
    if (incoming.method === 'POST') creations += 1
    incoming.resume().on('end', () => {
      if (answers) response.writeHead(201, { 'Content-Type': 'application/json' }).end('{}')
      else incoming.socket.destroy()
    })
  })
  const used = new WeakSet<Socket>()
  server.on('connection', (socket) => {
    socket.on('data', () => {
      if (used.has(socket)) socket.destroy()
      used.add(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, creations: () => creations }
}

describe('connections that are closed at the wrong moment', () => {
  const creating = (count: number) =>
    sending(async (t) => {
      for (let each = 0; each < count; each += 1) {
        const body = validBody(t, 'mobile')
        await create(t, { label: '', as: liveKey(t), body, idempotencyKey: freshKey(t), expects: 'new' })
      }
    })

  test('lose no request where the server keeps them open for the next one', async () => {
    const { url, creations } = await hasty(true)
    const { session } = await ran(payment({ baseUrl: url }), [creating(5)])
    expect(session.store.exchanges.map(({ response }) => response?.status)).toEqual([201, 201, 201, 201, 201])
    expect(creations()).toBe(5)
  })

  test('are a fault of the answer, and the request is not sent again', async () => {
    const { url, creations } = await hasty(false)
    const { session } = await ran(payment({ baseUrl: url }), [creating(2)])
    expect(session.store.exchanges.map(({ fault }) => fault?.kind)).toEqual(['reset', 'reset'])
    expect(creations()).toBe(2)
    // Nobody knows whether they were executed: they count.
    expect(session.ledger.totals().spends.payments).toBe(2)
  })
})

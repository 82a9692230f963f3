import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { hastened } from '../../kit/plan/haste.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { targetOf } from '../targets.ts'
import { type Embedded, prove } from './proof.ts'

const payment = (choices: Parameters<typeof startPaymentService>[0]) =>
  hasty('payment', () => startPaymentService(choices))
const messaging = (choices: Parameters<typeof startMessagingService>[0]) =>
  hasty('messaging', () => startMessagingService(choices))

/** Judges a service as a quick run on a target of one's own waits for it. */
function hasty(which: 'payment' | 'messaging', start: () => Promise<Embedded>) {
  const begin = async (): Promise<Embedded> => {
    const service = await start()
    const { timing, webhooks } = hastened(targetOf(service.targetFile()), 'quick')
    const within = webhooks && { webhooks: { deliveryWithin: webhooks.deliveryWithin } }
    return {
      targetFile: () => merged(service.targetFile(), { timing, ...within }),
      close: () => service.close(),
    }
  }
  return prove(begin, which, which === 'payment' ? paymentChecks : messagingChecks, 'quick')
}

const merged = (file: object, more: { timing: object; webhooks?: object }): object => ({
  ...file,
  timing: more.timing,
  ...(more.webhooks && { webhooks: { ...(file as { webhooks?: object }).webhooks, ...more.webhooks } }),
})

describe('what came and should not have is told by a run that waits for nothing else', () => {
  test.for([
    ['defaults-override', 'pay.webhook.payment-url-overrides'],
    ['ignores-payment-urls', 'pay.webhook.payment-url-overrides'],
    ['calls-defaults-besides', 'pay.webhook.payment-url-overrides'],
    ['drops-query-of-default', 'pay.webhook.default-url'],
    ['callback-on-processing', 'pay.webhook.callback-only-terminal'],
    ['finished-replay-conflict', 'pay.idempotency.replay-after-terminal'],
    ['looks-at-first-payment-only', 'pay.reference.duplicate-live'],
    ['event-id-per-copy', 'pay.event.id-stable'],
    ['never-fails', 'pay.status.fails'],
  ] as const)('payment, %s: %s', async ([flaw, id]) => {
    const { failed, told } = await payment({ flaw })
    expect(failed, told.join('\n')).toContain(id)
  })

  test.for([
    ['signs-sorted-json', 'msg.signature.verifies'],
    ['refused-send-is-sent', 'msg.event.refused-silent'],
    ['hashes-without-key', 'msg.signature.verifies'],
  ] as const)('messaging, %s: %s', async ([flaw, id]) => {
    const { failed, told } = await messaging({ flaw })
    expect(failed, told.join('\n')).toContain(id)
  })
})

describe('what has not come in the short time of such a run is held against nobody', () => {
  test.for([1, 2, 60])('late events of payments, time going %d times as fast', async (timeScale) => {
    const { failed, warned, told } = await payment({ variants: ['events-late'], timeScale })
    expect([...failed, ...warned], told.join('\n')).toEqual([])
  })

  test.for(['replica-2s', 'replica-300ms', 'slow-answers-2s'])('%s', async (variant) => {
    const { failed, warned, told } = await payment({ variants: [variant] })
    expect([...failed, ...warned], told.join('\n')).toEqual([])
  })

  test('an event that never comes is waited for by no quick run', async () => {
    const { verdicts } = await payment({ flaw: 'ignores-default-urls' })
    expect(verdicts.find(({ id }) => id === 'pay.webhook.default-url')).toMatchObject({ verdict: 'unexercised' })
  })
})

/** In front of a service: leaves a replay without an answer, and lets nobody be told of an end. */
async function mute(service: Embedded): Promise<Embedded> {
  const { payment: section, ...file } = service.targetFile() as { payment: { baseUrl: string } }
  const gateway = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const isReplay = /replay-after-completion/.test(incoming.headers['user-agent'] ?? '')
      if (incoming.method === 'POST' && isReplay) return
      const { host: _, 'content-length': __, ...headers } = incoming.headers
      const body = Buffer.concat(chunks)
        .toString('latin1')
        .replaceAll(/,"(?:webhook|callback)_url":"[^"]*"/g, '')
      const url = new URL(incoming.url ?? '/', section.baseUrl)
      const passed = request(url, { method: incoming.method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers)
        came.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      passed.end(Buffer.from(body, 'latin1'))
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  return {
    targetFile: () => ({ ...file, payment: { ...section, baseUrl: `http://127.0.0.1:${port}` } }),
    close: async () => {
      gateway.closeAllConnections()
      gateway.close()
      await service.close()
    },
  }
}

test('a request that nobody answered stands in the way, whether or not an event was waited for as well', {
  timeout: 120_000,
}, async () => {
  const { verdicts } = await hasty('payment', async () => mute(await startPaymentService({})))
  const found = verdicts.find(({ id }) => id === 'pay.idempotency.replay-after-terminal')
  expect(found?.judgements.find(({ check }) => check === 'pay/idempotency/replay-after-completion')).toMatchObject({
    verdict: 'blocked',
    actual: 'no answer',
  })
})

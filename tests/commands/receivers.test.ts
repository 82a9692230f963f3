import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentReceiver } from '../../reference/payment/receiver/index.ts'
import type { StartedReceiver } from '../../reference/receiver/start.ts'
import { assay } from '../command.ts'
import { httpServer, type Listening } from '../servers.ts'

const KEY = 'a-key-of-this-test'
const env = { PAY_SIGNING_KEY: KEY }

let receiver: StartedReceiver
let shop: Listening
beforeAll(async () => {
  receiver = await startPaymentReceiver({ signingKey: KEY })
  shop = await httpServer((request, response) => {
    request.resume()
    response.writeHead(200).end('thanks')
  })
})
afterAll(async () => {
  shop.close()
  await receiver.close()
})

describe('assay run --receiver', () => {
  test('judges answers with a URL and a key, and names the line of the probe', async () => {
    const { code, stdout } = await assay(['run', '--receiver', `${receiver.url}/webhooks`, '--no-keep'], { env })
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('nothing broken')
    expect(stdout).toContain(
      `paymentReceiver.probe: { call: { url: "${receiver.url}/…/{id}" } }   # to fill in: call.url`,
    )
  })

  test('finds one that looks at no signature', async () => {
    const args = ['run', '--receiver', shop.url, '--no-keep', '--fail-on', 'warn']
    const { code, stdout } = await assay(args, { env })
    expect(code).toBe(1)
    expect(stdout).toContain('pay-receiver.signature.missing-refused')
  })

  test('wants to know whose events it takes', async () => {
    const { code, stderr } = await assay(['run', '--receiver', shop.url], { env: { PAY_SIGNING_KEY: '' } })
    expect(code).toBe(2)
    expect(stderr).toContain('--receiver: set PAY_SIGNING_KEY or MSG_WEBHOOK_SECRET')
  })
})

describe('assay trigger', () => {
  const trigger = (...args: string[]) => assay(['trigger', ...args, '--to', `${receiver.url}/webhooks`], { env })

  test('sends one event, whose reference carries the id of the run', async () => {
    const { code, stdout } = await trigger('payment.completed')
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/"merchant_reference":"assay-asy/)
    expect(stdout).toMatch(/^ {2}200 after/m)
  })

  test.each(['signature', 'body', 'timestamp'])('that is refused with its %s tampered with', async (what) => {
    const { code, stdout } = await trigger('payment.failed', '--tamper', what)
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^ {2}401 after/m)
  })

  test('several times, and the one before it behind it', async () => {
    const { code, stdout } = await trigger('payment.completed', '--duplicate', '2', '--reorder')
    expect(code).toBe(0)
    const sent = stdout.split('\n').filter((line) => line.startsWith('POST'))
    expect(sent).toHaveLength(3)
    const ids = [...stdout.matchAll(/"event_id":"([^"]+)"/g)].map(([, id]) => id)
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
    expect(stdout).toContain('"status":"processing"')
  })

  test.each(['payment.pending', 'sms.sent', 'whatsapp.read'])(
    'none behind %s, before which none is known',
    async (event) => {
      const { code, stderr } = await trigger(event, '--reorder', '--unsigned')
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`--reorder: no event is known that comes before ${event}`),
      })
    },
  )

  test('ends with 1 where a tampered event is taken', async () => {
    const { code, stdout } = await assay(['trigger', 'payment.completed', '--to', shop.url, '--tamper', 'body'], {
      env,
    })
    expect(code).toBe(1)
    expect(stdout).toContain('it is not to be taken')
  })

  test.each([
    ['an event that is none', ['payment.complete'], 'did you mean payment.completed?'],
    [
      'a timestamp that is not signed',
      ['sms.sent', '--tamper', 'timestamp'],
      '--tamper timestamp: sms.sent carries none',
    ],
  ])('refuses %s', async (_, args, problem) => {
    const { code, stderr } = await trigger(...args)
    expect(code).toBe(2)
    expect(stderr).toContain(problem)
  })

  test('sends nothing elsewhere without a word', async () => {
    const { code, stderr } = await assay(['trigger', 'payment.completed', '--to', 'https://shop.example/hooks'], {
      env,
    })
    expect(code).toBe(2)
    expect(stderr).toContain('--yes')
  })
})

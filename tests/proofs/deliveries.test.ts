import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { fedFrom } from '../../kit/target/target.ts'
import { recordOf } from '../../kit/webhooks/imported/delivery-record.ts'
import { type Capture, startCapture } from '../../kit/webhooks/listener/server.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-fed-'))
const open: { close(): unknown }[] = []
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()))
  rmSync(folder, { recursive: true })
})

/** Somebody else's listener: it answers 200 to everything, and writes what came to a file. */
async function listener(path: string): Promise<Capture> {
  writeFileSync(path, '')
  const capture = await startCapture()
  open.push(capture)
  capture.inbox('all', {
    everywhere: true,
    onDelivery: (delivery) => appendFileSync(path, `${JSON.stringify(recordOf(delivery))}\n`),
  })
  return capture
}

const accusations = ({ requirements }: Report): unknown[] =>
  requirements.filter(({ verdict }) => ['fail', 'warn', 'broken'].includes(verdict)).map(({ id }) => id)

const verdictOf = ({ requirements }: Report, id: string) => requirements.find((each) => each.id === id)

const suites = {
  payment: {
    start: () => startPaymentService({ timeScale: 60 }),
    checks: paymentChecks as readonly Check[],
    seen: ['pay.event.version', 'pay.signature.verifies', 'pay.signature.header'],
    seenAlone: ['pay.event.version', 'pay.signature.verifies', 'pay.signature.header'],
    rules: ['pay.event.*', 'pay.signature.*'],
    retries: 'pay.delivery.retry-after-error',
  },
  messaging: {
    start: () => startMessagingService({ timeScale: 60, variants: ['quick-retries'] }),
    checks: messagingChecks as readonly Check[],
    seen: ['msg.event.id', 'msg.signature.form', 'msg.event.content-type'],
    // The events that belong to a send are judged beside it.
    seenAlone: ['msg.signature.form', 'msg.event.content-type'],
    rules: ['msg.event.content-type', 'msg.event.id', 'msg.signature.*'],
    retries: 'msg.delivery.retry-after-server-error',
  },
} as const

describe.concurrent('deliveries that another listener takes', { timeout: 60_000 }, () => {
  test.for(Object.entries(suites))(
    'feed a run while it goes on, and are judged as they are when nothing is listening any more: %s',
    async ([name, suite]) => {
      const path = join(folder, `${name}.jsonl`)
      const service = await suite.start()
      open.push(service)
      const { url: publicUrl } = await listener(path)
      const file = fileOf(service)
      const whole = targetOf({ ...file, webhooks: { ...file.webhooks, publicUrl } })
      const fed = await judgeTarget({ ...judgedBy(fedFrom(whole, path)), checks: suite.checks, seed: 1 })
      expect(accusations(fed)).toEqual([])
      for (const id of suite.seen) expect(verdictOf(fed, id)).toMatchObject({ id, verdict: 'pass' })
      // Nobody decides what they are answered.
      expect(verdictOf(fed, suite.retries)).toMatchObject({
        verdict: 'unexercised',
        why: 'unreachable',
        reason: expect.stringContaining('the deliveries of this run are read from a file'),
      })

      expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(3)
      const { baseUrl, signingKey } = file.payment ?? {}
      const own =
        name === 'payment'
          ? { payment: { baseUrl, signingKey } }
          : { messaging: { baseUrl: file.messaging?.baseUrl, smsWebhook: file.messaging?.smsWebhook } }
      const alone = await judgeTarget({
        ...judgedBy(fedFrom(targetOf(own), path)),
        checks: suite.checks,
        seed: 1,
        only: suite.rules,
      })
      expect(accusations(alone)).toEqual([])
      for (const id of suite.seenAlone) expect(verdictOf(alone, id)).toMatchObject({ id, verdict: 'pass' })
      expect(alone.notes.join()).toContain(
        'no webhooks.publicUrl says where the listener that writes the file is reached',
      )
    },
  )
})

test('a file that goes wrong on the way is read no further, and the report says so', async () => {
  const path = join(folder, 'wrong.jsonl')
  writeFileSync(path, '')
  const service = await startPaymentService({ timeScale: 60 })
  open.push(service)
  const target = fedFrom(targetOf({ payment: { baseUrl: service.url } }), path)
  const report = await judgeTarget({
    ...judgedBy(target),
    checks: paymentChecks,
    seed: 1,
    onEvent: ({ kind }) => {
      if (kind === 'exchange recorded') appendFileSync(path, '{}\n')
    },
  })
  expect(report.notes).toContain(`deliveries are read no further: ${path}, line 1: url, path: expected one of the two`)
})

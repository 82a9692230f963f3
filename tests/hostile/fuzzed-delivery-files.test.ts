import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptsOf } from '../../kit/webhooks/attempts.ts'
import { DeliveryFile, DeliveryFileError } from '../../kit/webhooks/imported/delivery-file.ts'
import { deliveryOf } from '../../kit/webhooks/imported/delivery-record.ts'
import { messagingService } from '../../suites/messaging/service/index.ts'
import { paymentService } from '../../suites/payment/service/index.ts'
import { emptyFolder } from '../command.ts'
import { damaged, garbage, isUnpolluted, looking, mutatedTrees, timeout } from './mutations.ts'

const RECORD = {
  method: 'POST',
  url: 'https://hooks.example/pay?a=1',
  headers: [
    ['X-Pay-Signature', 'sha256=00'],
    ['Content-Type', 'application/json'],
  ],
  body: '{"event":"payment.completed","event_id":"e-1","data":{"id":"p-1"}}',
  arrivedAt: '2026-03-01T10:00:00.000Z',
  status: 200,
}
const { url: _, body: __, ...rest } = RECORD
const OTHER = { ...rest, path: '/hooks', bodyBase64: 'eyJhIjoxfQ==', arrivedAt: 1_772_000_000_000 }

const valid = fc.constantFrom(JSON.stringify(RECORD), JSON.stringify(OTHER))
const webhooks = mutatedTrees(JSON.parse(RECORD.body)).map((body) => JSON.stringify({ ...RECORD, body }))
const records = fc.oneof(
  { weight: 3, arbitrary: valid },
  { weight: 2, arbitrary: webhooks },
  mutatedTrees(RECORD),
  mutatedTrees(OTHER),
)
const lines = fc.array(records, { minLength: 1, maxLength: 4 }).map((all) => `${all.join('\n')}\n`)
const list = fc.array(records, { maxLength: 4 }).map((all) => `[${all.join(',\n')}]`)

test('a file of deliveries is read, or told with its line', { timeout }, async () => {
  const path = join(emptyFolder(), 'deliveries.jsonl')
  let read = 0
  const property = fc.asyncProperty(
    fc.oneof({ weight: 6, arbitrary: damaged(fc.oneof(lines, list)) }, garbage),
    async (bytes) => {
      writeFileSync(path, bytes)
      const file = await DeliveryFile.open(path)
      try {
        const records = [...(await file.next()), ...(await file.next(true))]
        const deliveries = records.map((record, index) => deliveryOf(record, `d${index}`))
        for (const each of deliveries)
          for (const { webhooks } of [paymentService, messagingService]) webhooks?.importedInbox(each)
        expect(attemptsOf(deliveries).size).toBe(records.length)
        read += records.length
      } catch (error) {
        expect(error, (error as Error).stack ?? '').toBeInstanceOf(DeliveryFileError)
        expect((error as Error).message.startsWith(path)).toBe(true)
        expect((error as Error).message.length).toBeLessThan(2_000)
      } finally {
        await file.close()
        expect(isUnpolluted()).toBe(true)
      }
    },
  )
  await fc.assert(property, looking(400))
  expect(read).toBeGreaterThan(100)
})

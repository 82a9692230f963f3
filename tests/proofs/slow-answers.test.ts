import { expect, test } from 'vitest'
import { hastened } from '../../kit/plan/haste.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { proxy } from '../hostile/proxy.ts'
import { fileOf, targetOf } from '../targets.ts'
import { type Embedded, prove } from './proof.ts'

const HOLD_MS = 12_000

/** A service that keeps its promises, and is slow with some of its answers. */
const slow =
  (which: 'payment' | 'messaging', isSlow: (nth: number, method: string) => boolean) => async (): Promise<Embedded> => {
    const service = await (which === 'payment' ? startPaymentService() : startMessagingService())
    const file = fileOf(service)
    const front = await proxy(file[which]?.baseUrl ?? '', async (passing) => {
      const answer = await passing.forward()
      if (isSlow(passing.nth, passing.method)) await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
      passing.give(answer)
    })
    // As a quick run waits for it.
    const { timing } = hastened(targetOf(file), 'quick')
    return {
      targetFile: () => ({ ...file, timing, [which]: { ...file[which], baseUrl: front.url } }),
      async close() {
        front.vanish()
        await service.close()
      },
    }
  }

const manners: readonly (readonly [string, (nth: number, method: string) => boolean])[] = [
  ['every answer', () => true],
  ['every third answer', (nth) => nth % 3 === 0],
  ['every fourth answer', (nth) => nth % 4 === 1],
  ['every fifth answer', (nth) => nth % 5 === 2],
  ['every seventh answer', (nth) => nth % 7 === 3],
  ['every eleventh answer', (nth) => nth % 11 === 5],
  ['answers to what it is sent', (_, method) => method !== 'GET'],
]
const suites = [
  ['payment', paymentChecks],
  ['messaging', messagingChecks],
] as const
const cases = suites.flatMap(([which, checks]) =>
  manners.map(([name, isSlow]) => [which, name, isSlow, checks] as const),
)

test.each(cases)(
  'a %s service that is slow with %s is not accused by a quick run that gives up',
  {
    timeout: 120_000,
  },
  async (which, _, isSlow, checks) => {
    const { failed, warned, told } = await prove(slow(which, isSlow), which, checks, 'quick')
    expect([...failed, ...warned], told.join('\n')).toEqual([])
  },
)

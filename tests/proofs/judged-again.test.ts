import { describe, expect, test } from 'vitest'
import { loaded } from '../../cli/assembly.ts'
import { suitesNamed } from '../../cli/certificate/bundle-file.ts'
import { own } from '../../cli/own/own.ts'
import { type Bundle, seal, unseal } from '../../kit/certificate/seal.ts'
import { sealable, verifyBundle } from '../../kit/certificate/verify.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { certified } from '../made-up/sealed-run.ts'
import { judgedAgain, type Trouble } from './judged-again.ts'

const payment = (options: Parameters<typeof startPaymentService>[0], trouble?: Trouble) =>
  judgedAgain(() => startPaymentService(options), paymentChecks, trouble)
const messaging = (options: Parameters<typeof startMessagingService>[0], trouble?: Trouble) =>
  judgedAgain(() => startMessagingService(options), messagingChecks, trouble)

describe('the evidence of a run, judged again, says the same of everything', { timeout: 120_000 }, () => {
  test.for(['', 'reordered-events'])('payment variant %j', async (variant) => {
    const variants = variant === '' ? [] : [variant]
    const { report, disagreements } = await payment({ variants })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
    expect(disagreements).toEqual([])
  })

  test.for(['', 'bare-conversations'])('messaging variant %j', async (variant) => {
    const variants = variant === '' ? [] : [variant]
    const { report, disagreements } = await messaging({ variants })
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
    expect(disagreements).toEqual([])
  })

  test.for(['replay-201'])('payment flaw %s: its failures are found again', async (flaw) => {
    const { report, disagreements } = await payment({ flaw })
    expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
    expect(disagreements).toEqual([])
  })

  test.for(['resend-answers-created', 'app-read-outside-version'])(
    'messaging flaw %s: its failures are found again',
    async (flaw) => {
      const { report, disagreements } = await messaging({ flaw })
      expect(report.requirements.some(({ verdict }) => verdict === 'fail')).toBe(true)
      expect(disagreements).toEqual([])
    },
  )
})

describe('what the target file does not permit was not sent, and is not missed', { timeout: 120_000 }, () => {
  /** A service whose target file allows so much. */
  const allowing = (allow: Readonly<Record<string, number>>) => async () => {
    const service = await startPaymentService({})
    const file = service.targetFile() as { readonly allow: object }
    return { targetFile: () => ({ ...file, allow: { ...file.allow, ...allow } }), close: () => service.close() }
  }

  test('an amount above the largest', async () => {
    const { report, disagreements } = await judgedAgain(allowing({ amount: 20_000 }), paymentChecks)
    expect(report.requirements.some(({ why }) => why === 'not permitted')).toBe(true)
    expect(disagreements).toEqual([])
  })

  test('payments, of which it allows none', async () => {
    const { report, disagreements } = await judgedAgain(allowing({ payments: 0 }), paymentChecks)
    expect(report.requirements.filter(({ why }) => why === 'not permitted').length).toBeGreaterThan(100)
    expect(disagreements).toEqual([])
  })
})

describe('what was told late, as on a busy machine, is judged again from what was recorded', {
  timeout: 120_000,
}, () => {
  // Windows of a second: what is told so late decides how a burst goes on.
  const timeScale = 60
  test.for([30, 50, 100])('by up to %d ms', async (lagMs) => {
    for (const { report, disagreements, unasked } of [
      await payment({ timeScale }, { lagMs }),
      await messaging({ timeScale }, { lagMs }),
    ]) {
      expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
      expect(disagreements).toEqual([])
      expect(unasked).toEqual([])
    }
  })
})

describe('a machine that stood still is taken into account in both judgements alike', { timeout: 120_000 }, () => {
  const timeScale = 60
  test.for([
    [400, 300],
    [3000, 2000],
  ])('after up to %d ms, for up to %d ms', async ([afterMs = 0, forMs = 0]) => {
    const stalls = { afterMs, forMs }
    const { report, log, disagreements } = await messaging({ timeScale }, { stalls })
    expect(log.late?.length).toBeGreaterThan(0)
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([])
    expect(disagreements).toEqual([])
  })
})

describe('what turns out late between two questions of a check was told so then, and is again', {
  timeout: 120_000,
}, () => {
  test.for(['repeats-after-ok', 'repeats-after-no-content'])('flaw %s', async (flaw) => {
    const { log, disagreements } = await messaging({ timeScale: 60, flaw }, { lateAfterwardsMs: 60_000 })
    expect(log.late?.length).toBeGreaterThan(0)
    expect(disagreements).toEqual([])
  })
})

test('a run that answered too late itself is excused by its bundle too', { timeout: 300_000 }, async () => {
  const { services, checks } = await loaded(suitesNamed(['payment', 'messaging'], own))
  const id = 'pay.delivery.ends-after-2xx'
  const verdict = ({ report }: Pick<Bundle, 'report'>) => report.requirements.find((each) => each.id === id)?.verdict
  const [late, inTime] = [
    await certified({ flaw: 'retries-after-204', lateMs: 60_000, parties: 'services' }),
    await certified({ flaw: 'retries-after-204', parties: 'services' }),
  ]
  expect(late.log.late?.length).toBeGreaterThan(10)
  expect([verdict(late), verdict(inTime)]).toEqual(['unexercised', 'fail'])
  const { report, log } = await sealable(late, services, checks)
  const bundle = unseal(seal(report, log))
  expect((await verifyBundle(bundle, services, checks)).confirmed).not.toContain(id)
  expect(verdict(bundle)).toBe('unexercised')
})

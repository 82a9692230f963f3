import { describe, expect, test } from 'vitest'
import {
  paymentReceiverFlaws,
  paymentReceiverVariants,
  startPaymentReceiver,
} from '../../reference/payment/receiver/index.ts'
import { paymentReceiverContract } from '../../specs/payment/receiver/contract.ts'
import { paymentReceiverChecks } from '../../suites/payment/receiver/index.ts'
import { type Embedded, prove } from './proof.ts'

const judged = (options: Parameters<typeof startPaymentReceiver>[0]) =>
  prove(() => startPaymentReceiver(options), 'paymentReceiver', paymentReceiverChecks)

/** The same receiver, of whose target file some members are left out. */
const without = (...names: readonly string[]) =>
  prove(
    async (): Promise<Embedded> => {
      const receiver = await startPaymentReceiver()
      const file = receiver.targetFile() as { paymentReceiver: Record<string, unknown> }
      const section = Object.entries(file.paymentReceiver).filter(([name]) => !names.includes(name))
      return {
        close: () => receiver.close(),
        targetFile: () => ({ ...file, paymentReceiver: Object.fromEntries(section) }),
      }
    },
    'paymentReceiver',
    paymentReceiverChecks,
  )

/** The same receiver, of whose probe the target file points elsewhere. */
const pointing = (places: object) =>
  prove(
    async (): Promise<Embedded> => {
      const receiver = await startPaymentReceiver()
      const file = receiver.targetFile() as { paymentReceiver: { probe: object } }
      const section = { ...file.paymentReceiver, probe: { ...file.paymentReceiver.probe, ...places } }
      return { close: () => receiver.close(), targetFile: () => ({ ...file, paymentReceiver: section }) }
    },
    'paymentReceiver',
    paymentReceiverChecks,
  )

const catalogue = Object.entries(paymentReceiverContract.catalogue)
const observable = catalogue.flatMap(([id, entry]) => ('unobservable' in entry ? [] : [id]))

test('the faithful receiver of payment webhooks keeps every observable statement', async () => {
  const { told, verdicts } = await judged({})
  expect(told).toEqual([])
  const open = verdicts.filter(({ id, verdict }) => verdict === 'unexercised' && observable.includes(id))
  expect(open.map(({ id }) => id)).toEqual([])
})

describe('no variant of the receiver of payment webhooks is accused', () => {
  test.for(Object.keys(paymentReceiverVariants))('%s', async (variant) => {
    const { told } = await judged({ variants: [variant] })
    expect(told).toEqual([])
  })

  test('at least 20 variants', () => {
    expect(Object.keys(paymentReceiverVariants).length).toBeGreaterThanOrEqual(20)
  })
})

describe('every flaw of the receiver of payment webhooks turns red exactly what it breaks', () => {
  test.for(Object.entries(paymentReceiverFlaws))('%s', async ([name, { breaks, mayBreak = [] }]) => {
    const { failed, warned, told } = await judged({ flaw: name })
    const red = [...failed, ...warned].filter((id) => !(mayBreak as readonly string[]).includes(id))
    expect(red.toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
  })

  test('and every observable statement is broken by some flaw', () => {
    const broken = new Set<string>(Object.values(paymentReceiverFlaws).flatMap(({ breaks }) => breaks))
    expect(observable.filter((id) => !broken.has(id))).toEqual([])
  })
})

test('an event that is not taken a second time is no event that counted once', async () => {
  const { verdicts } = await judged({ flaw: 'refuses-duplicates' })
  expect(verdicts.find(({ id }) => id === 'pay-receiver.dedup.both-urls')?.verdict).toBe('blocked')
})

test('a pointer of the probe that finds nothing blocks what it is to show, and is named', async () => {
  const { failed, warned, verdicts } = await pointing({ status: '/state', applied: '/count', amount: '/sum' })
  expect([...failed, ...warned]).toEqual([])
  const blocked = verdicts.filter(({ verdict }) => verdict === 'blocked')
  expect(blocked.map(({ id }) => id).toSorted()).toEqual(
    [
      'pay-receiver.dedup.same-event',
      'pay-receiver.dedup.concurrent',
      'pay-receiver.dedup.late',
      'pay-receiver.dedup.key-is-event',
      'pay-receiver.dedup.both-urls',
      'pay-receiver.status.terminal-kept',
      'pay-receiver.payload.amount-number',
    ].toSorted(),
  )
  for (const { judgements, id } of blocked)
    expect(judgements.map(({ reason }) => reason).join(), id).toMatch(
      /probe\.\w+ of the target file \(.\w+\) finds nothing/,
    )
  expect(verdicts.flatMap(({ judgements }) => judgements.filter(({ why }) => why === 'not claimed'))).toEqual([])
})

describe('what the target file does not name', () => {
  test('without a probe answers alone are judged, and each statement of an effect names the line', async () => {
    const { told, verdicts } = await without('probe')
    expect(told).toEqual([])
    const lines = verdicts.flatMap(({ judgements }) => judgements.flatMap(({ line }) => line ?? []))
    expect([...new Set(lines)]).toEqual([
      'paymentReceiver.probe: { call: { url: "http://localhost:3000/…/{id}" } }   # to fill in: call.url',
    ])
  })

  test('without a signing key nothing is sent', async () => {
    const { run, told } = await without('signingKey')
    expect(told).toEqual([])
    expect(run.session.store.exchanges).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import {
  messagingReceiverFlaws,
  messagingReceiverVariants,
  startMessagingReceiver,
} from '../../reference/messaging/receiver/index.ts'
import { messagingReceiverContract } from '../../specs/messaging/receiver/contract.ts'
import { messagingReceiverChecks } from '../../suites/messaging/receiver/index.ts'
import { type Embedded, prove } from './proof.ts'

const judged = (options: Parameters<typeof startMessagingReceiver>[0]) =>
  prove(() => startMessagingReceiver(options), 'messagingReceiver', messagingReceiverChecks)

/** The same receiver in a target that is not local. */
const elsewhere = (allow: object) =>
  prove(
    async (): Promise<Embedded> => {
      const receiver = await startMessagingReceiver()
      return {
        close: () => receiver.close(),
        targetFile: () => ({ ...receiver.targetFile(), environment: 'test', allow }),
      }
    },
    'messagingReceiver',
    messagingReceiverChecks,
  )

/** The same receiver, of whose target file some members are left out. */
const without = (...names: readonly string[]) =>
  prove(
    async (): Promise<Embedded> => {
      const receiver = await startMessagingReceiver()
      const file = receiver.targetFile() as { messagingReceiver: Record<string, unknown> }
      const section = Object.entries(file.messagingReceiver).filter(([name]) => !names.includes(name))
      return {
        close: () => receiver.close(),
        targetFile: () => ({ ...file, messagingReceiver: Object.fromEntries(section) }),
      }
    },
    'messagingReceiver',
    messagingReceiverChecks,
  )

/** The same receiver, of whose probe the target file points elsewhere. */
const pointing = (places: object) =>
  prove(
    async (): Promise<Embedded> => {
      const receiver = await startMessagingReceiver()
      const file = receiver.targetFile() as { messagingReceiver: { probe: object } }
      const section = { ...file.messagingReceiver, probe: { ...file.messagingReceiver.probe, ...places } }
      return { close: () => receiver.close(), targetFile: () => ({ ...file, messagingReceiver: section }) }
    },
    'messagingReceiver',
    messagingReceiverChecks,
  )

const catalogue = Object.entries(messagingReceiverContract.catalogue)
const observable = catalogue.flatMap(([id, entry]) => ('unobservable' in entry ? [] : [id]))

test('the faithful receiver of SMS webhooks keeps every observable statement', async () => {
  const { told, verdicts } = await judged({})
  expect(told).toEqual([])
  const open = verdicts.filter(({ id, verdict }) => verdict === 'unexercised' && observable.includes(id))
  expect(open.map(({ id }) => id)).toEqual([])
})

describe('no variant of the receiver of SMS webhooks is accused', () => {
  test.for(Object.keys(messagingReceiverVariants))('%s', async (variant) => {
    const { told } = await judged({ variants: [variant] })
    expect(told).toEqual([])
  })

  test('at least 20 variants', () => {
    expect(Object.keys(messagingReceiverVariants).length).toBeGreaterThanOrEqual(20)
  })
})

describe('every flaw of the receiver of SMS webhooks turns red exactly what it breaks', () => {
  test.for(Object.entries(messagingReceiverFlaws))('%s', async ([name, { breaks, mayBreak = [] }]) => {
    const { failed, warned, told } = await judged({ flaw: name })
    const red = [...failed, ...warned].filter((id) => !(mayBreak as readonly string[]).includes(id))
    expect(red.toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
  })

  test('and every observable statement is broken by some flaw', () => {
    const broken = new Set<string>(Object.values(messagingReceiverFlaws).flatMap(({ breaks }) => breaks))
    // Of a URL a receiver decides nothing: it is another target that breaks these.
    const ofUrls = observable.filter((id) => id.startsWith('msg-receiver.url.'))
    expect(observable.filter((id) => !broken.has(id))).toEqual(ofUrls)
  })
})

test('a word that was not seen is not taken for one that is not there', async () => {
  const wordOf = async (options: Parameters<typeof judged>[0]) => {
    const { verdicts } = await judged(options)
    return verdicts.find(({ id }) => id === 'msg-receiver.event.sent-no-proof')?.verdict
  }
  expect(await wordOf({ flaw: 'deduplicates-by-message' })).toBe('unexercised')
  expect(await wordOf({ variants: ['one-word'] })).toBe('inapplicable')
})

test('where one word stands for what is sent and for what is delivered no label is taken for another word', async () => {
  for (const variant of ['one-word', 'two-words']) {
    const { verdicts } = await judged({ variants: [variant] })
    const found = verdicts.find(({ id }) => id === 'msg-receiver.status.delivered-whatever-label')
    expect(found?.verdict, variant).toBe('inapplicable')
  }
})

test('a pointer of the probe that finds nothing blocks what it is to show, and is named', async () => {
  const { failed, warned, verdicts } = await pointing({ status: '/state', applied: '/count' })
  expect([...failed, ...warned]).toEqual([])
  const blocked = verdicts.filter(({ verdict }) => verdict === 'blocked')
  expect(blocked.map(({ id }) => id).toSorted()).toEqual(
    [
      'msg-receiver.dedup.same-event',
      'msg-receiver.dedup.concurrent',
      'msg-receiver.dedup.late',
      'msg-receiver.dedup.key-is-event',
      'msg-receiver.status.delivered-whatever-label',
      'msg-receiver.status.failed-whatever-label',
      'msg-receiver.event.sent-no-proof',
      'msg-receiver.report.joins-by-message',
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
      'messagingReceiver.probe: { call: { url: "http://localhost:3000/…/{id}" } }   # to fill in: call.url',
    ])
  })

  test('elsewhere than on this machine plain HTTP and a loopback address are failures', async () => {
    const { failed, told } = await elsewhere({ events: 500 })
    expect(failed, told.join('\n')).toEqual(['msg-receiver.url.https', 'msg-receiver.url.public'])
  })

  test('and nothing is sent where the file allows no events', async () => {
    const { run, told } = await elsewhere({})
    expect(told).toEqual([])
    expect(run.session.store.exchanges).toEqual([])
  })

  test('nor more than it allows', async () => {
    const { run } = await elsewhere({ events: 5 })
    expect(run.session.store.exchanges.length).toBe(5)
  })
})

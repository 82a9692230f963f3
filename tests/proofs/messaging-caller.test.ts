import { describe, expect, test } from 'vitest'
import {
  messagingCallerFlaws,
  messagingCallerVariants,
  startMessagingCaller,
} from '../../reference/messaging/caller/index.ts'
import { messagingCallerContract } from '../../specs/messaging/caller/contract.ts'
import { messagingCallerChecks } from '../../suites/messaging/caller/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(messagingCallerFlaws)
const variants = Object.keys(messagingCallerVariants)

const judge = (options: Parameters<typeof startMessagingCaller>[0]) =>
  prove(() => startMessagingCaller(options), 'messagingCaller', messagingCallerChecks)

describe('a lawful client of the messaging service is accused of nothing', () => {
  test('as it comes', async () => {
    const { told, verdicts } = await judge({})
    expect(told).toEqual([])
    expect(verdicts).toHaveLength(Object.keys(messagingCallerContract.catalogue).length)
    const open = verdicts.filter(({ verdict, id }) => verdict === 'unexercised' && !isUnobservable(id))
    expect(open.map(({ id }) => id)).toEqual([])
  })

  test.each(variants)('%s', async (variant) => {
    const { told } = await judge({ variants: [variant] })
    expect(told).toEqual([])
  })
})

describe('every flaw of a client of the messaging service turns red exactly what it breaks', () => {
  test.for(flaws)('%s', async ([flaw, { breaks }]) => {
    const { failed, warned, told } = await judge({ flaw })
    expect([...failed, ...warned].toSorted(), told.join('\n')).toEqual([...breaks].toSorted())
  })
})

test('what a client never sends is not said to be right', async () => {
  const verdictOf = ({ verdicts }: Awaited<ReturnType<typeof judge>>, wanted: string) =>
    verdicts.find(({ id }) => id === wanted)?.verdict
  const bare = await judge({ variants: ['brings-no-templates'] })
  expect(verdictOf(bare, 'msg-caller.otp.template')).toBe('unexercised')
  expect(verdictOf(bare, 'msg-caller.otp.callback')).toBe('unexercised')
  for (const flaw of ['drops-times', 'until-for-up-to'])
    expect(verdictOf(await judge({ flaw }), 'msg-caller.read.up-to'), flaw).toBe('unexercised')
})

test('every statement with a check that may be red is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(messagingCallerChecks.flatMap(({ covers }) => covers))
  const levels = Object.entries(messagingCallerContract.catalogue).filter(([id]) => covered.has(id))
  expect(levels.filter(([id, { level }]) => level !== 'may' && !broken.has(id)).map(([id]) => id)).toEqual([])
})

const isUnobservable = (id: string): boolean =>
  'unobservable' in messagingCallerContract.catalogue[id as keyof typeof messagingCallerContract.catalogue]

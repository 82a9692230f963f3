import { describe, expect, test } from 'vitest'
import { messagingTroubles, messagingVariants, startMessagingService } from '../../reference/messaging/index.ts'
import { catalogue } from '../../specs/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { prove } from './proof.ts'

const judged = (variants: string[]) => prove(() => startMessagingService({ variants }), 'messaging', messagingChecks)

test('the faithful messaging service is not accused, and every must that can be seen is kept or does not apply', async () => {
  const { told, verdicts } = await judged([])
  expect(told).toEqual([])
  const open = verdicts.filter(
    ({ id, verdict }) =>
      verdict === 'unexercised' && catalogue[id]?.unobservable === undefined && catalogue[id]?.level === 'must',
  )
  expect(open.map(({ id }) => id)).toEqual([])
  expect(verdicts.some(({ verdict }) => verdict === 'inapplicable')).toBe(true)
})

test('the standard depth accuses nobody, and costs 150 requests and 12 messages at most', async () => {
  const start = () => startMessagingService()
  const { told, run } = await prove(start, 'messaging', messagingChecks, 'standard')
  expect(told).toEqual([])
  const { requests, spends } = run.session.ledger.totals()
  expect(Object.values(requests).reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(150)
  expect(spends.messages).toBeLessThanOrEqual(12)
})

test('a callback target that follows the codes of its number is not accused where no second number and app are known', async () => {
  const start = async () => {
    const service = await startMessagingService({ variants: ['callback-follows-codes'] })
    const { messaging, ...file } = service.targetFile() as { messaging: { outcomes: object } }
    const { secondApp: _app, secondPhone: _phone, ...outcomes } = messaging.outcomes as Record<string, unknown>
    return { targetFile: () => ({ ...file, messaging: { ...messaging, outcomes } }), close: () => service.close() }
  }
  const { failed, warned, told } = await prove(start, 'messaging', messagingChecks)
  expect([...failed, ...warned], told.join('\n')).toEqual([])
})

describe('slow answers and reads that lag are not accused on fast clocks', () => {
  const telling = ['tells-of-delivery', 'tells-of-expiry', 'tells-of-verification']
  const slow = ['slow-answers', 'answers-in-half-a-second', 'reads-lag', 'inbox-lags', ...telling]
  test.for(slow.flatMap((variant) => [10, 60, 300].map((timeScale) => [variant, timeScale] as const)))(
    '%s, %i times as fast',
    async ([variant, timeScale]) => {
      const start = () => startMessagingService({ variants: [variant], timeScale })
      for (const depth of ['standard', 'deep'] as const) {
        const { failed, warned, told } = await prove(start, 'messaging', messagingChecks, depth)
        expect([...failed, ...warned], told.join('\n')).toEqual([])
      }
    },
  )
})

describe('trouble in the middle accuses nobody', () => {
  const depths = ['standard', 'deep'] as const
  const bad = Object.entries(messagingTroubles).flatMap(([name, { warns }]) =>
    depths.map((depth) => [name, depth, warns] as const),
  )
  test.for(bad)('%s, %s', async ([variant, depth, warns]) => {
    const start = () => startMessagingService({ variants: [variant] })
    const { failed, warned, told, verdicts } = await prove(start, 'messaging', messagingChecks, depth)
    expect(failed, told.join('\n')).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([])
    expect(
      warned.filter((id) => !warns.includes(id as never)),
      told.join('\n'),
    ).toEqual([])
  })
})

describe('no variant of the messaging service is accused', () => {
  test.for(Object.entries(messagingVariants))('%s', async ([variant, { warns }]) => {
    const { failed, warned, told, verdicts, open } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    // Full depth: what a certificate asks.
    expect(open).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})

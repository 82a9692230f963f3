import { describe, expect, test } from 'vitest'
import { messagingVariants, startMessagingService } from '../reference/messaging/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { prove } from './proof.ts'

const judged = async (variants: string[]) =>
  prove(await startMessagingService({ timeScale: 60, variants }), 'messaging', messagingChecks)

test('the faithful messaging service is not accused', { timeout: 120_000 }, async () => {
  expect((await judged([])).told).toEqual([])
})

describe.concurrent('no variant of the messaging service is accused', () => {
  test.for(Object.entries(messagingVariants))('%s', { timeout: 120_000 }, async ([variant, { warns }]) => {
    const { failed, warned, told, verdicts } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})

import { describe, expect, test } from 'vitest'
import { messagingVariants, startMessagingService } from '../reference/messaging/index.ts'
import { messagingChecks } from '../suites/messaging/index.ts'
import { prove } from './proof.ts'

const judged = (variants: string[]) => prove(() => startMessagingService({ variants }), 'messaging', messagingChecks)

test('the faithful messaging service is not accused', async () => {
  expect((await judged([])).told).toEqual([])
})

describe('no variant of the messaging service is accused', () => {
  test.for(Object.entries(messagingVariants))('%s', async ([variant, { warns }]) => {
    const { failed, warned, told, verdicts } = await judged([variant])
    expect(failed, told.join('\n')).toEqual([])
    expect(warned.toSorted(), told.join('\n')).toEqual([...warns].toSorted())
    expect(verdicts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'broken').map(({ id }) => id)).toEqual(
      [],
    )
  })
})

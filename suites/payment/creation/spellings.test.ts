import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { LONG_REFERENCE } from '../client/payment.ts'
import { creationSpellings } from './spellings.ts'

const written = (spelling: string, status: number) =>
  exchangeOf({ operation: CREATE, label: `completed payment, in other words: ${spelling}`, status, answer: {} })

test('an answer that compares nothing is an answer: what is missing is a creation that was accepted', async () => {
  const reasons: unknown[] = []
  const markUnexercised = (...given: unknown[]) => reasons.push(given.at(-1))
  for (const exchange of [written('order', 429), written(LONG_REFERENCE, 201)])
    await saidBy(creationSpellings[0], { exchanges: [exchange], context: { markUnexercised } })
  expect(reasons).toEqual(Array.from({ length: 2 }, () => 'no creation of another spelling was accepted in this run'))
  expect(await saidBy(creationSpellings[0], { exchanges: [written('order', 201)] })).toEqual([
    'pass pay.create.any-spelling',
  ])
})

import { expect, test } from 'vitest'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { againLabel, plainLabel, spelledLabel } from '../client/wording.ts'
import { requestSpellings } from './spellings.ts'

const ODD = spelledLabel('a read', ['order', 'escapes'])
const HEADERS = spelledLabel('a read', ['header names'])

/** Answers to a request in other words, to the same in plain words, and in the same other words once more. */
const asked = (label: string, first: number, plain?: number, again?: number): Answered[] => [
  { label, status: first },
  ...(plain === undefined ? [] : [{ label: plainLabel('a read'), status: plain }]),
  ...(again === undefined ? [] : [{ label: againLabel('a read'), status: again }]),
]

test.for<[string, Answered[], string]>([
  ['taken', asked(ODD, 200), 'pass'],
  ['refused each time, and taken in plain words', asked(ODD, 400, 200, 400), 'fail'],
  ['refused for its charset alone', asked(spelledLabel('a read', ['charset']), 415, 200, 415), 'warn'],
  // None of these shows that it was not understood.
  ['refused once', asked(ODD, 400, 200, 200), 'unexercised'],
  ['refused, and otherwise the next time', asked(ODD, 400, 200, 500), 'unexercised'],
  ['refused, and in plain words as well', asked(ODD, 400, 400), 'unexercised'],
  ['refused, and not asked again', asked(ODD, 400, 200), 'unexercised'],
  ['turned away, as its JSON has nothing to do with', asked(ODD, 401, 200, 401), 'unexercised'],
  ['turned away for its headers', asked(HEADERS, 401, 200, 401), 'unexercised'],
])('a request in other words is %s', async ([_, all, expected]) => {
  const exchanges = all.map((each, at) => exchangeOf({ id: `x${at}`, at, answer: {}, ...each }))
  const said = await saidBy(requestSpellings[0], { exchanges })
  expect([...new Set(said)]).toEqual([`${expected} msg.service.any-spelling`])
})

import { expect, test } from 'vitest'
import { BudgetExceeded, GENERATED, Ledger } from './ledger.ts'

const KEY = 'library.reader[0]'

test('what goes over the budget is refused before it is booked', async () => {
  const ledger = new Ledger({ loans: 1, copies: 0 })
  ;(await ledger.charge(KEY, { spends: { loans: 1 } }))(201)
  await expect(ledger.charge(KEY, { spends: { loans: 1 } })).rejects.toThrow(BudgetExceeded)
  await expect(ledger.charge(KEY, { spends: { copies: 1 } })).rejects.toThrow(/allows no copies/)
  expect(ledger.totals()).toMatchObject({ spends: { loans: 1, copies: 0 }, requests: { [KEY]: 1 } })
})

test('the budget that is used up is named, requests with generated values by what they are', async () => {
  const ledger = new Ledger({ loans: 3 })
  await expect(ledger.charge(KEY, { spends: { loans: 4 } })).rejects.toMatchObject({ budget: 'loans', allowed: 3 })
  await expect(ledger.charge(KEY, { spends: { [GENERATED]: 1 } })).rejects.toThrow('allows no generated requests')
  await expect(ledger.charge(KEY, { spends: { unheard: 1 } })).rejects.toMatchObject({ budget: 'unheard', allowed: 0 })
})

test('a request that was never sent counts nowhere', async () => {
  const ledger = new Ledger({ loans: 2 })
  ;(await ledger.charge(KEY, { spends: { loans: 1 } }))(201)
  ;(await ledger.charge(KEY, { spends: { loans: 1 } }))(undefined, false)
  ;(await ledger.charge('', { spends: { loans: 1 } }))(undefined, false)
  expect(ledger.totals()).toMatchObject({ spends: { loans: 1 }, requests: { [KEY]: 1 } })
  expect(ledger.totals().requests).not.toHaveProperty('none')
})

test('a refusal gives back what it held, an execution and a lost answer do not', async () => {
  const ledger = new Ledger({ loans: 2, copies: 0 })
  const price = { spends: { loans: 1 }, refund: 'refused' } as const
  ;(await ledger.charge('', price))(400)
  expect(ledger.totals().spends.loans).toBe(0)
  ;(await ledger.charge('', price))(200)
  ;(await ledger.charge('', price))(undefined)
  expect(ledger.totals()).toMatchObject({ spends: { loans: 2 }, requests: { none: 3 } })
})

test('an answer that does not show that nothing was made gives nothing back', async () => {
  const ledger = new Ledger({ loans: 5 })
  for (const [refund, status] of [
    ['refused', 502],
    ['refused', 303],
    ['replayed', 504],
    ['replayed', undefined],
  ] as const)
    (await ledger.charge('', { spends: { loans: 1 }, refund }))(status)
  expect(ledger.totals().spends.loans).toBe(4)
  ;(await ledger.charge('', { spends: { loans: 1 }, refund: 'replayed' }))(409)
  await expect(ledger.charge('', { spends: { loans: 2 } })).rejects.toMatchObject({ budget: 'loans', wasted: 3 })
})

test('a replay answered 200 gives back, one answered 201 made a loan', async () => {
  const ledger = new Ledger({ loans: 5, copies: 0 })
  const price = { spends: { loans: 1 }, refund: 'replayed' } as const
  ;(await ledger.charge('', price))(200)
  ;(await ledger.charge('', price))(201)
  expect(ledger.totals().spends.loans).toBe(1)
})

test('one that must wait for room goes on when another gives back', async () => {
  const ledger = new Ledger({ loans: 1, copies: 0 })
  const settle = await ledger.charge('a', { spends: { loans: 1 }, refund: 'refused' })
  const second = ledger.charge('b', { spends: { loans: 1 } })
  settle(400)
  await expect(second).resolves.toBeTypeOf('function')
})

test('a request of two budgets books both, or none', async () => {
  const ledger = new Ledger({ loans: 2, copies: 1 })
  ;(await ledger.charge('', { spends: { loans: 1, copies: 1 } }))(201)
  await expect(ledger.charge('', { spends: { loans: 1, copies: 1 } })).rejects.toThrow(/1 copies/)
  expect(ledger.totals()).toMatchObject({ spends: { loans: 1, copies: 1 }, requests: { none: 1 } })
})

test('keys of two services with one name are two', async () => {
  const ledger = new Ledger({})
  for (const key of ['library.reader', 'archive.reader', 'library.reader']) (await ledger.charge(key))(200)
  expect(ledger.totals().requests).toEqual({ 'archive.reader': 1, 'library.reader': 2 })
})

test('what was free before a wait is looked at again after it', async () => {
  const ledger = new Ledger({ loans: 1, copies: 1 })
  const settleLoan = await ledger.charge('', { spends: { loans: 1 }, refund: 'refused' })
  const settleCopy = await ledger.charge('', { spends: { copies: 1 }, refund: 'refused' })
  const both = [1, 2].map(() => ledger.charge('', { spends: { loans: 1, copies: 1 } }))
  settleLoan(400)
  // One waits for a copy still; meanwhile the loan is lent to somebody else.
  await new Promise((resolve) => setImmediate(resolve))
  const third = await ledger.charge('', { spends: { loans: 1 } })
  settleCopy(400)
  third(201)
  const ends = await Promise.allSettled(both)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(ledger.totals().spends).toEqual({ loans: 1, copies: 0 })
})

test('what the target neither took nor refused is wasted, and told with the budget', async () => {
  const ledger = new Ledger({ loans: 3 })
  for (const status of [429, 503, 201]) (await ledger.charge('', { spends: { loans: 1 } }))(status)
  await expect(ledger.charge('', { spends: { loans: 1 } })).rejects.toMatchObject({ budget: 'loans', wasted: 2 })
})

test('what was refused is counted by budget, beside what was used', async () => {
  const ledger = new Ledger({ loans: 5, copies: 1 })
  expect(ledger.totals()).not.toHaveProperty('refused')
  for (const status of [422, 429, 503, 201]) (await ledger.charge('', { spends: { loans: 1 } }))(status)
  ;(await ledger.charge('', { spends: { loans: 1 }, refund: 'refused' }))(422)
  expect(ledger.totals()).toMatchObject({ spends: { loans: 4, copies: 0 }, refused: { loans: 2 } })
})

test('what nobody could take is counted where it was taken, and sent whatever is left', async () => {
  const ledger = new Ledger({ loans: 0 })
  const price = { spends: {}, ifTaken: { loans: 1 } }
  for (const status of [400, 503, undefined]) (await ledger.charge(KEY, price))(status)
  expect(ledger.totals().spends).toEqual({ loans: 0 })
  ;(await ledger.charge(KEY, price))(200)
  expect(ledger.totals().spends).toEqual({ loans: 1 })
})

import { expect, test } from 'vitest'
import { BudgetExceeded, Ledger } from './ledger.ts'

test('what goes over the budget is refused before it is booked', async () => {
  const ledger = new Ledger({ payments: 1, messages: 0 })
  ;(await ledger.charge('live[0]', { payments: 1 }))(201)
  await expect(ledger.charge('live[0]', { payments: 1 })).rejects.toThrow(BudgetExceeded)
  await expect(ledger.charge('live[0]', { messages: 1 })).rejects.toThrow(/0 messages/)
  expect(ledger.totals()).toMatchObject({ payments: 1, requests: { 'live[0]': 1 } })
})

test('a refusal gives back what it held, an execution and a lost answer do not', async () => {
  const ledger = new Ledger({ payments: 2, messages: 0 })
  const spends = { payments: 1, refund: 'refused' } as const
  ;(await ledger.charge('', spends))(400)
  expect(ledger.totals().payments).toBe(0)
  ;(await ledger.charge('', spends))(200)
  ;(await ledger.charge('', spends))(undefined)
  expect(ledger.totals()).toMatchObject({ payments: 2, requests: { none: 3 } })
})

test('a replay answered 200 gives back, one answered 201 made a payment', async () => {
  const ledger = new Ledger({ payments: 5, messages: 0 })
  const spends = { payments: 1, refund: 'replayed' } as const
  ;(await ledger.charge('', spends))(200)
  ;(await ledger.charge('', spends))(201)
  expect(ledger.totals().payments).toBe(1)
})

test('one that must wait for room goes on when another gives back', async () => {
  const ledger = new Ledger({ payments: 1, messages: 0 })
  const settle = await ledger.charge('a', { payments: 1, refund: 'refused' })
  const second = ledger.charge('b', { payments: 1 })
  settle(400)
  await expect(second).resolves.toBeTypeOf('function')
})

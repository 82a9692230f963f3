import { expect, test } from 'vitest'
import type { FixtureContext } from '../define.ts'
import { withDecimals } from './fractions.ts'

const allowing = (amount?: number) =>
  ({ target: { allow: { limits: amount === undefined ? {} : { amount } } } }) as unknown as FixtureContext
const shillings = { currency: 'TZS', type: 'mobile' }

test.for([
  ['half a unit less, where that is no less than the minimum', { ...shillings, amount: 501 }, undefined, 500.5],
  [
    'half a unit more than the minimum: less is refused whatever its form',
    { ...shillings, amount: 500 },
    undefined,
    500.5,
  ],
  ['none where no more is allowed', { ...shillings, amount: 500 }, 500, undefined],
  ['what is allowed', { ...shillings, amount: 500 }, 501, 500.5],
  ['half a unit more where no minimum is shown', { currency: 'KES', type: 'mobile', amount: 1000 }, undefined, 1000.5],
  ['none where the file has decimals itself', { ...shillings, amount: 600.25 }, undefined, undefined],
  ['none where the file names no number', { ...shillings, amount: '600' }, undefined, undefined],
] as const)('an amount with decimals: %s', ([, body, most, expected]) => {
  expect(withDecimals(allowing(most), body)).toBe(expected)
})

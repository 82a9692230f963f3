import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedPhones, unlistedPhone } from '../../shared/phones.ts'
import type { CheckContext } from '../define.ts'
import { creations } from './bodies.ts'
import { refusedCreations } from './refused.ts'

const MOBILE = {
  amount: 5000,
  currency: 'TZS',
  type: 'mobile',
  phone: '255700000100',
  network: 'alpha',
  customer: { firstname: 'Asha', lastname: 'Mushi', email: 'asha@example.com' },
}

/** A check of a target that shows this creation, and one number more. */
function checkOf(mobile: object): CheckContext {
  const services = { payment: { bodies: { mobile }, outcomes: { completed: { with: { phone: '255700000102' } } } } }
  return { target: { services }, service: services.payment, sampling: { seed: 7 } } as unknown as CheckContext
}

const strangers = (t: CheckContext, bodies: readonly unknown[]): readonly unknown[] =>
  bodies.filter((body) => unlistedPhone(body, listedPhones(t.target)) !== undefined)

test('creations with one fault hold no number but those that the target file names, and wrong ones all the same', async () => {
  const t = checkOf(MOBILE)
  const values = fc.sample((await refusedCreations(t)).values(), { seed: 7, numRuns: 1000 })
  expect(
    strangers(
      t,
      values.map(({ body }) => body),
    ),
  ).toEqual([])
  const wrong = values.filter(({ name }) => name === 'phone: pattern').map(({ body }) => body.phone)
  expect(wrong).toContain('+255700000102')
  expect(wrong.some((each) => /[A-Za-z]/.test(String(each)))).toBe(true)
})

test('a valid creation has no number, and no network, where that of the target file has none', () => {
  const { phone: _, network: __, ...rest } = MOBILE
  const t = checkOf(rest)
  const bodies = fc.sample(creations(t), { seed: 7, numRuns: 200 }).map(({ body }) => body)
  expect(strangers(t, bodies)).toEqual([])
  expect(bodies.filter((body) => 'network' in body || 'phone' in body)).toEqual([])
  expect(bodies.every(({ currency }) => currency === 'TZS')).toBe(true)
})

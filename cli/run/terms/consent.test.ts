import { expect, test } from 'vitest'
import { type Plan, planOf } from '../../../kit/plan/plan.ts'
import { targetFromFlags } from '../../../kit/target/target.ts'
import { sections } from '../../own/services.ts'
import { consent } from './consent.ts'

// Tests have no terminal: what is decided there without a question.
const elsewhere = targetFromFlags({ payment: 'https://pay.example.org' }, sections)
const plan = (payments: number, messages = 0, permissions: Plan['permissions'] = []): Plan => ({
  ...planOf({ target: elsewhere, services: [], checks: [], depth: 'standard', hasPerson: false }),
  spends: { payments: { usual: payments, most: payments }, messages: { usual: messages, most: messages } },
  permissions,
})
const profile = [{ name: 'profileWrites', notice: 'the merchant profile is changed, and restored at the end' }]

test.each([
  ['a local target', targetFromFlags({ payment: 'http://127.0.0.1:1' }, sections), plan(40), false],
  ['nothing that is written', { ...elsewhere, environment: 'production' as const }, plan(0), false],
  ['a budget for a test deployment', elsewhere, plan(40), false],
  ['production with --yes', { ...elsewhere, environment: 'production' as const }, plan(40), true],
])('nobody is asked about %s', async (_, target, planned, yes) => {
  expect(await consent(target, planned, yes)).toBe(true)
})

test('production wants --yes where nobody can be asked, and is told what it may cost', async () => {
  const production = { ...elsewhere, environment: 'production' as const }
  await expect(consent(production, plan(40, 10), false)).rejects.toThrow(
    'this run may make up to 40 payments and up to 10 messages at pay.example.org (production); add --yes, or set allow.payments and allow.messages to 0',
  )
})

test('what is changed because of a permission is told, also where nothing else is written', async () => {
  const production = { ...elsewhere, environment: 'production' as const }
  await expect(consent(production, plan(40, 0, profile), false)).rejects.toThrow(
    'this run may make up to 40 payments at pay.example.org (production); the merchant profile is changed, and restored at the end; add --yes, or set allow.payments to 0',
  )
  await expect(consent(production, plan(0, 0, profile), false)).rejects.toThrow(
    'this run writes at pay.example.org (production); the merchant profile is changed, and restored at the end; add --yes',
  )
  // A budget of 0 is not one to set to 0.
  await expect(consent(production, plan(0, 0, profile), false)).rejects.not.toThrow('to 0')
})

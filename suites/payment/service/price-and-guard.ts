import type { Guard, Guarded, GuardRefusal } from '../../../kit/http/guard.ts'
import type { Price } from '../../../kit/rate/price.ts'
import type { Target } from '../../../kit/target/target.ts'
import { listedPhones, unlistedPhone } from '../../shared/phones.ts'
import { largestAllowed } from './amounts.ts'

const PAYMENTS = /\/api\/v1\/payments\/?$/
const PROFILE = /\/api\/v1\/merchants\/me\/?$/

/** Holds requests against what the target file allows of payments, whatever the check that sends them says of itself. */
export function paymentGuard(target: Target): Guard {
  const phones = listedPhones(target)
  return {
    price({ request, carriesKey }: Guarded, said: Price): Price {
      if (request.method !== 'POST' || !carriesKey || !PAYMENTS.test(pathOf(request.url))) return said
      if ((said.spends.payments ?? 0) > 0) return said
      return { spends: { ...said.spends, payments: 1 }, refund: 'refused' }
    },
    refusal({ request, content, carriesKey, adds }: Guarded): GuardRefusal | undefined {
      const unlisted = unlistedPhone(content, phones)
      if (unlisted !== undefined) return unlisted
      if (request.method === 'GET' || !carriesKey) return undefined
      const path = pathOf(request.url)
      if (request.method === 'PUT' && PROFILE.test(path) && target.allow.permissions.profileWrites !== true)
        return { reason: 'the merchant profile may not be written', line: 'allow.profileWrites: true' }
      const amount = PAYMENTS.test(path) ? amountOf(content) : 0
      if (amount <= largestAllowed(target, adds)) return undefined
      return {
        reason: `the amount ${amount} is larger than any that the target file allows or names`,
        line: `allow.amount: ${amount}`,
      }
    },
  }
}

const pathOf = (url: string): string => new URL(url).pathname

/** An amount is a number; some targets take one that is written as text. */
function amountOf(content: unknown): number {
  const { amount } = Object(content) as { amount?: unknown }
  const value = typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : 0
  return Number.isNaN(value) ? 0 : value
}

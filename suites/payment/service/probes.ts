import { randomUUID } from 'node:crypto'
import type { ClaimProbe } from '../../../kit/contract/service.ts'
import type { Target } from '../../../kit/target/target.ts'
import { isNeeded, probe, refusedKey } from '../../shared/claim-probes.ts'
import type { PaymentSection } from './section.ts'

/** Keys that are valid, each for itself. What the others are like is for the checks to find out. */
const VALID = ['otherMerchant', 'noDefaults'] as const

/** What the document has a target say of a key that it does not take. */
const KEY_CODES: readonly string[] = ['invalid_api_key', 'MERCHANT_NOT_FOUND', 'UNAUTHORIZED']

/** A read with each valid key that the target file names. */
export function paymentProbes(target: Target, needed: ReadonlySet<string>): readonly ClaimProbe[] {
  const { keys = {}, baseUrl } = target.services.payment as PaymentSection
  const live = (keys.live ?? []).map((value, index) => ({ name: `live[${index}]`, value }))
  const others = VALID.flatMap((name) => (keys[name] === undefined ? [] : [{ name, value: keys[name] }]))
  return [...live, ...others]
    .map(({ name, value }): ClaimProbe => {
      const claim = `payment.keys.${name}`
      const url = `${baseUrl}/api/v1/payments/${randomUUID()}`
      const request = probe(claim, url, name, [['Authorization', `Bearer ${value}`]])
      return { claim, request, verdict: (exchange) => refusedKey(claim, exchange, KEY_CODES) }
    })
    .filter(({ claim }) => isNeeded(claim, needed))
}

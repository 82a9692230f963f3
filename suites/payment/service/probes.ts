import { randomUUID } from 'node:crypto'
import type { ClaimProbe } from '../../../kit/contract/service.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import type { Target } from '../../../kit/target/target.ts'
import { isNeeded, probe, refusedKey } from '../../shared/claim-probes.ts'
import type { PaymentSection } from './section.ts'

/** Keys that are valid, each for itself. What the others are like is for the checks to find out. */
const VALID = ['otherMerchant', 'noDefaults'] as const

/** What the document has a target say of a key that it does not take. */
const KEY_CODES: readonly string[] = ['invalid_api_key', 'MERCHANT_NOT_FOUND', 'UNAUTHORIZED']

/** A payment that is not there has a row of its own, in words that few routers have for a path. */
const isOfPayments = ({ response }: Exchange): boolean =>
  response?.status === 404 && valueAt(json(response), '/error_code') === 'RESOURCE_NOT_FOUND'

/** Nor does a router refuse an id for its form. */
const isOfItsId = ({ response }: Exchange): boolean =>
  response?.status === 400 && valueAt(json(response), '/error_code') === 'INVALID_ID'

/** A read with each valid key that the target file names. */
export function paymentProbes(target: Target, needed: ReadonlySet<string>): readonly ClaimProbe[] {
  const { keys = {}, baseUrl } = target.services.payment as PaymentSection
  const live = (keys.live ?? []).map((value, index) => ({ name: `live[${index}]`, value }))
  const others = VALID.flatMap((name) => (keys[name] === undefined ? [] : [{ name, value: keys[name] }]))
  return [...live, ...others]
    .map(({ name, value }): ClaimProbe => {
      const claim = `payment.keys.${name}`
      const readWith = (key: string, id: string, as = name) =>
        probe(claim, `${baseUrl}/api/v1/payments/${id}`, as, [['Authorization', `Bearer ${key}`]])
      const read = (id: string) => readWith(value, id)
      const request = read(randomUUID())
      const ownRefusal = { request: read('not-an-id'), isShown: isOfItsId }
      const stranger = readWith(`sk_live_${randomUUID().replaceAll('-', '')}`, randomUUID(), '')
      const verdict: ClaimProbe['verdict'] = (exchange, toStranger) =>
        refusedKey(claim, exchange, KEY_CODES, toStranger)
      return { claim, request, stranger, verdict, showsEndpoint: isOfPayments, ownRefusal }
    })
    .filter(({ claim }) => isNeeded(claim, needed))
}

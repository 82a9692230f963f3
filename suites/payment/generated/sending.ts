import type { Key } from '../../../kit/check/context.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { brokeOver, decided, type Findings, Undecided } from '../../shared/generated/findings.ts'
import { create, liveKey } from '../client/api.ts'
import { isTrouble } from '../client/refusal.ts'
import type { FixtureContext } from '../define.ts'
import { bytesOf, type GeneratedCreation } from './bodies.ts'

/** A generated creation with the names that this run gave it. */
export interface Sent {
  readonly key: Key
  readonly idempotencyKey: string
  readonly reference: string
  readonly bytes: Buffer
}

/**
 * Gives a creation a reference and a key of its own, and URLs at which nobody looks: otherwise the merchant's defaults
 * would be told of thousands of payments.
 */
export function named(t: FixtureContext, value: GeneratedCreation, urls: JsonObject = sink(t)): Sent {
  // Between the two stands a letter: a tail of digits would make another name of the run of it.
  const reference = `${t.fresh('ref')}-r${value.referenceTail}`
  return {
    key: liveKey(t),
    idempotencyKey: `${t.fresh('key')}-k${value.keyTail}`,
    reference,
    bytes: bytesOf({ ...value, body: { ...urls, ...value.body } }, reference),
  }
}

function sink(t: FixtureContext): JsonObject {
  const url = t.inbox('generated payments without a reader')?.url
  return url === undefined ? {} : { webhook_url: url, callback_url: url }
}

export function send(t: FixtureContext, { key, idempotencyKey, bytes }: Sent, label: string): Promise<Exchange> {
  return create(t, { label, as: key, body: bytes, idempotencyKey, expects: 'new' })
}

/**
 * Stops where the answer to a creation speaks of the deployment's own trouble. A failure of the service itself is a
 * finding: no generated value is a reason for one.
 */
export function untroubled(answer: Exchange, found: Findings): void {
  handled(answer, found)
  decided(answer)
  const status = answer.response?.status ?? 0
  if (isTrouble(answer) || status >= 500 || [401, 402, 403].includes(status)) throw new Undecided(`status ${status}`)
}

/** What a service answers when it breaks over a request: nothing at all, or any 5xx but those that speak of its upstream. */
export function handled(answer: Exchange, found: Findings): void {
  const upstream = String(valueAt(json(answer.response), '/error_code')).startsWith('PROVIDER_')
  found.conclude('pay.error.handled', {
    ok: !brokeOver(answer) || upstream,
    subject: subjectOf(answer),
    expected: 'an answer other than a 5xx',
    actual: cameBack(answer),
    evidence: [answer],
  })
}

import type { Exchange } from '../../http/exchange.ts'
import { placeOf } from '../../webhooks/inbox-name.ts'
import type { Evidence } from '../context.ts'

export const isExchange = (evidence: Evidence): evidence is Exchange => 'request' in evidence

/** How a message is named in a failure: its operation and what it was for. */
export function subjectOf(evidence: Evidence): string {
  if (!isExchange(evidence)) return `delivery ${evidence.id} to ${placeOf(evidence.inbox)}`
  const name =
    evidence.operation === ''
      ? `${evidence.request.method} ${new URL(evidence.request.url).pathname}`
      : evidence.operation
  return evidence.label === '' ? name : `${name} (${evidence.label})`
}

/** Whether a subject names a message. */
export const isNamed = (subject: string, message: Evidence): boolean =>
  isExchange(message) ? subject.includes(subjectOf(message)) : new RegExp(`\\b${message.id}\\b`).test(subject)

/** The messages that a subject names before the others: a reader looks at the first one. */
export function decisiveFirst(subject: string, evidence: readonly Evidence[]): readonly Evidence[] {
  return [...evidence.filter((each) => isNamed(subject, each)), ...evidence.filter((each) => !isNamed(subject, each))]
}

import { valueAt } from '../../../kit/target/path.ts'

/** Resources › Payment create request: what card payments additionally need, as far as the document names it. */
const URLS = ['redirect_url', 'cancel_url'] as const

const BILLING = /billing|address/i

/** Whether a member is that of a billing address, whose name the document does not show. */
export const isBilling = (name: string): boolean => BILLING.test(name) && !/mail|ip_?address/i.test(name)

const membersOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

interface CardLack {
  /** As it is told: `cancel_url`, `a billing address`. */
  readonly what: string
  /** The line of the target file that brings it. */
  readonly line: string
}

/** What the document has a card payment have, and a creation of the target file has not: who refuses it keeps the document. */
export function cardLacks(body: unknown): readonly CardLack[] {
  const own = membersOf(body)
  const hasBilling = own.some(isBilling) || membersOf(valueAt(body, ['customer'])).some(isBilling)
  return [
    ...URLS.filter((name) => !own.includes(name)).map((name) => ({
      what: name,
      line: `payment.bodies.card.${name}: "https://example.com/…"`,
    })),
    ...(hasBilling
      ? []
      : [
          {
            what: 'a billing address',
            line: 'payment.bodies.card.billing_address: { line1: "…", city: "…", country: TZ }',
          },
        ]),
  ]
}

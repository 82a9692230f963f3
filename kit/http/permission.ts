import { permits } from '../plan/eligibility.ts'
import type { Spends } from '../rate/ledger.ts'
import { largestAllowed } from '../target/amounts.ts'
import { listedPhones, numbersOf } from '../target/phones.ts'
import type { Target } from '../target/target.ts'
import { json, type RecordedRequest } from './exchange.ts'

/** Raised instead of sending a request that the target file does not permit. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'
  /** The line of the target file that would permit it. */
  readonly line: string | undefined

  constructor(reason: string, line?: string) {
    super(reason)
    this.line = line
  }
}

const PAYMENTS = /\/api\/v1\/payments\/?$/
const PROFILE = /\/api\/v1\/merchants\/me\/?$/
const MESSAGES = /\/v1\/(otp\/resend|message\/send-instant)\/?$/

/** Holds every request against the target file, whatever the check that sends it says of itself. */
export class Permission {
  readonly #target: Target
  readonly #phones: ReadonlySet<string>
  readonly #credentials: readonly string[]

  constructor(target: Target) {
    this.#target = target
    this.#phones = listedPhones(target)
    this.#credentials = credentialsOf(target)
  }

  /**
   * What a request costs at least: what its check says, and never less than its endpoint, its credentials and its
   * numbers can bring about. What only these say is given back where the target refuses.
   */
  price({ method, url, headers, body }: RecordedRequest, said: Spends = {}): Spends {
    const { pathname } = new URL(url)
    // Each of these may be a payment or a message, and is counted as neither.
    if ((said.generated ?? 0) > 0) return said
    if (method !== 'POST' || !this.#carries(headers)) return said
    if (PAYMENTS.test(pathname)) return (said.payments ?? 0) > 0 ? said : { ...said, payments: 1, refund: 'refused' }
    const messages = MESSAGES.test(pathname) ? numbersOf(json({ body })).length : 0
    if (messages <= (said.messages ?? 0)) return said
    return { ...said, messages, ...(said.messages === undefined ? { refund: 'refused' } : {}) }
  }

  /**
   * @param adds how much more than an amount of the target file the check says that it asks for
   * @throws NotPermitted
   */
  assert({ method, url, headers, body }: RecordedRequest, adds: number): void {
    const { allow, environment } = this.#target
    const { pathname } = new URL(url)
    const content = json({ body })
    if (numbersOf(content).some((each) => !this.#phones.has(each)))
      throw new NotPermitted('the request holds a phone number that the target file does not name')
    if (method === 'GET' || !this.#carries(headers)) return
    if (!permits(this.#target, 'refuse'))
      throw new NotPermitted(`a ${environment} target without a budget is only read`, 'allow.payments: 40')
    if (method === 'PUT' && PROFILE.test(pathname) && !allow.profileWrites)
      throw new NotPermitted('the merchant profile may not be written', 'allow.profileWrites: true')
    const amount = PAYMENTS.test(pathname) ? amountOf(content) : 0
    if (amount > largestAllowed(this.#target, adds)) {
      throw new NotPermitted(
        `the amount ${amount} is larger than any that the target file allows or names`,
        `allow.amount: ${amount}`,
      )
    }
  }

  #carries(headers: RecordedRequest['headers']): boolean {
    return headers.some(([, value]) => this.#credentials.some((each) => value.includes(each)))
  }
}

/** Every key and token that a target file names: whatever is sent with one of them may be executed. */
function credentialsOf({ payment, messaging }: Target): readonly string[] {
  const keys: readonly (string | undefined)[] = [
    ...Object.values(payment?.keys ?? {}),
    ...Object.values(messaging?.keys ?? {}),
  ].flat()
  return [...keys, messaging?.bearer].flatMap((each) => (each === undefined || each === '' ? [] : [each]))
}

/** An amount is a number; some targets take one that is written as text. */
function amountOf(content: unknown): number {
  const { amount } = Object(content) as { amount?: unknown }
  const value = typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : 0
  return Number.isNaN(value) ? 0 : value
}

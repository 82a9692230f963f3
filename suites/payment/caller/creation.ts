import type { FixtureContext as Kit } from '../../../kit/check/context.ts'
import { header } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { digits, type Given, type Played, play, uuidFor } from '../../shared/caller/scenario.ts'
import { isCreation, type Payment, serving } from './answers.ts'
import type { PaymentCallerSection } from './section.ts'

/** As much of a context as it takes to play. */
export type Player = Pick<Kit, 'stage' | 'operate' | 'pause' | 'abortUnexercised' | 'seed' | 'fresh'> & {
  readonly service: PaymentCallerSection
}

/** What a client is asked to create. */
export const creationInput = (reference: string) => ({
  amount: 2500,
  currency: 'TZS',
  type: 'mobile',
  phone: '255700000201',
  network: 'vodacom',
  customer: { firstname: 'Asha', lastname: 'Mwakyusa', email: 'asha@merchant.example' },
  reference,
})

/** The API key that a client is given in a scenario. */
export const keyFor = ({ seed }: Pick<Kit, 'seed'>, name: string): string => `sk_live_${digits(seed, name, 24)}`

/** What goes with every line. */
export const givenFor = (t: Pick<Kit, 'seed'>, name: string) => ({ apiKey: keyFor(t, name) })

export interface Creation extends Played {
  readonly payment: Payment
  readonly input: Readonly<Record<string, unknown>>
  readonly creations: readonly Delivery[]
}

/** Has one payment created, and its creations answered by turns: after the last of them it goes well. */
export async function create(
  t: Player,
  name: string,
  answers: readonly Given[] | ((payment: Payment) => readonly Given[]) = [],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Creation> {
  const reference = t.fresh('ref')
  const payment = { id: uuidFor(t.seed, name), reference }
  const input = { ...creationInput(reference), ...more }
  const creations = typeof answers === 'function' ? answers(payment) : answers
  const scenario = {
    name: `pay-caller/${name}`,
    operation: 'create',
    input,
    given: givenFor(t, name),
    serve: serving(t.service, payment, { creations }),
  }
  const played = await play(t, scenario, keyFor(t, name))
  return { ...played, payment, input, creations: creationsIn(played.requests) }
}

export const creationsIn = (requests: readonly Delivery[]): readonly Delivery[] => requests.filter(isCreation)

/** Why nothing is said of a key that is not there. */
export const KEYLESS = 'the client sends no Idempotency-Key'

export const keyOf = ({ headers }: Delivery): string | undefined => header(headers, 'Idempotency-Key')

const LISTED = ['amount', 'currency', 'type', 'phone', 'network', 'reference'] as const

/** Listed fields in which two creations differ. */
export function differences(a: unknown, b: unknown): readonly string[] {
  const [one, other] = [Object(a) as Record<string, unknown>, Object(b) as Record<string, unknown>]
  return LISTED.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

const digitsOf = (value: unknown): string => String(value).replace(/\D/g, '')

/** Fields of a creation that are not as they were given. Phones are compared by their digits. */
export function alterations(sent: unknown, given: Readonly<Record<string, unknown>>): readonly string[] {
  const body = Object(sent) as Record<string, unknown>
  const fields = ['amount', 'currency', 'reference'].filter(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(given[name]),
  )
  const phone = digitsOf(body.phone) === digitsOf(given.phone) ? [] : ['phone']
  const { email } = Object(body.customer) as { email?: unknown }
  const sameMail = email === (Object(given.customer) as { email?: unknown }).email
  return [...fields, ...phone, ...(sameMail ? [] : ['customer.email'])]
}

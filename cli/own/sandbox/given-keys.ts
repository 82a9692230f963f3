import { nearestOf } from '../../../kit/plan/nearest-ids.ts'
import {
  type Credentials as MessagingCredentials,
  credentialsOf as messagingCredentials,
} from '../../../reference/messaging/http/keys.ts'
import {
  type Credentials as PaymentCredentials,
  credentialsOf as paymentCredentials,
} from '../../../reference/payment/http/keys.ts'
import { UsageError } from '../../usage-error.ts'

export interface GivenKeys {
  readonly payment: Partial<PaymentCredentials>
  readonly messaging: Partial<MessagingCredentials>
}

const NAMES = [
  ...Object.keys(paymentCredentials(0)).map((name) => `payment.${name}`),
  ...Object.keys(messagingCredentials(0)).map((name) => `messaging.${name}`),
]

/** The service tells test keys by their beginning. */
const BEGINNINGS: Readonly<Record<string, string>> = { 'payment.test': 'sk_test_', 'payment.signingKey': '' }

/**
 * Keys that a client has in its settings already, as `payment.live=sk_live_…`; a live key more than once for several.
 * No message repeats a value.
 * @param flag that the texts were given with, for messages
 * @throws UsageError for a name that there is not, a value that no header can carry, and one that two keys have
 */
export function givenKeys(texts: readonly string[], flag: string): GivenKeys {
  const given = texts.map((text) => split(text, flag))
  const twice = given.find(({ value }, at) => given.findIndex((each) => each.value === value) !== at)
  if (twice !== undefined) throw new UsageError(`${flag} ${twice.name}: another key has this value already`)
  const live = given.filter(({ name }) => name === 'payment.live').map(({ value }) => value)
  const of = (service: string): Record<string, string> =>
    Object.fromEntries(
      given
        .filter(({ name }) => name.startsWith(`${service}.`) && name !== 'payment.live')
        .map(({ name, value }) => [name.slice(service.length + 1), value]),
    )
  return { payment: { ...of('payment'), ...(live.length === 0 ? {} : { live }) }, messaging: of('messaging') }
}

function split(text: string, flag: string): { readonly name: string; readonly value: string } {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (name === '') throw new UsageError(`${flag}: expected name=value, such as payment.live=sk_live_0123456789`)
  if (!NAMES.includes(name)) {
    const near = nearestOf(name, NAMES)
    throw new UsageError(
      `${flag} ${name}: unknown; ${near.length === 0 ? `one of ${NAMES.join(', ')}` : `did you mean ${near.join(', ')}?`}`,
    )
  }
  if (!/^[\x21-\x7e]{8,}$/.test(value))
    throw new UsageError(`${flag} ${name}: expected at least 8 characters that a header can carry, without blanks`)
  const beginning = BEGINNINGS[name] ?? (name.startsWith('payment.') ? 'sk_live_' : '')
  if (!value.startsWith(beginning)) throw new UsageError(`${flag} ${name}: its value begins with ${beginning}`)
  return { name, value }
}

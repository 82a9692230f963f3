import type { OwnTargetFile } from '../../services.ts'
import { TrialClient } from './asker.ts'

/** A further live key, by the variable that the file names. */
export interface FurtherKey {
  readonly name: string
  readonly value: string
}

const NOT_FOUND = 404

/**
 * Those of further keys that do not find a payment which the first key has made and reads: keys of another merchant.
 * @param path of the payment
 */
export async function strangersAmong(
  keys: readonly FurtherKey[],
  baseUrl: string,
  path: string,
): Promise<readonly FurtherKey[]> {
  const strangers: FurtherKey[] = []
  for (const key of keys) {
    const client = new TrialClient('payment', baseUrl, [['Authorization', `Bearer ${key.value}`]])
    try {
      if ((await client.get(path))?.status === NOT_FOUND) strangers.push(key)
    } finally {
      await client.close()
    }
  }
  return strangers
}

/** The file with these keys for what they are: the first is that of another merchant, where it names none yet. */
export function withStrangers(file: OwnTargetFile, strangers: readonly string[]): OwnTargetFile {
  const { payment } = file
  const [other] = strangers
  if (payment?.keys === undefined || other === undefined) return file
  const variables = strangers.map((name) => `\${${name}}`)
  const live = payment.keys.live?.filter((each) => !variables.includes(each))
  return {
    ...file,
    payment: {
      ...payment,
      keys: { otherMerchant: `\${${other}}`, ...payment.keys, ...(live === undefined ? {} : { live }) },
    },
  }
}

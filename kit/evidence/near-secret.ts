import { asVariable } from './shell-words.ts'

/** As much as two secrets of one kind may begin with alike, such as `sk_live_`, and not be one made of the other. */
const ALIKE = 12
/** Characters at its end in which one that is nearly a secret differs from it at most. */
const OTHER_END = 8

/**
 * A header whose value is nearly a secret, by the variable of that secret: with more behind it, or with another end.
 * Undefined where it is made of none whose variable is known, or where it cannot be told so that no part of it shows.
 */
export function nearSecret(
  value: string,
  secrets: readonly string[],
  nameOf: (secret: string) => string | undefined,
): string | undefined {
  const [, scheme = '', given = ''] = /^(\S+ )?(\S+)$/.exec(value) ?? []
  for (const secret of secrets) {
    const name = nameOf(secret)
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || given === secret) continue
    const common = commonStart(given, secret)
    const left = secret.length - common
    if (common < ALIKE && left > 0) continue
    if (left === 0) return `${scheme}${asVariable(name)}${given.slice(common)}`
    if (left <= OTHER_END && given.length - common <= OTHER_END)
      return `${scheme}${asVariable(`${name}%${'?'.repeat(left)}`)}${given.slice(common)}`
  }
  return undefined
}

function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

import { keyFault } from '../../../kit/target/file/key-problems.ts'
import { UsageError } from '../../usage-error.ts'
import type { Answers } from './target-answers.ts'

export interface KeyFlags {
  /** Keys to try, or the names of variables with them. */
  readonly key?: readonly string[]
}

/** Names of variables, and what they hold where that is known: the file takes the names, a trial the values. */
export interface Keys {
  readonly answers: Answers
  /** Variable to value. */
  readonly values: NodeJS.ProcessEnv
  /** Whether `--key` gave them: nothing is written for one that is not taken. */
  readonly areGiven?: boolean
}

/** Variables that hold keys usually: live ones of payments, and those of messaging in the order of their flag. */
const PAYMENT = 'PAY_KEY'
const MESSAGING = ['MSG_KEY_BOUND', 'MSG_KEY_UNBOUND'] as const

const NAME = /^[A-Za-z_]\w*$/

/**
 * The keys of `--key`, by the variables that the file will name.
 * @throws UsageError where it is not clear whose they are, and for one that no header carries
 */
export function keysOf({ key = [], ...answers }: Answers & KeyFlags, env: NodeJS.ProcessEnv): Keys {
  if (key.length === 0) return { answers, values: env }
  const { payment, messaging, liveKeyEnv = [], boundKeyEnv } = answers
  if (payment === undefined && messaging === undefined)
    throw new UsageError('--key: names no service by itself; add --payment <url> or --messaging <url>')
  if (payment !== undefined && messaging !== undefined)
    throw new UsageError(
      '--key: two services are named, and it does not say whose it is; set both keys in the environment or in .env, and name the variables: --live-key-env PAY_KEY --bound-key-env MSG_KEY_BOUND',
    )
  if (payment === undefined && key.length > MESSAGING.length)
    throw new UsageError(
      `--key: ${key.length} keys are given, and a messaging service takes two: one that is bound to a developer app, and one that is not`,
    )
  const named = key.map((text, index) => {
    const isName = NAME.test(text) && env[text] !== undefined && env[text] !== ''
    const usual = payment === undefined ? (MESSAGING[index] ?? '') : index === 0 ? PAYMENT : `${PAYMENT}_${index + 1}`
    return isName ? { name: text, value: env[text] } : { name: usual, value: text }
  })
  for (const { name, value = '' } of named) {
    if (value === '')
      throw new UsageError(`--key (${name}): the key is empty; is the variable set that it was taken from?`)
    const fault = keyFault(value)
    // A value that was given in its place is shown nowhere.
    if (fault !== undefined) throw new UsageError(`--key (${name}): the key ${fault}`)
  }
  const values = { ...env, ...Object.fromEntries(named.map(({ name, value }) => [name, value])) }
  const names = named.map(({ name }) => name)
  if (payment !== undefined)
    return { answers: { ...answers, liveKeyEnv: [...liveKeyEnv, ...names] }, values, areGiven: true }
  const [bound = '', unbound] = names
  const others = unbound === undefined ? {} : { unboundKeyEnv: unbound }
  return { answers: { ...answers, boundKeyEnv: boundKeyEnv ?? bound, ...others }, values, areGiven: true }
}

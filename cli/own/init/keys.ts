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

const NAME = /^[A-Za-z_]\w*$/

/**
 * The keys of `--key`, by the variables that the file will name.
 * @throws UsageError where it is not clear whose they are
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
  const base = payment === undefined ? 'MSG_KEY_BOUND' : 'PAY_KEY'
  const named = key.map((text, index) => {
    const isName = NAME.test(text) && env[text] !== undefined && env[text] !== ''
    return isName
      ? { name: text, value: env[text] }
      : { name: index === 0 ? base : `${base}_${index + 1}`, value: text }
  })
  const values = { ...env, ...Object.fromEntries(named.map(({ name, value }) => [name, value])) }
  const names = named.map(({ name }) => name)
  return payment === undefined
    ? {
        answers: { ...answers, ...(boundKeyEnv === undefined ? { boundKeyEnv: names[0] } : {}) },
        values,
        areGiven: true,
      }
    : { answers: { ...answers, liveKeyEnv: [...liveKeyEnv, ...names] }, values, areGiven: true }
}

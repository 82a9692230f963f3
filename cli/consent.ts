import { createInterface } from 'node:readline/promises'
import type { Target } from '../kit/target/target.ts'
import { UsageError } from './usage-error.ts'

/**
 * Asks before a run that may spend at a deployment which is not local. Where nobody can be asked, the budget of the
 * target file is the consent, but for production, which wants `--yes` besides.
 */
export async function consent(target: Target, yes: boolean): Promise<boolean> {
  const { payments, messages } = target.allow
  if (yes || target.environment === 'local' || payments + messages === 0) return true
  const cost = `up to ${payments} payments and ${messages} messages at ${target.name} (${target.environment})`
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    if (target.environment !== 'production') return true
    throw new UsageError(`this run may make ${cost}; add --yes, or set allow.payments and allow.messages to 0`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`This run may make ${cost}. Go on? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

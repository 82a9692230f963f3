import { createInterface } from 'node:readline/promises'
import type { Plan } from '../../kit/plan/plan.ts'
import type { Target } from '../../kit/target/target.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Asks before a run that writes to a deployment which is not local. Where nobody can be asked, the budget of the
 * target file is the consent, but for production, which wants `--yes` besides.
 */
export async function consent(target: Target, plan: Plan, yes: boolean): Promise<boolean> {
  const cost = costOf(plan)
  if (yes || target.environment === 'local' || cost === '') return true
  const where = `${target.name} (${target.environment})`
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    if (target.environment !== 'production') return true
    throw new UsageError(
      `this run may ${cost} at ${where}; add --yes, or set ${Object.keys(plan.spends)
        .map((name) => `allow.${name}`)
        .join(' and ')} to 0`,
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Ctrl-C and the end of the input close the terminal: that is a no.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const asked = terminal.question(`This run may ${cost} at ${where}. Go on? [y/N] `)
    return /^y(es)?$/i.test((await Promise.race([asked, closed])).trim())
  } finally {
    terminal.close()
  }
}

/** What a run may leave behind, as it stands after "may"; empty where it writes nothing. */
function costOf({ spends, generated, permissions }: Plan): string {
  const made = Object.entries(spends).flatMap(([name, { most }]) => (most === 0 ? [] : [`up to ${most} ${name}`]))
  return [
    ...(generated === 0 ? [] : [`send ${generated} requests with generated values`]),
    ...(made.length === 0 ? [] : [`make ${made.join(' and ')}`]),
    ...permissions.map((each) => `make use of allow.${each}, and restore what it changes,`),
  ].join(' and ')
}

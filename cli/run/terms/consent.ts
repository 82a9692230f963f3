import { createInterface } from 'node:readline/promises'
import type { Plan } from '../../../kit/plan/plan.ts'
import type { Target } from '../../../kit/target/target.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * Asks before a run that writes to a deployment which is not local. Where nobody can be asked, the budget of the
 * target file is the consent, but for production, which wants `--yes` besides.
 */
export async function consent(target: Target, plan: Plan, yes: boolean, runs = 1): Promise<boolean> {
  const each = runs > 1 ? `, and so may each of ${runs} runs` : ''
  const written = writesOf(plan, `${target.name} (${target.environment})`)
  const told = written === undefined ? undefined : `${written}${each}`
  if (yes || target.environment === 'local' || told === undefined) return true
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    if (target.environment !== 'production') return true
    const spent = Object.entries(plan.spends).flatMap(([name, { most }]) => (most === 0 ? [] : [`allow.${name}`]))
    throw new UsageError(`this ${told}; add --yes${spent.length === 0 ? '' : `, or set ${spent.join(' and ')} to 0`}`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Ctrl-C and the end of the input close the terminal: that is a no.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const asked = terminal.question(`This ${told}. Go on? [y/N] `)
    return /^y(es)?$/i.test((await Promise.race([asked, closed])).trim())
  } finally {
    terminal.close()
  }
}

/** What a run may leave behind and what it changes, as it stands after "this"; undefined where it writes nothing. */
function writesOf({ spends, generated, permissions }: Plan, where: string): string | undefined {
  const made = Object.entries(spends).flatMap(([name, { most }]) => (most === 0 ? [] : [`up to ${most} ${name}`]))
  const acts = [
    ...(generated === 0 ? [] : [`send ${generated} requests with generated values`]),
    ...(made.length === 0 ? [] : [`make ${made.join(' and ')}`]),
  ]
  if (acts.length === 0 && permissions.length === 0) return undefined
  const run = acts.length === 0 ? `run writes at ${where}` : `run may ${acts.join(' and ')} at ${where}`
  return [run, ...permissions.map(({ notice }) => notice)].join('; ')
}

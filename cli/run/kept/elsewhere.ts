import type { Report } from '../../../kit/report/report.ts'
import { nameByAddress } from '../../../kit/target/target.ts'
import type { KeptRun } from './kept-run.ts'

/** Targets that are named. */
const NAMED = 3

/**
 * How many runs are kept of targets that are known by another address: `3 runs are kept of 127.0.0.1:4000, …`. Undefined
 * where there are none. One whose port changed is another target to all that looks for its runs.
 * @param target whose runs are not meant
 */
export async function elsewhereText(target: string, runs: readonly KeptRun[]): Promise<string | undefined> {
  const many = new Map<string, number>()
  for (const run of runs) {
    if (run.about.target === target) continue
    const report = await run.report()
    if (report !== undefined && isByAddress(report))
      many.set(report.target.name, (many.get(report.target.name) ?? 0) + 1)
  }
  if (many.size === 0) return undefined
  const said = [...many].slice(0, NAMED).map(([name, count]) => `${count} of ${name}`)
  const rest = many.size - NAMED
  const kept = `${said.join(', ')}${rest > 0 ? ` and more of ${rest} others` : ''}`
  return `kept at another address: ${kept}; a name in the target file (name: …) keeps the runs of all addresses together`
}

/** Whether nobody gave the target a name. */
export const isByAddress = ({ target: { name, baseUrls } }: Report): boolean =>
  name === nameByAddress(Object.values(baseUrls))

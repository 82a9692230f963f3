import { printable, printableText } from '../../../reporters/views/printable.ts'

/** A request that may have ended a service. */
export interface Suspect {
  readonly name: string
  /** What sends it once more, with what it repeats before it. */
  readonly lines: readonly string[]
}

/**
 * A service that does not come back may have crashed rather than be restarted: by what it was to answer then.
 * @param besides what else it may have ended by, as it goes on after a list of those
 */
export function crashText(suspects: readonly Suspect[], besides: string): string {
  if (suspects.length === 0) return ''
  const named = suspects.slice(0, NAMED)
  const lines = [...new Set(named.flatMap((each) => each.lines))]
  const which =
    suspects.length === 1
      ? 'it'
      : suspects.length > NAMED
        ? `the first ${NAMED}, one after the other`
        : 'them one after the other'
  const what = lines.length === 1 ? 'the command sends' : 'the commands send'
  return `it is not back at once: if it crashed, then while it was to answer ${printable(`${shortened(suspects.map(({ name }) => name))}${besides}`)}; ${what} ${which}:\n${printableText(lines.join('\n'))}\n`
}

const NAMED = 3

/** The first few names, and how many more there are. */
export function shortened(names: readonly string[]): string {
  const rest = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

import { quote } from '../../kit/evidence/shell-words.ts'
import type { SectionDefinition } from '../../kit/target/section.ts'
import { sectionFlags } from '../run/terms/section-flags.ts'

/** Commands that judge or show a target take it by flags alone. */
const BY_FLAGS: readonly string[] = ['run', 'plan', 'undo']

const FILE = /\.(ya?ml|json|ts)$/i
/** Of a check or a requirement, or a pattern of them. */
const ID = /^[a-z]+(\.[a-z0-9*-]+)+$/

/**
 * The flag that an argument was meant for, where the command takes none: other tools take a URL or a file as it stands.
 * Undefined where none shows.
 */
export function strayArgument(
  [command = '', first = '']: readonly string[],
  sections: readonly SectionDefinition[],
): string | undefined {
  if (!BY_FLAGS.includes(command)) return undefined
  if (command !== 'undo' && FILE.test(first) && !first.startsWith('-'))
    return `a target file follows --config: --config ${quote(first)}`
  if (command !== 'undo' && ID.test(first)) return `checks and requirements follow --only: --only ${quote(first)}`
  if (!/^https?:\/\//i.test(first)) return undefined
  const flags = sectionFlags(sections).filter(({ sections: own }) => own.every(({ reached }) => reached !== 'served'))
  return `a URL follows the flag of what answers there: ${flags.map(({ flag }) => `--${flag}`).join(', ')}`
}

import type { Assembly } from '../assembly.ts'

/** The examples of a command as they stand under its help. */
export function examples(command: string, { examples: known = {} }: Pick<Assembly, 'examples'>): string {
  const lines = (known[command] ?? []).map(([line, meaning]) => `  ${line}\n      ${meaning}`)
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`
}

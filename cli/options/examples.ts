import { type Assembly, typedName } from '../assembly.ts'

/** The examples of a command as they stand under its help. */
export function examples(
  command: string,
  { examples: known = {}, ...assembly }: Pick<Assembly, 'examples' | 'name' | 'typed'>,
): string {
  const typed = (line: string): string =>
    line.startsWith(`${assembly.name} `) ? `${typedName(assembly)}${line.slice(assembly.name.length)}` : line
  const lines = (known[command] ?? []).map(([line, meaning]) => `  ${typed(line)}\n      ${meaning}`)
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`
}

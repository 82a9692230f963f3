/**
 * ` --config staging.yaml`, each flag behind a blank, ` --no-dotenv` for one that is false; what a shell would take apart
 * stands between quotes.
 */
export function flagsText(flags: Readonly<Record<string, unknown>>): string {
  const quoted = (value: unknown): string => {
    const text = textOf(value)
    return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
  }
  const named = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const told = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return ` --${value ? '' : 'no-'}${named(name)}`
    return ` --${named(name)} ${quoted(value)}`
  }
  return Object.entries(flags)
    .flatMap(([name, value]) => [value].flat().map((each) => told(name, each)))
    .join('')
}

/** As it is typed: a shard as `1/2`. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { index, of } = value as { readonly index?: number; readonly of?: number }
  return `${index}/${of}`
}

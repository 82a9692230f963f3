/** What a text has in place of a placeholder of its template. */
interface Found {
  readonly name: string
  readonly text: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Reads a text by the template that it was made of: what stands for each `{code}` and `{expiry}`, in their order, and what
 * comes behind. The template ends with other words. Undefined where the text is worded in another way.
 */
export function readBy(
  template: string,
  text: string,
): { readonly found: readonly Found[]; readonly rest: string } | undefined {
  const names = template.match(/\{(?:code|expiry)\}/g) ?? []
  const literals = template.split(/\{(?:code|expiry)\}/).map(escaped)
  const [, ...parts] = new RegExp(`${literals.join('(.*?)')}(.*)`, 's').exec(text) ?? []
  const rest = parts.pop()
  if (rest === undefined) return undefined
  return { found: names.map((name, index) => ({ name, text: parts[index] ?? '' })), rest }
}

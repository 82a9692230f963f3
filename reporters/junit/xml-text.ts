import { printableText } from '../views/printable.ts'

/** Attributes of an element, as they stand in its tag. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) => `${name}="${escaped(String(value)).replace(/[\t\n]/g, (char) => `&#${char.charCodeAt(0)};`)}"`,
    )
    .join(' ')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML 1.0 cannot hold, escaped or not, are shown by signs. */
export const escaped = (text: string): string =>
  printableText(text)
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)

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
  '\r': '&#13;',
}

/** Without the characters that XML 1.0 cannot hold, escaped or not. */
export const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\r]/g, (char) => ENTITIES[char] ?? char)

import { clipped } from '../views/clipped.ts'

/** One line of code: nothing in it is read as Markdown or HTML, whatever a target wrote. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return '*(empty)*'
  const fence = '`'.repeat(longest(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** A block of code; no line of the text can end it. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longest(text) + 1))
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** Text in one line, with every character that Markdown or HTML would read made harmless. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>@:-]/g, (char) => (/[@:]/.test(char) ? `&#${char.charCodeAt(0)};` : `\\${char}`))

/** Characters of one value: CI pages cut long summaries off. */
const MOST = 600

/** No more of a value than a summary has room for. */
export const cut = (text: string): string => clipped(text, MOST)

const longest = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

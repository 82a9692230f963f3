import { visible } from '../views/printable.ts'

/** HTML that may stand as it is. Made by `html` and by `trusted` alone, so that no text of a target reaches a page unescaped. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Part = Markup | string | number | undefined | readonly Part[]

/** A piece of a page. What is filled in is escaped unless it is a piece itself; attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((source, text, index) => source + sourceOf(parts[index - 1]) + text))
}

/** For the style and the script of the page, which are files of this package. */
export const trusted = (source: string): Markup => new Markup(source)

function sourceOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.source
  if (typeof part === 'object') return part.map(sourceOf).join('')
  return escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

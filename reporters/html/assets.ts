import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Markup, trusted } from './markup.ts'

/** A file of this folder that is written into the page, and its hash for the content security policy. */
export interface Asset {
  readonly markup: Markup
  /** `'sha256-…'`, as a policy names it. */
  readonly hash: string
}

/** Throws where the file is missing or could end the element that it stands in. */
export function asset(name: 'page.css' | 'page.js'): Asset {
  // Browsers hash what they parsed, and they parse line ends as \n.
  const text = readFileSync(new URL(`./${name}`, import.meta.url), 'utf8').replace(/\r\n?/g, '\n')
  if (/<\/(style|script)|<!--/i.test(text)) throw new Error(`${name} cannot stand in a page`)
  return { markup: trusted(text), hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

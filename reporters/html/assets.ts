import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Markup, trusted } from './markup.ts'

/** Text that is written into the page as it is, with its hash for the content security policy. */
export interface Asset {
  readonly markup: Markup
  /** `'sha256-…'`, as a policy names it. */
  readonly hash: string
}

/** In the order of the cascade. */
const SHEETS = [
  'colours',
  'elements',
  'frame',
  'headline',
  'baseline',
  'finding',
  'requirement',
  'evidence',
  'pictures',
  'tables',
  'certificate',
  'across',
  'media',
] as const

/** @throws where a file is missing, or could end the element that it stands in. */
export const styleSheet = (): Asset => assetOf(SHEETS.map((name) => `${name}.css`))

/** @throws where the file is missing, or could end the element that it stands in. */
export const script = (): Asset => assetOf(['page.js'])

function assetOf(names: readonly string[]): Asset {
  // Browsers hash what they parsed, and they parse line ends as \n.
  const text = names.map(read).join('\n').replace(/\r\n?/g, '\n')
  if (/<\/(style|script)|<!--/i.test(text)) throw new Error(`${names.join(', ')} cannot stand in a page`)
  return { markup: trusted(text), hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

const read = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')

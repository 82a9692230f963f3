import { type Certificate, marksOf } from './views/certificate.ts'
import { visible } from './views/printable.ts'

const GREEN = '#0f6b39'
const AMBER = '#8a4b00'
const RED = '#b3201a'

/** Of one character at 11 px, px: wide enough for every font that a reader may have. */
const WIDTH = 6.6
const PADDING = 8
/** Contracts that are named: others are counted. */
const NAMED = 2

/**
 * A badge for a web page (SVG): what was judged, and what came of it. Green for a conformant deployment at its own pace,
 * signed, that is not local; what is marked on its certificate stands on it.
 */
export function certificateBadge(certificate: Certificate): string {
  const { report, statement } = certificate
  const { contracts, suite, run } = statement.predicate
  const marks = marksOf(certificate).filter(
    ({ title }) => title !== report.outcome.headline && title !== 'key not checked',
  )
  const ids = contracts.map(({ id }) => id)
  const left = [...ids.slice(0, NAMED), ...(ids.length > NAMED ? [`${ids.length - NAMED} more`] : [])].join(' + ')
  const day = run.endedAt.slice(0, 10)
  const { headline, because, exitCode } = report.outcome
  const isGood = headline === 'conformant'
  // Beside a good word stands how often it warned.
  const word = isGood && because !== '' ? `${headline}: ${because}` : headline
  const right = [word, ...marks.map(({ title }) => title), day].join(' · ')
  const colour = isGood ? (marks.length === 0 ? GREEN : AMBER) : exitCode === 1 ? RED : AMBER
  const [first, second] = [widthOf(left), widthOf(right)]
  const title = escaped(`assay ${suite.version}, ${left}: ${right}`)
  const text = (at: number, words: string): string => `<text x="${at}" y="14">${escaped(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${first + second}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${first}" height="20" fill="#3b4450"/><rect x="${first}" width="${second}" height="20" fill="${colour}"/>
<g fill="#ffffff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(first / 2, left)}${text(first + second / 2, right)}</g>
</svg>
`
}

const widthOf = (words: string): number => Math.ceil(words.length * WIDTH + 2 * PADDING)

const escaped = (words: string): string =>
  visible(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

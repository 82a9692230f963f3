import { createHash } from 'node:crypto'
import { isTooDeep } from '../schema/nesting.ts'

/** What a line of a bundle holds. */
export type LineKind = 'head' | 'target' | 'log' | 'exchange' | 'delivery' | 'report' | 'foot'

export interface Line {
  /** 0 for the first. */
  readonly n: number
  /** SHA-256 of the line before, hex; of nothing for the first. */
  readonly prev: string
  readonly kind: LineKind
  readonly body: unknown
}

/** The bundle is not what was sealed. The message says what is wrong, and where. */
export class BundleRefused extends Error {
  override readonly name = 'BundleRefused'
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

const serialised = ({ n, prev, kind, body }: Line): string => JSON.stringify({ n, prev, kind, body })

const COPIED = 'a bundle is copied byte for byte'
const CRLF = `: its line end is CRLF; ${COPIED}`

/** What editors and tools make of a bundle, and where it shows. */
const REWRITTEN: readonly (readonly [sign: RegExp, what: string])[] = [
  [/^\ufeff/, 'it begins with a byte order mark'],
  [/^\s*[[{]\s*\n/, 'it was printed anew, over several lines'],
]

/** Lines of a chain, in which each holds the digest of the one before. Without line ends. */
export function chained(entries: readonly Pick<Line, 'kind' | 'body'>[]): string[] {
  const lines: string[] = []
  for (const { kind, body } of entries) {
    lines.push(serialised({ n: lines.length, prev: sha256(lines.at(-1) ?? ''), kind, body }))
  }
  return lines
}

/** How the last line of a bundle begins. */
const FOOTER = /^\{"n":\d+,"prev":"[0-9a-f]{64}","kind":"foot"/

/**
 * The lines of a bundle, each as it was sealed.
 * @throws BundleRefused for the first line that is not, and where the last ones are missing
 */
export function unchained(text: string): Line[] {
  const rewritten = REWRITTEN.find(([sign]) => sign.test(text))
  if (rewritten !== undefined)
    throw new BundleRefused(`line 1 is not the one that was sealed: ${rewritten[1]}; ${COPIED}`)
  const raw = text.split('\n')
  const rest = raw.pop() ?? ''
  // Behind a footer nothing is missing, and something was added.
  const isWhole = rest === '' || FOOTER.test(raw.at(-1) ?? '')
  if (!isWhole || raw.length === 0) throw new BundleRefused('it is cut short: its last line does not end')
  if (rest !== '')
    throw new BundleRefused(`line ${raw.length + 1} stands behind the footer, where what was sealed ends`)
  let isOver = false
  const lines = raw.map((each, index): Line => {
    if (isOver) throw new BundleRefused(`line ${index + 1} stands behind the footer, where what was sealed ends`)
    const line = parsed(each, index)
    isOver = line.kind === 'foot'
    if (line.n !== index)
      throw new BundleRefused(
        `line ${index + 1} says that it is line ${line.n + 1}: it was changed, or lines are missing or in another order`,
      )
    if (line.prev !== sha256(raw[index - 1] ?? ''))
      throw new BundleRefused(
        `line ${index} and the digest that line ${index + 1} holds of it do not fit: one of the two is not the one that was sealed`,
      )
    if (isTooDeep(line) || serialised(line) !== each)
      throw new BundleRefused(`line ${index + 1} is not the one that was sealed${each.endsWith('\r') ? CRLF : ''}`)
    return line
  })
  if (lines.at(-1)?.kind !== 'foot') throw new BundleRefused('it is cut short: there is no footer')
  return lines
}

function parsed(text: string, index: number): Line {
  try {
    const line = JSON.parse(text) as Line
    if (Number.isInteger(line?.n) && typeof line.prev === 'string' && typeof line.kind === 'string') return line
  } catch {
    // Said below.
  }
  throw new BundleRefused(`line ${index + 1} is not the one that was sealed: it cannot be read`)
}

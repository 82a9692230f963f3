/** Layers of coding that are undone: a text of escaped escapes must not take long. */
const MOST_LAYERS = 6

/** Ignorable characters, and controls other than tab and the ends of lines. */
const INVISIBLE = String.raw`[\p{DI}\0-\x08\v\f\x0e-\x1f\x7f-\x9f]`
const CODED = new RegExp(String.raw`[%\\&]|${INVISIBLE}`, 'u')
/** One character in a coding, backslashes before any other, or a character that nobody sees. */
const ESCAPE = new RegExp(
  [
    String.raw`%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|%[\da-f]{2}`,
    String.raw`\\+(?:u[\da-f]{4}|x[\da-f]{2})?`,
    '&(?:#\\d{1,7}|#x[\\da-f]{1,6}|amp|lt|gt|quot|apos);?',
    INVISIBLE,
  ].join('|'),
  'giu',
)
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What was changed, in order: where each escape began and ended before, and where what follows it stands now. */
interface Layer {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly next: readonly number[]
}

/** A text without its codings, and where each of its characters stood before. */
export interface DecodedText {
  readonly text: string
  /** From where to where a part of it, with its end excluded, stood in the original. */
  sourceOf(start: number, end: number): readonly [start: number, end: number]
}

/**
 * Undoes percent-encoding, escapes of JSON and of HTML, as many as lie upon each other, and leaves out what is invisible.
 * Backslashes that escape nothing known are left out as well. Made for looking for something, not for reading.
 */
export function decodedText(original: string): DecodedText {
  const layers: Layer[] = []
  let text = original
  while (layers.length < MOST_LAYERS && CODED.test(text)) {
    const layer = { from: [] as number[], to: [] as number[], next: [] as number[] }
    let removed = 0
    const decoded = text.replace(ESCAPE, (coded, index: number) => {
      const character = characterOf(coded)
      removed += coded.length - character.length
      layer.from.push(index)
      layer.to.push(index + coded.length)
      layer.next.push(index + coded.length - removed)
      return character
    })
    if (decoded === text) break
    layers.push(layer)
    text = decoded
  }
  return {
    text,
    sourceOf: (start, end) => [layers.reduceRight(startIn, start), layers.reduceRight(endIn, end)],
  }
}

function characterOf(coded: string): string {
  if (coded.startsWith('%')) return percentDecoded(coded)
  if (coded.startsWith('\\')) return codeUnit(coded.replace(/^\\+[ux]?/i, ''), 16)
  if (!coded.startsWith('&')) return ''
  const name = coded.slice(1).replace(';', '').toLowerCase()
  if (name.startsWith('#x')) return codeUnit(name.slice(2), 16)
  return name.startsWith('#') ? codeUnit(name.slice(1), 10) : (ENTITIES[name] ?? '')
}

function codeUnit(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  if (Number.isNaN(code)) return ''
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}

/** Bytes that are no UTF-8 are taken for Latin-1. */
function percentDecoded(coded: string): string {
  if (coded.length === 3) return String.fromCharCode(Number.parseInt(coded.slice(1), 16))
  try {
    return decodeURIComponent(coded)
  } catch {
    return coded.replace(/%(..)/g, (_, byte: string) => codeUnit(byte, 16))
  }
}

/** How many of the changes lie before an index. */
function changesBefore(index: number, { next }: Layer): number {
  let low = 0
  let high = next.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((next[middle] ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the character at an index began. */
function startIn(index: number, layer: Layer): number {
  const last = changesBefore(index, layer) - 1
  return last < 0 ? index : (layer.to[last] ?? 0) + index - (layer.next[last] ?? 0)
}

/** Where the character before an index ended: an escape that stands for nothing may follow it. */
function endIn(end: number, layer: Layer): number {
  const start = startIn(end - 1, layer)
  const place = changesBefore(end - 1, layer)
  const { [place]: from = Number.POSITIVE_INFINITY } = layer.from
  return from <= start ? (layer.to[place] ?? start + 1) : start + 1
}

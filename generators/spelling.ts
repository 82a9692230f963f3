import fc from 'fast-check'

/** How one JSON value is written. Every spelling is read as the same value. */
export interface Spelling {
  readonly numbers: 'plain' | 'point' | 'exponent' | 'capital exponent'
  readonly escapes: 'none' | 'non-ASCII' | 'all letters'
  readonly spaces: '' | ' ' | '\r\n\t'
  readonly order: 'given' | 'reversed'
}

export const PLAIN: Spelling = { numbers: 'plain', escapes: 'none', spaces: '', order: 'given' }

/** The plain spelling first. */
export const spellings: fc.Arbitrary<Spelling> = fc.record({
  numbers: fc.constantFrom<Spelling['numbers'][]>('plain', 'point', 'exponent', 'capital exponent'),
  escapes: fc.constantFrom<Spelling['escapes'][]>('none', 'non-ASCII', 'all letters'),
  spaces: fc.constantFrom<Spelling['spaces'][]>('', ' ', '\r\n\t'),
  order: fc.constantFrom<Spelling['order'][]>('given', 'reversed'),
})

/** A JSON value as text. */
export function spelled(value: unknown, how: Spelling): string {
  if (typeof value === 'number') return numeral(value, how.numbers)
  if (typeof value === 'string') return quoted(value, how.escapes)
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const list = (parts: readonly string[]): string => parts.join(`,${how.spaces}`)
  if (Array.isArray(value)) return `[${how.spaces}${list(value.map((each) => spelled(each, how)))}${how.spaces}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const ordered = how.order === 'given' ? members : members.toReversed()
  const written = ordered.map(
    ([name, member]) => `${quoted(name, how.escapes)}${how.spaces}:${how.spaces}${spelled(member, how)}`,
  )
  return `{${how.spaces}${list(written)}${how.spaces}}`
}

function numeral(value: number, how: Spelling['numbers']): string {
  const plain = JSON.stringify(value)
  if (how === 'plain' || /e/i.test(plain)) return plain
  if (how === 'point') return plain.includes('.') ? `${plain}0` : `${plain}.0`
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const written =
    how === 'exponent' ? `${digits}e${Number(power)}` : `${digits}E${Number(power) < 0 ? '' : '+'}${Number(power)}`
  return Number(written) === value ? written : plain
}

function quoted(text: string, how: Spelling['escapes']): string {
  if (how === 'none') return JSON.stringify(text)
  const units = Array.from({ length: text.length }, (_, at) => text.charAt(at))
  const escapes = (unit: string): boolean =>
    /[^\x20-\x7e]/.test(unit) || (how === 'all letters' && /[A-Za-z/]/.test(unit))
  return `"${units.map((unit) => (escapes(unit) ? escaped(unit) : JSON.stringify(unit).slice(1, -1))).join('')}"`
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Between these stands the name of a variable; private-use characters, which no request of a run contains. */
const VARIABLE = /\uE000([A-Za-z_][^\uE001]*)\uE001/

/** What the name of a variable begins with. */
export const VARIABLE_START = '\uE000'

/** Whether a text is a variable, and nothing beside it. */
export const isVariable = (text: string): boolean => /^\uE000[A-Za-z_]\w*\uE001$/.test(text)

/** A variable in a text that is to become a shell word. */
export const asVariable = (name: string): string => `\uE000${name}\uE001`

/** What the shell puts in for a variable. */
const expansion = (name: string): string => (/^\w+$/.test(name) ? `"$${name}"` : `"\${${name}}"`)

/** One shell word. Names of variables stay open to the shell, everything else reaches curl as it is. */
export function quote(text: string): string {
  const words = text.split(VARIABLE).map((piece, index) => (index % 2 === 1 ? expansion(piece) : literal(piece)))
  return words.join('') || "''"
}

/** So many of one letter or digit in a row: nobody reads how many there are, and a shell makes as many. */
const ROW = /([A-Za-z0-9])\1{39,}/

function literal(text: string): string {
  const row = ROW.exec(text)
  if (row === null) return plain(text)
  const { 0: whole, 1: sign, index } = row
  return `${plain(text.slice(0, index))}"$(printf '${sign}%.0s' $(seq ${whole.length}))"${literal(text.slice(index + whole.length))}`
}

function plain(text: string): string {
  if (text === '' || /^[\w@%+=:,./-]+$/.test(text)) return text
  if (!hasControl(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${escapeBytes(text, false, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).replaceAll("'", "\\'")}'`
}

/** Characters that a terminal, or an editor, would take for something else than a part of the command. */
const STEERING = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u

export const hasControl = (text: string): boolean => STEERING.test(text)

/** Control characters, and bytes of texts that are no UTF-8, in escapes; the rest as it is. */
function escapeBytes(text: string, asBytes: boolean, escaped: (byte: number) => string): string {
  return Array.from(text.replaceAll('\\', '\\\\'), (character) => {
    const code = character.charCodeAt(0)
    if (character === '\n') return '\\n'
    if (asBytes && code <= 0xff) return code < 0x20 || code > 0x7e ? escaped(code) : character
    return STEERING.test(character) ? Array.from(Buffer.from(character), escaped).join('') : character
  }).join('')
}

/** Format and arguments of printf for a text: names of variables are arguments, so that their values are taken as they are. */
export function printfWords(text: string, isUtf8: boolean): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
  const pieces = text.split(VARIABLE)
  const format = pieces.map((piece, index) =>
    index % 2 === 1 ? '%s' : escapeBytes(piece, !isUtf8, octal).replaceAll('%', '%%').replaceAll("'", '\\047'),
  )
  const values = pieces.filter((_, index) => index % 2 === 1).map((name) => ` ${expansion(name)}`)
  return `'${format.join('')}'${values.join('')}`
}

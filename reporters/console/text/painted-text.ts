import { printableText } from '../../views/printable.ts'
import type { Paint } from './paint.ts'

/** A change of colour, as `paint` writes it. */
const COLOUR = new RegExp(`(${String.fromCharCode(0x1b)}\\[[\\d;]+m)`)

/** Text that was made with `paint`, as it may be shown: its colours are all that steers a terminal. */
export function paintedText(text: string, paint: Paint): string {
  if (paint('bold', ' ') === ' ') return printableText(text)
  return text
    .split(COLOUR)
    .map((piece, index) => (index % 2 === 1 ? piece : printableText(piece)))
    .join('')
}

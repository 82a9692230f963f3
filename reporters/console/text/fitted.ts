import { stripVTControlCharacters } from 'node:util'

/** What is copied as it stands: commands, lines of a target file, bodies. */
const WHOLE = /^\s*(curl |# does not run |again: |run it again with: |[a-z]\w*(\.\w+|\[\d+\])+: |[[{"])/

/**
 * A text for a terminal of so many columns: no line is left for it to break in the middle of a word. A word that is
 * longer than a line, such as an id or a URL, has one of its own; what is copied as it stands is left whole.
 */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const plain = stripVTControlCharacters(line)
      return plain.length <= columns || WHOLE.test(plain) ? [line] : folded(line, columns)
    })
    .join('\n')
}

function folded(line: string, columns: number): string[] {
  const [before = ''] = /^ */.exec(stripVTControlCharacters(line)) ?? []
  const indent = before.length + 2 < columns / 2 ? `${before}  ` : before
  const lines: string[] = []
  let current = ''
  for (const word of line.trimStart().split(' ')) {
    const start = lines.length === 0 ? before : indent
    const longer = current === '' ? `${start}${word}` : `${current} ${word}`
    if (current !== '' && width(longer) > columns) {
      lines.push(current)
      current = `${indent}${word}`
    } else current = longer
  }
  return [...lines, current]
}

const width = (text: string): number => stripVTControlCharacters(text).length

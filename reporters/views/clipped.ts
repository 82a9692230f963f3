/** What a word that is longer than the room for it may be cut behind: parts of JSON, of a list, of an address. */
const SEAMS = /[,;}\])&?/]/g

/** What says nothing at the end of a text: words that lead to what was cut off. */
const LOOSE = /(?:[\s,;:(]|\s(?:or|and|not|got|expected))$/
/** A status, where its code follows. */
const STATUS = /\s\d{3}$/

/**
 * The beginning of a text, at most so many characters. It ends behind a whole word: half a status, a code or the name of a
 * field reads as another one.
 */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  // The room for the ellipsis, and a character to see whether a word ends just there.
  const room = text.slice(0, most - 1)
  const space = text.lastIndexOf(' ', most - 1)
  const seam = [...room.matchAll(SEAMS)].at(-1)?.index ?? -1
  // A word as long as that may be a whole body: some of it is shown.
  const end = space >= most / 2 ? space : Math.max(space, seam + 1)
  let shown = text.slice(0, end > 0 ? end : room.length)
  for (;;) {
    const isCoded = /^ [A-Za-z]/.test(text.slice(shown.length))
    const { index } = LOOSE.exec(shown) ?? (isCoded ? STATUS.exec(shown) : null) ?? { index: 0 }
    if (index === 0) return `${shown}…`
    shown = shown.slice(0, index)
  }
}

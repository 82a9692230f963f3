/** What a word that is longer than the room for it may be cut behind: parts of JSON, of a list, of an address. */
const SEAMS = /[,;}\])&?/]/g

/**
 * The beginning of a text, at most so many characters. It ends behind a whole word: half a status, a code or the name of a
 * field reads as another one.
 */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  // The room for the ellipsis, and a character to see whether a word ends just there.
  const room = text.slice(0, most - 1)
  const space = / (?!.* )/s.exec(text.slice(0, most))?.index ?? -1
  const seam = [...room.matchAll(SEAMS)].at(-1)?.index ?? -1
  // A word as long as that may be a whole body: some of it is shown.
  const end = space >= most / 2 ? space : Math.max(space, seam + 1)
  return `${text.slice(0, end > 0 ? end : room.length).replace(/[\s,;:]+$/, '')}…`
}

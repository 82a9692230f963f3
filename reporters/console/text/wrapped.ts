/** Words in lines of at most so many characters, separated by commas. */
export function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 2 > width) lines.push(word)
    else lines[lines.length - 1] = `${last}, ${word}`
  }
  return lines
}

/** A sentence in lines of at most so many characters; a word that is longer has a line of its own. */
export function folded(sentence: string, width: number): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

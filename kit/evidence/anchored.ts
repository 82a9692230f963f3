/** What stands before an anchor: which characters, and how many at most. */
interface Before {
  readonly character: RegExp
  readonly most: number
}

/**
 * Replaces words that are known by what stands in or behind them, such as the `@` of an address. A pattern that began
 * with the word would try each of its characters as a beginning: a text of one long word would take long.
 * @param anchor global, and matches from the end of the word on
 * @param change its result stands for word and anchor; undefined leaves both
 */
export function replaceAnchored(
  text: string,
  anchor: RegExp,
  { character, most }: Before,
  change: (word: string, anchored: RegExpMatchArray) => string | undefined,
): string {
  let result = ''
  let done = 0
  for (const found of text.matchAll(anchor)) {
    const { index } = found
    let start = index
    while (start > done && index - start < most && character.test(text.charAt(start - 1))) start -= 1
    const changed = start === index ? undefined : change(text.slice(start, index), found)
    if (changed === undefined) continue
    result += text.slice(done, start) + changed
    done = index + found[0].length
  }
  return done === 0 ? text : result + text.slice(done)
}

/** Characters of a pattern, and of a text that it is held against. */
const MOST_PATTERN = 300
const MOST_TEXT = 500
/** Parts of one that may be repeated: together they could try very many ways. */
const MOST_REPEATED = 3

/**
 * What says whether a pattern fits a text, quickly whatever both are: they stand in reports, which anybody may have
 * changed. Undefined for what is no regular expression, for one that is long, and for one that repeats groups or much.
 */
export function patternOf(source: string): ((text: string) => boolean) | undefined {
  const repeated = source.match(/[*+{]/g)?.length ?? 0
  if (source.length > MOST_PATTERN || repeated > MOST_REPEATED || /\)[*+{]|\\[1-9k]/.test(source)) return undefined
  try {
    const pattern = new RegExp(source)
    return (text) => pattern.test(text.slice(0, MOST_TEXT))
  } catch {
    return undefined
  }
}

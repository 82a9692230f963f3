/** Levels of a file that people or this package wrote; what walks its tree needs no more of the stack. */
export const MOST_LEVELS = 100

/** Whether values lie deeper in each other than so many levels; also where one lies in itself. */
export function isTooDeep(value: unknown, most = MOST_LEVELS): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    const inner = new Set<unknown>()
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      for (const member of Object.values(each)) if (typeof member === 'object' && member !== null) inner.add(member)
    }
    level = [...inner]
  }
  return false
}

/** The same of JSON or YAML that is still a text: a parser may need its stack, or very long, to find out. */
export function isTooDeepText(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[[\]{}]|(?:[-?] ){100}/g)) {
    if (/^[-?] /.test(mark)) return true
    if (mark === '[' || mark === '{') depth += 1
    else if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1)
    if (depth > MOST_LEVELS) return true
  }
  return false
}

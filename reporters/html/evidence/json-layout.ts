import { isJsonText } from '../../../kit/evidence/json-scan.ts'

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** Levels that are indented: a hostile text would be little but blanks. */
const DEEPEST = 30

/**
 * A JSON text laid out in lines, each token as it was: repeated members, long numbers and escapes stay.
 * Other texts are given back unchanged.
 */
export function laidOut(text: string): string {
  if (!isJsonText(text)) return text
  const tokens = text.match(TOKEN) ?? []
  let depth = 0
  let result = ''
  const line = (): string => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const opens = before === '{' || before === '['
    if (token === '}' || token === ']') {
      depth -= 1
      result += opens ? token : line() + token
      continue
    }
    if (opens || before === ',') result += line()
    result += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth += 1
  }
  return result
}

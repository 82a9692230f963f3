/** How a JSON text is written, whatever it says. */
export interface Writing {
  /** Why it is not compact, as it stands after "has"; undefined where it is. */
  readonly loose: string | undefined
  /** Every object with the path to it (`/data`, items of an array as `/list/*`) and its keys as they are written. */
  readonly objects: readonly { readonly path: string; readonly keys: readonly string[] }[]
}

const MARK = '\uFEFF'
/** A string, a sign, blanks, or whatever else stands between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[\s\uFEFF]+|[^\s\uFEFF"{}[\]:,]+/gs

interface Level {
  readonly path: string
  /** Undefined within an array. */
  readonly keys: string[] | undefined
}

/**
 * Reads the bytes of a JSON text token by token: parsing and writing it again would hide how it was written. Compact is
 * what has no whitespace outside strings, no byte order mark and no line end. Undefined where the bytes are no JSON
 * even without a mark.
 */
export function writingOf(bytes: Uint8Array): Writing | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const marked = text.startsWith(MARK)
  const bare = marked ? text.slice(1) : text
  if (!isJson(bare)) return undefined
  let loose: string | undefined = marked ? 'a byte order mark' : undefined
  const objects: { path: string; keys: string[] }[] = []
  const open: Level[] = []
  let key = ''
  let string = ''
  for (const { 0: token, index } of bare.matchAll(TOKENS)) {
    const level = open.at(-1)
    if (/^[\s\uFEFF]/.test(token)) loose ??= blanks(token, index, bare.length)
    else if (token === '{' || token === '[') {
      const path = level === undefined ? '' : `${level.path}/${level.keys === undefined ? '*' : key}`
      const keys: string[] | undefined = token === '{' ? [] : undefined
      open.push({ path, keys })
      if (keys !== undefined) objects.push({ path, keys })
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      key = String(JSON.parse(string))
      level?.keys?.push(key)
    } else if (token.startsWith('"')) string = token
  }
  return { loose, objects }
}

function blanks(token: string, index: number, length: number): string {
  const what = /^[\r\n]+$/.test(token) ? 'a line end' : 'whitespace'
  if (index === 0) return `${what} before the value`
  return index + token.length === length ? `${what} after the value` : `${what} after ${index} characters`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether the keys that two lists share stand in one order; keys that only one of them has are left aside. */
export function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  const shared = one.filter((key) => other.includes(key))
  return other.filter((key) => one.includes(key)).every((key, index) => key === shared[index])
}

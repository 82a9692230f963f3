/** One element of an XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Character data directly in it, references resolved. */
  readonly text: string
}

interface Open {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlElement[]
  text: string
}

const NAME = '[A-Za-z_][\\w.-]*'
const TOKEN = new RegExp(`<\\?xml [^>]*\\?>|<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|[^<]+|<`, 'gy')
const ATTRIBUTE = new RegExp(`(${NAME})="([^"<]*)"`, 'g')
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** What XML 1.0 holds, as it is or by reference. */
const ALLOWED = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u

/**
 * Reads XML without comments, CDATA, namespaces and document types.
 * @throws Error where it is not well-formed
 */
export function parseXml(source: string): XmlElement {
  if (!ALLOWED.test(source)) throw new Error('a character that XML 1.0 cannot hold')
  const stack: Open[] = [{ name: '', attributes: {}, children: [], text: '' }]
  let end = 0
  for (const match of source.matchAll(TOKEN)) {
    end = match.index + match[0].length
    const [whole, closing, name, given = '', empty] = match
    const top = stack.at(-1)!
    if (whole.startsWith('<?xml ')) continue
    if (name === undefined) {
      if (whole === '<' || whole.includes(']]>')) throw new Error(`a stray < or ]]> at ${match.index}`)
      top.text += resolved(whole)
    } else if (closing === '/') {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`)
      stack.pop()
    } else {
      const attributes: Record<string, string> = {}
      for (const [, key = '', value = ''] of given.matchAll(ATTRIBUTE)) {
        if (key in attributes) throw new Error(`${key} twice`)
        attributes[key] = resolved(value.replace(/\s/g, ' '))
      }
      const element: Open = { name, attributes, children: [], text: '' }
      top.children.push(element)
      if (empty !== '/') stack.push(element)
    }
  }
  const [document] = stack
  if (end !== source.length || stack.length !== 1 || document?.children.length !== 1) throw new Error('no single root')
  if (document.text.trim() !== '') throw new Error('text outside of the root')
  return document.children[0]!
}

const resolved = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));|&/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    const known = name === undefined ? undefined : PREDEFINED[name]
    const char = hex || decimal ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)) : known
    if (char === undefined || !ALLOWED.test(char)) throw new Error(`the reference ${whole} is none`)
    return char
  })

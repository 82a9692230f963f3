import { kindsByName, type MemberKind } from './member-kinds.ts'

/** What the names of all members around a place have in common with it, gathered on the way in. */
export interface Surroundings {
  readonly secret: boolean
  readonly message: boolean
  readonly person: boolean
}

/** One string or number of a JSON text. */
export interface Scalar {
  /** Name of the member it is the value of, or of the list it stands in; empty at the root. */
  readonly member: string
  /** What the members around it say. */
  readonly surroundings: Surroundings
  readonly value: string
  readonly isText: boolean
}

interface Frame {
  readonly list: boolean
  /** Name under which the object or list stands. */
  readonly name: string
  readonly surroundings: Surroundings
  member: string
  expectsName: boolean
  /** The member that a validation error in this object is about, as its `loc` or `field` says. */
  subject: string
}

const OPEN: Surroundings = { secret: false, message: false, person: false }
const TOKEN = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)("|\\?$)|[{}[\],:]|[^\s"{}[\],:]+/g
const ECHO = /^(input|value|received|rejected|rejected_?value|actual|given|got)$/i

/**
 * Replaces values in a JSON text and leaves every other character as it is: layout, order, repeated members,
 * long numbers. Follows broken and cut-off texts as far as they go.
 * @param rewrite the new text of a value, or undefined to keep it; a replaced number becomes a string.
 */
export function rewriteJson(text: string, rewrite: (scalar: Scalar) => string | undefined): string {
  const frames: Frame[] = []
  const kindOf = kindsByName()
  const names = new Map<string, string>()
  const top = (): Frame | undefined => frames.at(-1)

  const scalar = (raw: string, value: string, isText: boolean): string => {
    const frame = top()
    const own = frame === undefined ? '' : frame.list ? frame.name : frame.member
    const holder = frame?.list ? frames.at(-2) : frame
    if (isText && holder !== undefined && /^(loc|field|path|param|name)$/i.test(own)) holder.subject = value
    const member = ECHO.test(own) && holder !== undefined && holder.subject !== '' ? holder.subject : own
    const changed = rewrite({ member, surroundings: frame?.surroundings ?? OPEN, value, isText })
    return changed === undefined || changed === value ? raw : JSON.stringify(changed)
  }

  return text.replace(TOKEN, (raw: string, content: string | undefined, close: string | undefined) => {
    const frame = top()
    if (content !== undefined) {
      const value = decode(content)
      if (frame !== undefined && !frame.list && frame.expectsName) {
        frame.member = value
        const name = names.get(raw) ?? nameWithoutSecret(raw, value, rewrite)
        names.set(raw, name)
        return name
      }
      const rewritten = scalar(raw, value, true)
      return rewritten === raw || close === '"' ? rewritten : rewritten.slice(0, -1)
    }
    if (raw === '{' || raw === '[') {
      const name = frame === undefined ? '' : frame.list ? frame.name : frame.member
      const surroundings = within(frame?.surroundings ?? OPEN, name, kindOf)
      frames.push({ list: raw === '[', name, surroundings, member: '', expectsName: raw === '{', subject: '' })
    } else if (raw === '}' || raw === ']') frames.pop()
    else if (raw === ':' && frame !== undefined) frame.expectsName = false
    else if (raw === ',' && frame !== undefined) frame.expectsName = !frame.list
    else if (!/^(true|false|null|[:,])$/.test(raw)) return scalar(raw, raw, false)
    return raw
  })
}

function within(outer: Surroundings, name: string, kindOf: (name: string) => MemberKind): Surroundings {
  if (name === '') return outer
  const kind = kindOf(name)
  const person = /customer|billing|payer|contact|profile/i.test(name)
  return {
    secret: outer.secret || kind === 'secret',
    message: outer.message || kind === 'message',
    person: outer.person || person,
  }
}

/** A member name is free text of the deployment too: a phone or a secret can be a name. */
function nameWithoutSecret(raw: string, name: string, rewrite: (scalar: Scalar) => string | undefined): string {
  const changed = rewrite({ member: '', surroundings: OPEN, value: name, isText: true })
  return changed === undefined || changed === name ? raw : JSON.stringify(changed)
}

function decode(content: string): string {
  try {
    return JSON.parse(`"${content}"`) as string
  } catch {
    return content
  }
}

/** Whether a text is an object or a list of JSON, whole. */
export function isJsonText(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

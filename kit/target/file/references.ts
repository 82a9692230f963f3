import { schemaAt } from '../../schema/places.ts'
import { type Path, showPath } from '../path.ts'
import { secrecyOf } from '../secrecy.ts'
import type { SectionDefinition } from '../section.ts'
import { targetFileSchemaOf } from './schema.ts'

const REFERENCE = /\$\$\{|\$\{([^}]*)\}?/g
const NAME = /^([A-Za-z_]\w*)(?::-([\s\S]*))?$/
const SECRET_VARIABLE = /KEY|SECRET|TOKEN|PASSWORD|BEARER/i
const NOT_TEXT: readonly (string | undefined)[] = ['number', 'integer', 'boolean']

export interface Resolved {
  readonly value: unknown
  readonly problems: string[]
  /** Values that must not be shown: those at secret places and those of variables whose name says so. */
  readonly secrets: string[]
  /** Secret value to the name of the environment variable it came from. */
  readonly variables: Map<string, string>
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` in every text of a tree; `$${` stands for `${`.
 * A variable that is empty counts as missing, as CI systems pass secrets that are not set.
 * Where the schema of the file wants a number, or true or false, the text is read as one.
 * References that cannot be replaced are reported and stay as they are.
 */
export function resolveReferences(
  tree: unknown,
  env: NodeJS.ProcessEnv,
  sections: readonly SectionDefinition[],
): Resolved {
  const schema = targetFileSchemaOf(sections)
  const { hides } = secrecyOf(schema, sections)
  const problems: string[] = []
  const missing = new Map<string, string[]>()
  const secrets = new Set<string>()
  const variables = new Map<string, string>()

  const remember = (value: string, path: Path, variable?: string): void => {
    if (value === '' || !(hides(path) || (variable !== undefined && SECRET_VARIABLE.test(variable)))) return
    secrets.add(value)
    if (variable !== undefined) variables.set(value, variable)
  }

  const replace = (text: string, path: Path): unknown => {
    const place = showPath(path)
    let unresolved = false
    const replaced = text.replace(REFERENCE, (match, inside: string | undefined) => {
      if (match === '$${') return '${'
      const parts = match.endsWith('}') ? NAME.exec(inside ?? '') : null
      if (parts === null) {
        problems.push(
          `${place}: ${match} is no reference; accepted: \${NAME}, \${NAME:-default}, $\${ for a literal \${`,
        )
        unresolved = true
        return match
      }
      const [, name = '', fallback] = parts
      const value = env[name] === '' ? fallback : (env[name] ?? fallback)
      if (value === undefined) {
        missing.set(name, [...(missing.get(name) ?? []), place])
        unresolved = true
        return match
      }
      remember(value, path, env[name] === value ? name : undefined)
      return value
    })
    const isText = !NOT_TEXT.includes(schemaAt(schema, path)?.type)
    if (unresolved) return isText ? replaced : undefined
    // The part of a header such as `Bearer …` that is worth hiding is its last word.
    remember(path.includes('headers') ? (replaced.split(' ').at(-1) ?? '') : replaced, path)
    const numeric = replaced !== text && !isText && /^(true|false|-?\d+(\.\d+)?)$/.test(replaced)
    return numeric ? JSON.parse(replaced) : replaced
  }

  const walk = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return replace(value, path)
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name])] as const)
    return Object.fromEntries(members.filter(([, member]) => member !== undefined))
  }

  const value = walk(tree, [])
  for (const [name, places] of missing) {
    problems.push(
      `environment variable ${name} is ${env[name] === '' ? 'empty' : 'not set'}; ${places.join(', ')} ${places.length > 1 ? 'need' : 'needs'} it`,
    )
  }
  return { value, problems, secrets: [...secrets], variables }
}

import { schemaAt, textFaults } from '../../schema/places.ts'
import type { JsonSchema } from '../../schema/schema.ts'
import { baseUrlFault, eventUrlFault, isLoopback } from '../address.ts'
import { type Path, showPath, valueAt } from '../path.ts'
import { addressMember } from '../reached.ts'
import { secrecyOf } from '../secrecy.ts'
import type { SectionDefinition } from '../section.ts'
import { networkProblems, tlsProblems } from './network-problems.ts'
import { targetFileSchemaOf } from './schema.ts'

export interface Findings {
  readonly problems: string[]
  /** What is accepted and worth a word. */
  readonly notes: string[]
}

/**
 * What the schema cannot say of a target file. Takes any tree, since every problem is reported at once:
 * values of a wrong type are left to the schema.
 */
export function judgeTargetFile(
  file: unknown,
  configPath: string,
  sections: readonly SectionDefinition[],
  secrets: readonly string[],
): Findings {
  const schema = targetFileSchemaOf(sections)
  const { show } = secrecyOf(schema, sections, secrets)
  const problems: string[] = []
  const notes: string[] = []
  const at = (...path: Path): unknown => valueAt(file, path)
  const bases = sections.flatMap((section) => {
    const member = addressMember(section)
    const base = member === undefined ? undefined : at(section.id, member)
    return typeof base === 'string' ? [{ path: [section.id, member ?? ''], value: base }] : []
  })
  const found = [
    ...bases.flatMap(({ path, value }) => {
      const faultOf = path.at(-1) === 'baseUrl' ? baseUrlFault : eventUrlFault
      const fault = value === '' ? undefined : faultOf(value)
      return fault === undefined ? [] : [{ path, value, fault }]
    }),
    ...textFaults(schema, file),
  ]
  for (const { path, value, fault } of found) problems.push(`${showPath(path)}: ${fault}, got ${show(value, path)}`)
  problems.push(...numbersThatAreNone(file, schema, []))
  problems.push(...tlsProblems(at('webhooks', 'tls'), configPath))

  for (const { id, judge } of sections) {
    if (at(id) === undefined) continue
    judge?.(at(id), {
      problem: (path, text) => problems.push(`${showPath([id, ...path])}: ${text}`),
      note: (text) => notes.push(text),
    })
  }
  const environment = at('environment')
  if (environment === 'production' && at('allow') === undefined) {
    notes.push(
      'environment is production and allow is absent: of what writes only that is sent which is to be refused for its key',
    )
  }
  for (const { id, allow = {} } of sections) {
    if (at(id) === undefined) continue
    for (const [name, { isPossible, lacking }] of Object.entries(allow.permissions ?? {})) {
      if (at('allow', name) !== true || isPossible(at(id))) continue
      notes.push(`allow.${name} has no effect: ${lacking}`)
    }
  }
  const isOnMachine = bases.every(({ value }) => isLoopback(value))
  problems.push(
    ...networkProblems(at('network'), environment === undefined ? isOnMachine : environment === 'local', configPath),
  )
  if (at('webhooks') !== undefined && at('webhooks', 'publicUrl') === undefined && !isOnMachine) {
    notes.push('webhooks.publicUrl is absent: a deployment elsewhere is given the address of the listener as it is')
  }
  return { problems, notes }
}

const PHONE = /phone|msisdn/i

/** Phone numbers that were read as numbers, where the schema leaves the kind to the author: signs and zeros are lost. */
function numbersThatAreNone(value: unknown, schema: JsonSchema, path: Path): readonly string[] {
  if (typeof value === 'number') {
    const isPhone = PHONE.test(String(path.at(-1))) && schemaAt(schema, path)?.type === undefined
    return isPhone
      ? [
          `${showPath(path)}: ${value} is read as a number; quote it, with the zeros and signs that it begins with: "${value}"`,
        ]
      : []
  }
  return membersOf(value).flatMap(([name, member]) => numbersThatAreNone(member, schema, [...path, name]))
}

const membersOf = (value: unknown): readonly (readonly [string | number, unknown])[] => {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value)
}

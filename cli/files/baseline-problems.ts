import type { ErrorObject } from 'ajv/dist/2020.js'
import { nearest } from '../../kit/target/file/nearest.ts'

/** The members of an entry, each with what stands in it. */
export const ENTRY_MEMBERS = {
  requirement: 'an id as the report shows it',
  reason: 'a text',
  owner: 'a text',
  expires: 'a day such as 2026-12-31',
} as const

const MEMBERS = Object.keys(ENTRY_MEMBERS)

/** The members of the file. */
const OF_FILE = {
  known: 'the list of the entries',
  seed: 'a whole number from 0 on, that of the run which the failures were seen in; without it each run takes another',
} as const

/** One contradiction between a baseline and its schema, by the entry and the member that it is in. */
export function baselineProblem({ instancePath, keyword, params, message = '' }: ErrorObject, file: unknown): string {
  const [, top = '', position, member] = instancePath.split('/')
  const where = position === undefined ? 'the file' : entryName(Number(position), file)
  const at = member === undefined ? where : `${where}, ${member}`
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const known = position === undefined ? Object.keys(OF_FILE) : MEMBERS
    const near = nearest(name, known)
    const hint = near === undefined ? '' : `; did you mean ${near}?`
    return `${at}: there is no ${name}${hint} (known here: ${known.join(', ')})`
  }
  if (keyword === 'required') {
    const name = String(params.missingProperty)
    return position === undefined
      ? `${at}: ${name} is missing, ${OF_FILE.known}`
      : `${at}: ${name} is missing, ${wanted(name)}`
  }
  if (top === 'seed') return `seed: expected ${OF_FILE.seed}`
  if (position === undefined) return `${at}: expected a list of entries under known`
  if (member === undefined) return `${at}: expected an entry with ${MEMBERS.join(', ')}`
  return wanted(member) === undefined ? `${at}: ${message}` : `${at}: expected ${wanted(member)}`
}

const wanted = (name: string): string | undefined => Object.entries(ENTRY_MEMBERS).find(([each]) => each === name)?.[1]

/** `entry 2 (lib.loans.limit)`. */
function entryName(index: number, file: unknown): string {
  const entry = (file as { known?: readonly unknown[] } | undefined)?.known?.[index]
  const id = (entry as { requirement?: unknown } | undefined)?.requirement
  return typeof id === 'string' ? `entry ${index + 1} (${id})` : `entry ${index + 1}`
}

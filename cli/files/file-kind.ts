import { stat } from 'node:fs/promises'
import { parse } from 'yaml'
import { isBundle, isReport } from '../certificate/bundle-file.ts'

/** Texts that are no JSON, by how they begin. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^<!doctype html/i, 'a page for a browser'],
  [/^<\?xml|^<testsuites?\b/i, 'JUnit XML'],
  [/^-----BEGIN [A-Z ]*KEY-----/, 'a key in PEM'],
]

/** JSON by the members that it has all of. */
const JSON_KINDS: readonly (readonly [members: readonly string[], kind: string])[] = [
  [['columns', 'rows', 'points'], 'a matrix (matrix --json)'],
  [['worse', 'better', 'observations'], 'a comparison (compare --json)'],
  [['explanations'], 'what explain --json says'],
  [['holds'], 'what verify --json says'],
  [['reportFormat'], 'a CTRF report'],
  [['$schema', 'runs'], 'a SARIF file'],
  [['log'], 'an HTTP archive'],
  [['openapi'], 'an OpenAPI description'],
  [['$schema', 'properties'], 'a JSON Schema'],
  [['selected', 'excluded', 'forecast'], 'a plan (plan --json)'],
]

const DELIVERY = ['headers', 'arrivedAt'] as const

/** Whether somebody who typed this may have meant a file or a folder: there is one, or a name of one of ours. */
export const isPlace = async (word: string): Promise<boolean> =>
  /\.jsonl?$/i.test(word) || (await stat(word).catch(() => undefined)) !== undefined

/** What a file is that was given in place of another, in a few words: `a target file`; undefined for one that is none of ours. */
export function fileKind(text: string): string | undefined {
  const begun = text.trimStart()
  if (begun === '') return 'an empty file'
  if (isBundle(text)) return 'a bundle'
  if (isReport(text)) return 'a report'
  const [, kind] = BEGINNINGS.find(([beginning]) => beginning.test(begun)) ?? []
  if (kind !== undefined) return kind
  const value = firstValue(begun)
  if (value === undefined) return undefined
  const has = (members: readonly string[]): boolean => members.every((member) => Object.hasOwn(value, member))
  const [, known] = JSON_KINDS.find(([members]) => has(members)) ?? []
  if (known !== undefined) return known
  if (has(DELIVERY)) return 'a file of deliveries (listen --record)'
  if (Array.isArray((value as { known?: unknown }).known)) return 'a baseline of known failures'
  return isTarget(value) ? 'a target file' : undefined
}

/** Of lines of JSON the first. */
function firstValue(text: string): object | undefined {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined)
  for (const read of [() => JSON.parse(text), () => JSON.parse(first), () => parse(text, { logLevel: 'silent' })]) {
    try {
      const value: unknown = read()
      if (typeof value === 'object' && value !== null) return value
    } catch {
      // Another way of reading it may do.
    }
  }
  return undefined
}

/** What every target file has: an address or a command, at the top or one level below, also in a line with dots. */
const isTarget = (value: object): boolean =>
  Object.entries(value).some(([name, section]) =>
    [name, ...Object.keys(Object(section))].some((each) => /(^|\.)(baseUrl|url|run)$/.test(each)),
  )

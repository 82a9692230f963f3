import { schemaAt } from '../../../kit/schema/places.ts'
import type { JsonSchema } from '../../../kit/schema/schema.ts'
import { targetFileSchemaOf } from '../../../kit/target/file/schema.ts'
import { pathFrom } from '../../../kit/target/path.ts'
import type { SectionDefinition } from '../../../kit/target/section.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { claims, type OwnTargetFile, sections } from '../services.ts'

const HEAD = [
  '# Target file of assay: a deployment under test, what it has, what a run may do to it.',
  '# ${NAME} stands for the environment variable NAME: secrets are never written here.',
  '# assay schema target prints the JSON Schema of this file, for editors.',
]

/** What to say beside members, each by its path. */
export interface Remarks {
  /** What was answered to what the file says all the same. */
  readonly unconfirmed?: Readonly<Record<string, string>>
  /** What was answered to what it does not say. */
  readonly untaken?: Readonly<Record<string, string>>
  readonly remarks?: Readonly<Record<string, string>>
}

/** A target file as YAML, each part with what it is for, and what more could be said in comments. */
export function targetFileText(
  file: OwnTargetFile,
  { unconfirmed = {}, untaken = {}, remarks = {} }: Remarks = {},
): string {
  const lines = treeLines(file, targetFileSchemaOf(sections), { indent: '', path: '', unconfirmed, remarks })
  return [...HEAD, '', ...lines, '', ...moreLines(file, untaken), ''].join('\n')
}

/** Where in the file a tree stands. */
interface Spot {
  readonly indent: string
  readonly path: string
  readonly unconfirmed: Readonly<Record<string, string>>
  readonly remarks: Readonly<Record<string, string>>
}

function treeLines(tree: object, schema: JsonSchema, spot: Spot): string[] {
  const { indent, path, unconfirmed, remarks } = spot
  return Object.entries(tree).flatMap(([name, value]) => {
    const own = schema.properties?.[name]
    const place = path === '' ? name : `${path}.${name}`
    const answered = unconfirmed[place]
    const comment = [
      ...(own?.description === undefined ? [] : [`${indent}# ${own.description}`]),
      ...(answered === undefined
        ? []
        : [`${indent}# Not confirmed: when this was written, it was answered ${answered}`]),
      ...(remarks[place] === undefined ? [] : [`${indent}# ${remarks[place]}`]),
    ]
    const isRecord = own?.properties !== undefined && typeof value === 'object'
    return isRecord
      ? [...comment, `${indent}${name}:`, ...treeLines(value, own, { ...spot, indent: `${indent}  `, path: place })]
      : [...comment, `${indent}${name}: ${JSON.stringify(value)}`]
  })
}

/** The line of every claim that the file does not make, each a path from the root, for its author to take over. */
function moreLines(file: OwnTargetFile, untaken: Readonly<Record<string, string>>): string[] {
  const target = resolveTarget(file, { sections, secrets: [] })
  const absent = sections.filter(({ id }) => file[id] === undefined).map(({ id }) => id)
  const unasked = new Set(absent.flatMap(claimsFor))
  const open = sections.filter(({ id }) => file[id] !== undefined).flatMap(openClaimsOf)
  const all = [...claims.all, ...open]
  const missing = all.filter(
    (claim) => !claims.isMade(target, claim) && !unasked.has(claim) && !isGroup(claim) && !isBrought(claim, all),
  )
  return [
    '# What more can be judged, and how it is said. A line counts once its # is taken away and each … is filled in.',
    ...missing.flatMap((claim) => [
      ...untakenLine(untaken[claim]),
      ...linesFor(claim).map((line) => `# ${line}${open.includes(claim) ? '' : `   # ${descriptionOf(keyOf(line))}`}`),
    ]),
    ...(absent.length === 0 ? [] : ['#', '# Who else could be judged, each by itself.']),
    ...absent.map((id) => `# ${claims.lineFor(id)}   # ${descriptionOf(id)}`),
  ]
}

/** Recipes and probes by names of their own, as far as its checks have lines for them. */
const openClaimsOf = ({ id, openLines = {} }: SectionDefinition): readonly string[] =>
  Object.keys(openLines).map((name) => `${id}.${name}`)

const untakenLine = (answered: string | undefined): string[] =>
  answered === undefined
    ? []
    : [`# When this was written, none with a type of its own was accepted; the last was answered ${answered}`]

/** The claims that are of no use without a section: its own, and what it brings to `allow`. */
function claimsFor(id: string): readonly string[] {
  const section: SectionDefinition | undefined = sections.find((each) => each.id === id)
  const { budgets = {}, permissions = {} } = section?.allow ?? {}
  const allowed = [...Object.keys(budgets), ...Object.keys(permissions)].map((name) => `allow.${name}`)
  return [...claims.all.filter((claim) => claim === id || claim.startsWith(`${id}.`)), ...allowed]
}

const linesFor = (claim: string): readonly string[] => claims.lineFor(claim).split('\n')
const keyOf = (line: string): string => line.slice(0, line.indexOf(':'))

/** Whether its members have lines of their own. */
const isGroup = (claim: string): boolean => claims.all.some((each) => each.startsWith(`${claim}.`))

/** Whether it comes with the lines of another claim. */
const isBrought = (claim: string, all: readonly string[]): boolean =>
  all.some((other) => linesFor(other).slice(1).map(keyOf).includes(claim))

const descriptionOf = (path: string): string =>
  schemaAt(targetFileSchemaOf(sections), pathFrom(path))?.description ?? ''

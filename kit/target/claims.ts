import { type Line, lackingIn, linesIn, shownLine } from './lines.ts'
import { type Path, pathFrom, valueAt } from './path.ts'
import type { SectionDefinition } from './section.ts'
import type { Target } from './target.ts'

/** What target files say that their deployments have. */
export interface Claims {
  /** Every claim with a fixed name, in the order of the target file: `library.keys.live`, `webhooks`, `allow.loans`. */
  readonly all: readonly string[]
  /** What the target says at a claim, undefined where nothing. */
  valueOf(target: Target, claim: string): unknown
  /** Whether the target says so. A budget of 0 and a permission that is not given are no claims. */
  isMade(target: Target, claim: string): boolean
  /** Whether a line is that of a claim which the target makes already. That of a budget asks for more of it. */
  isThere(target: Target, line: string): boolean
  /** The line of the target file that makes a claim, its key a dotted path; several lines where it needs several. */
  lineFor(claim: string): string
  /** What a target file has to say besides to make these claims: each place once, and nothing that it says already. */
  linesFor(target: Target, claims: readonly string[]): readonly Line[]
}

/** What to write for the claims that need no section; `…` is for the author to fill in. */
const WEBHOOKS = {
  webhooks: '{ listen: "0.0.0.0:8787", publicUrl: "https://example.com/…" }',
  'webhooks.publicUrl': '"https://example.com/…"',
  'webhooks.tls': '{ selfSigned: true }',
  'webhooks.retryWithin': '120   # within which your service tries again: it is held to it',
} as const

const GENERATED = { 'allow.generated': '200' } as const

/** Claims that are there without any section. */
export type GeneralClaim = keyof typeof WEBHOOKS | keyof typeof GENERATED

const POSITION = /^(.+)\[(\d+)\]$/

/** The claims of files with these sections. */
export function claimsOf(sections: readonly SectionDefinition[]): Claims {
  const lines = new Map(linesOf(sections))
  const byId = new Map(sections.map((section) => [section.id, section]))
  const said = (target: Target, claim: string): unknown => valueAt(target, placeOf(target, claim))
  const lineFor = (claim: string): string => {
    const [, list, position] = POSITION.exec(claim) ?? []
    const line = lines.get(list ?? claim) ?? openLineOf(byId, claim)
    if (line === undefined) throw new RangeError(`no section of the target file knows the claim ${claim}`)
    return marked(list === undefined ? `${claim}: ${line}` : `${list}: ${entries(line, Number(position) + 1)}`)
  }
  const isMade = (target: Target, claim: string): boolean => {
    const [id = '', ...below] = claim.split('.')
    const section = target.services[id]
    const own = section && byId.get(id)?.isClaimed?.(section, below.join('.'), target.webhooks)
    return own ?? isSaid(said(target, claim))
  }
  return {
    all: [...lines.keys()],
    valueOf: said,
    isMade,
    isThere: (target, line) => {
      const [claim = ''] = line.split(': ', 1)
      if (claim.startsWith('allow.')) return false
      const isKnown = lines.has(claim) || openLineOf(byId, claim) !== undefined
      return isKnown && lineFor(claim) === line && isMade(target, claim)
    },
    lineFor,
    linesFor: (target, wanted) =>
      lackingIn(
        spoken(target),
        wanted.flatMap((claim) => linesIn(placed(claim, lineFor))),
      ),
  }
}

/** The same lines, each with a comment where its author fills something in. */
const marked = (text: string): string =>
  text
    .split('\n')
    .map((each) => linesIn(each).map(shownLine)[0] ?? each)
    .join('\n')

/** An entry of a list stands in a line of its own behind the first. */
function placed(claim: string, lineFor: (claim: string) => string): string {
  const [, list, position] = POSITION.exec(claim) ?? []
  if (list === undefined || position === undefined) return lineFor(claim)
  const [one] = linesIn(lineFor(list))
  const first = (one?.value as readonly string[] | undefined)?.[0] ?? ''
  const more = Array.from({ length: Number(position) }, (_, index) => {
    const variable = JSON.stringify(first.replace(/\}$/, `_${index + 2}}`))
    return `${list}[${index + 1}]: ${variable}`
  })
  return [lineFor(list), ...more].join('\n')
}

/** What a resolved target says, as its file would: budgets of 0 and permissions that are not given are not said. */
export function spoken({ services, webhooks, allow }: Target): object {
  const { budgets, limits, permissions, idle = [], generated } = allow
  const given = Object.fromEntries(idle.map((name) => [name, true]))
  const allowed = Object.entries({ ...budgets, ...limits, ...permissions, ...given, generated })
  return {
    ...services,
    ...(webhooks === undefined ? {} : { webhooks }),
    allow: Object.fromEntries(allowed.filter(([, value]) => isSaid(value))),
  }
}

function* linesOf(sections: readonly SectionDefinition[]): Generator<readonly [claim: string, line: string]> {
  for (const { id, claims } of sections)
    for (const [name, line] of Object.entries(claims)) yield [name === '' ? id : `${id}.${name}`, line]
  yield* Object.entries(WEBHOOKS)
  for (const { allow } of sections)
    for (const [name, { line }] of Object.entries(allow?.budgets ?? {})) yield [`allow.${name}`, line]
  yield* Object.entries(GENERATED)
  for (const { allow } of sections)
    for (const [name, { line }] of Object.entries(allow?.permissions ?? {})) yield [`allow.${name}`, line]
}

/** Where a resolved target holds what its file says at a claim. */
function placeOf({ allow }: Target, claim: string): Path {
  const [first = '', ...below] = pathFrom(claim)
  if (first === 'webhooks') return [first, ...below]
  if (first !== 'allow') return ['services', first, ...below]
  const [name = ''] = below
  const kind = (['budgets', 'permissions', 'limits'] as const).find((each) => Object.hasOwn(allow[each], name))
  return kind === undefined ? [first, ...below] : [first, kind, ...below]
}

const isSaid = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== false && value !== 0 && value !== ''

function openLineOf(byId: ReadonlyMap<string, SectionDefinition>, claim: string): string | undefined {
  const [id = '', ...below] = claim.split('.')
  const section = byId.get(id)
  return section?.openLines?.[below.join('.')] ?? section?.openClaims?.[below.slice(0, -1).join('.')]
}

/** A list of so many entries, made of the line for a list of one; its variables numbered from the second. */
function entries(line: string, count: number): string {
  const one = line.replace(/^\[|\]$/g, '')
  const numbered = Array.from({ length: count }, (_, index) =>
    index === 0 ? one : one.replace(/\}"$/, `_${index + 1}}"`),
  )
  return `[${numbered.join(', ')}]`
}

import type { Check, Fixture } from '../../kit/check/check.ts'
import type { ServiceDefinition } from '../../kit/contract/service.ts'
import { claimsOf } from '../../kit/target/claims.ts'
import { alternativesOf } from '../../kit/target/judged-with.ts'
import { counted } from '../../reporters/views/counted.ts'
import { grouped } from '../../reporters/views/grouping.ts'
import { printable } from '../../reporters/views/printable.ts'
import type { Contract } from '../../specs/contract.ts'
import { type Assembly, sectionsOf, typedName } from '../assembly.ts'
import { flagsFor, looksOn } from '../options/onlookers.ts'
import { exampleText } from './example-text.ts'
import { type Examples, examplesOf, type WholeRuns } from './examples.ts'
import { type Explanation, partsOf } from './explanation.ts'
import { lastSeenAt, lastWordOn, lastWordOnCheck } from './last-word.ts'
import type { Known, Subject } from './subject.ts'

type Of<Kind extends Subject['kind']> = Extract<Subject, { kind: Kind }>

/** Flaws that are named. */
const FLAWS = 8

/**
 * Everything that is known about one requirement.
 * @param keptIn where runs are kept, whose last word on it is told; absent for what holds whatever was run
 * @param whole where many are explained
 */
export async function explainedRequirement(
  { id, contract }: Of<'requirement'>,
  { checks }: Known,
  assembly: Assembly,
  { keptIn, whole, isBare }: { readonly keptIn?: string; readonly whole?: WholeRuns; readonly isBare?: boolean } = {},
): Promise<Explanation> {
  const requirement = contract.catalogue[id]
  if (requirement === undefined) throw new TypeError(`${contract.id} has no requirement ${id}`)
  const { level, at, text, unobservable, over } = requirement
  const own = checks.filter(({ covers }) => covers.includes(id))
  const service = serviceOf(contract, assembly)
  const all = checks.filter((check) => check.service === contract.id)
  const examples: Examples =
    isBare === true ? { lines: [] } : await examplesOf({ requirement: id, service, checks: own, all }, assembly, whole)
  const { kept, broken } = examples
  const flaws = (await assembly.flawsThatBreak?.(id)) ?? []
  const last = keptIn === undefined ? undefined : await lastWordOn(id, assembly, keptIn)
  return {
    kind: 'requirement',
    id,
    service: contract.id,
    traits: level,
    says: [text, at, ...(unobservable === undefined ? [] : [`Unobservable: ${unobservable}`])],
    parts: partsOf(
      ['Ranges over', Object.entries(over ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`)],
      [last?.title ?? '', last?.lines.map(printable) ?? []],
      [
        'Kept, as the reference does it',
        kept === undefined ? [] : [...exampleText(kept), `judged by ${kept.judgement.check}`],
      ],
      [
        `Broken, as the reference does with the flaw ${broken?.flaw.name}: ${broken?.flaw.title}`,
        broken === undefined ? [] : exampleText(broken),
      ],
      ['Example', examples.without === undefined ? [] : [`none: ${examples.without}`]],
      [
        'Readings',
        Object.entries(contract.readings)
          .filter(([, reading]) => reading.touches.includes(id))
          .flatMap(([name, { conflict, policy }]) => [name, `  ${conflict}`, `  ${policy}`]),
      ],
      ['Checks', own.map(checkLine)],
      ...neededBy(own, assembly, [...examples.lines, ...judgingLines(own, id, assembly)]),
      [
        'Flaws of the reference that break it',
        [
          ...flaws.slice(0, FLAWS).map(({ name, title }) => `${name}: ${title}`),
          ...(flaws.length > FLAWS ? [`and ${flaws.length - FLAWS} more`] : []),
        ],
      ],
      [
        'To judge it',
        own.length === 0
          ? []
          : [
              `${typedName(assembly)} run${last?.flags ?? ''}${flagsFor(id, own, all)}`,
              ...(looksOn(id, own, all)
                ? [
                    `where that sends nothing, as some of its checks look at what others send: ${typedName(assembly)} run${last?.flags ?? ''}`,
                  ]
                : []),
            ],
      ],
    ),
  }
}

/**
 * Everything that is known about one check.
 * @param keptIn where runs are kept, whose last word on it is told; absent for what holds whatever was run
 */
export async function explainedCheck(
  { check, contract }: Of<'check'>,
  _: Known,
  assembly: Assembly,
  { keptIn }: { readonly keptIn?: string } = {},
): Promise<Explanation> {
  const { id, title, covers, tier, phase, depth, cost, runsAfter = [] } = check
  const requests = Object.entries(cost.requests ?? {}).map(([key, many]) => `${many} with ${key}`)
  const spends = Object.entries(cost.spends ?? {}).map(([budget, many]) => `${many} ${budget}`)
  const most = [...requests, ...spends].join(', ')
  const last = keptIn === undefined ? undefined : await lastWordOnCheck(id, assembly, keptIn)
  return {
    kind: 'check',
    id,
    service: contract.id,
    traits: `${tier}, ${phase}, ${depth}`,
    says: [title],
    parts: partsOf(
      [last?.title ?? '', last?.lines ?? []],
      ['Judges', covers.map((each) => requirementLine(each, contract))],
      ['Asks at most', most === '' ? [] : [most]],
      ['Runs after', runsAfter],
      ...neededBy([check], assembly, [...new Set(covers.flatMap((each) => judgingLines([check], each, assembly)))]),
      ['To run it', [`${typedName(assembly)} run${last?.flags ?? ''} --only ${id}`]],
    ),
  }
}

/**
 * A point that the document leaves open: it is written down and never judged.
 * @param keptIn where runs are kept, the last of which tells what was seen there
 */
export async function explainedOpen(
  { id, contract }: Of<'open'>,
  assembly: Assembly,
  { keptIn }: { readonly keptIn?: string } = {},
): Promise<Explanation> {
  const point = contract.unstated[id]
  if (point === undefined) throw new TypeError(`${contract.id} leaves nothing open by ${id}`)
  const last = keptIn === undefined ? undefined : await lastSeenAt(id, assembly, keptIn)
  return {
    kind: 'open',
    id,
    service: contract.id,
    traits: 'left open: observed, never judged',
    says: [point.text, point.at],
    parts: partsOf([last?.title ?? '', last?.lines.map(printable) ?? []]),
  }
}

/** Ids of the statements that name a code. */
const naming = ({ catalogue }: Contract, word: RegExp): string[] =>
  Object.entries(catalogue).flatMap(([id, { text }]) => (word.test(text) ? [id] : []))

/** A row of the error tables, and what is promised of it; what other contracts say of that code, each for itself. */
export function explainedCode(
  { code, row, contract }: Of<'code'>,
  { contracts, checks }: Known,
  assembly: Assembly,
): Explanation {
  const pattern = `(?<!\\w)${code}(?!\\w)`
  const word = new RegExp(pattern)
  const ids = naming(contract, word)
  // Documents differ in the letter case of a code. One that is an English word is told from it by that alone.
  const elsewhere = code.includes('_') ? new RegExp(pattern, 'i') : word
  const judging = checks.filter(({ covers }) => covers.some((id) => ids.includes(id)))
  return {
    kind: 'code',
    id: code,
    service: contract.id,
    traits: `${row.status}, ${contract.title}`,
    says: [row.meaning],
    parts: partsOf(
      ['Named by', ids.map((id) => requirementLine(id, contract))],
      ...contracts
        .filter((each) => each !== contract)
        .map(
          (each) => [`Named by ${each.title}`, naming(each, elsewhere).map((id) => requirementLine(id, each))] as const,
        ),
      [
        'Readings',
        Object.entries(contract.readings)
          .filter(([, { conflict, policy }]) => word.test(conflict) || word.test(policy))
          .flatMap(([reading, { conflict, policy }]) => [reading, `  ${conflict}`, `  ${policy}`]),
      ],
      ['Checks', judging.map(checkLine)],
      ['More on each', ids.length === 0 ? [] : [`${typedName(assembly)} explain ${ids[0]}`]],
    ),
  }
}

/** What a pattern stands for, a line each. */
export function patternText({ requirements, checks }: Of<'pattern'>, { contracts }: Known, _: Assembly): string[] {
  const lines = contracts.flatMap((contract) =>
    requirements.filter((id) => Object.hasOwn(contract.catalogue, id)).map((id) => requirementLine(id, contract)),
  )
  return [
    ...lines,
    ...(requirements.length > 0 && checks.length > 0 ? [''] : []),
    ...checks.map(checkLine),
    '',
    [
      ...(requirements.length === 0 ? [] : [counted(requirements.length, 'requirement')]),
      ...(checks.length === 0 ? [] : [counted(checks.length, 'check')]),
    ].join(', '),
  ]
}

const NEEDED = 'What it takes from the target file'

/** Of budgets that a local target is given without a word. */
const ELSEWHERE = '   # elsewhere than on this machine'

/**
 * What every check of a requirement needs itself, and what each uses beside, of which it may do without some: one of them
 * judges it.
 */
function neededBy(
  checks: readonly Check[],
  assembly: Assembly,
  more: readonly string[],
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const own = checks.map((check) => needsOf([{ ...check, uses: [] }], assembly))
  const all = needsOf(checks, assembly)
  const common = all.filter((line) => own.every((lines) => lines.includes(line)))
  const besides = checks.map((check) => ({
    id: check.id,
    lines: needsOf([check], assembly).filter((line) => !common.includes(line)),
  }))
  const groups = [...grouped(besides, ({ lines }) => lines.join('\n')).values()]
  return [
    [NEEDED, [...new Set([...common, ...more.flatMap((line) => line.split('\n'))])]],
    ...groups.map((members) => {
      return [`Used by ${members.map(({ id }) => id).join(', ')}`, members[0]?.lines ?? []] as const
    }),
    ...perhapsNeeded(checks, assembly),
  ]
}

/** Lines that checks turn out to need by what a run finds out, by when. */
function perhapsNeeded(
  checks: readonly Check[],
  assembly: Assembly,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const claims = claimsOf(sectionsOf(assembly))
  const all = checks.flatMap(({ mayNeed = {} }) => Object.entries(mayNeed))
  return [...grouped(all, ([, when = '']) => when)].map(([when, needs]) => [
    `Needed as well ${when}`,
    [...new Set(needs.map(([claim]) => claims.lineFor(claim)))],
  ])
}

/** Lines without which those checks that run would say nothing of the requirement. */
function judgingLines(checks: readonly Check[], id: string, assembly: Assembly): readonly string[] {
  const claims = claimsOf(sectionsOf(assembly))
  return checks
    .flatMap(({ judgedWith }) => alternativesOf(judgedWith?.[id]))
    .map((each) => each.map((claim) => claims.lineFor(claim).replaceAll('\n', '\n  ')).join('\n  or '))
}

/**
 * Lines of the target file that checks need, in its order: their own and those of whatever they use, and what has to be
 * claimed for a rule to see something.
 */
function needsOf(checks: readonly Check[], assembly: Assembly): string[] {
  const sections = sectionsOf(assembly)
  const claims = claimsOf(sections)
  const granted = sections.flatMap(({ allow }) => Object.entries(allow?.budgets ?? {}))
  const isGranted = (claim: string): boolean =>
    granted.some(([name, { local }]) => local > 0 && claim === `allow.${name}`)
  const lineFor = (claim: string): string => `${claims.lineFor(claim)}${isGranted(claim) ? ELSEWHERE : ''}`
  const used = new Set<Fixture>()
  const use = (fixture: Fixture): void => {
    if (used.has(fixture)) return
    used.add(fixture)
    fixture.uses.forEach(use)
  }
  for (const check of checks) check.uses.forEach(use)
  const needs = new Set([...checks, ...used].flatMap((each) => each.needs))
  for (const claim of checks.flatMap(({ observes = [] }) => observes)) needs.add(claim)
  for (const [first = ''] of checks.flatMap(({ needsAnyOf }) => alternativesOf(needsAnyOf))) needs.add(first)
  const lines = [...needs].toSorted((a, b) => claims.all.indexOf(a) - claims.all.indexOf(b)).map(lineFor)
  return [...new Set(lines.flatMap((line) => line.split('\n')))]
}

function serviceOf(contract: Contract, { suites }: Assembly): ServiceDefinition {
  const found = suites.find(({ service }) => service.contract === contract)
  if (found === undefined) throw new TypeError(`no suite has the contract ${contract.id}`)
  return found.service
}

const checkLine = ({ id, title, tier, phase }: Check): string => `${id}: ${title} (${tier}, ${phase})`

const requirementLine = (id: string, { catalogue }: Contract): string =>
  `${id} (${catalogue[id]?.level ?? 'unknown'}): ${catalogue[id]?.text ?? ''}`

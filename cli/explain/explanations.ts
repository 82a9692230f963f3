import type { Check, Fixture } from '../../kit/check/check.ts'
import type { ServiceDefinition } from '../../kit/contract/service.ts'
import { claimsOf } from '../../kit/target/claims.ts'
import { printable } from '../../reporters/views/printable.ts'
import type { Contract } from '../../specs/contract.ts'
import { type Assembly, sectionsOf } from '../assembly.ts'
import { exampleText } from './example-text.ts'
import { examplesOf } from './examples.ts'
import { lastWordOn } from './last-word.ts'
import type { Known, Subject } from './subject.ts'

type Of<Kind extends Subject['kind']> = Extract<Subject, { kind: Kind }>

/** Flaws that are named. */
const FLAWS = 8

/** Everything that is known about one requirement. */
export async function requirementText(
  { id, contract }: Of<'requirement'>,
  { checks }: Known,
  assembly: Assembly,
): Promise<string[]> {
  const requirement = contract.catalogue[id]
  if (requirement === undefined) return []
  const { level, at, text, unobservable, over } = requirement
  const own = checks.filter(({ covers }) => covers.includes(id))
  const service = serviceOf(contract, assembly)
  const all = checks.filter((check) => check.service === contract.id)
  const examples = await examplesOf({ requirement: id, service, checks: own, all }, assembly)
  const { kept, broken } = examples
  const flaws = (await assembly.flawsThatBreak?.(id)) ?? []
  const last = await lastWordOn(id, assembly.name, process.cwd())
  return [
    `${id} (${level})`,
    `  ${text}`,
    `  ${at}`,
    ...(unobservable === undefined ? [] : [`  Unobservable: ${unobservable}`]),
    ...section(
      'Ranges over',
      Object.entries(over ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`),
    ),
    ...section(last?.title ?? '', last?.lines.map(printable) ?? []),
    ...section(
      'Kept, as the reference does it',
      kept === undefined ? [] : [...exampleText(kept), `judged by ${kept.judgement.check}`],
    ),
    ...section(
      broken === undefined
        ? ''
        : `Broken, as the reference does with the flaw ${broken.flaw.name}: ${broken.flaw.title}`,
      broken === undefined ? [] : exampleText(broken),
    ),
    ...section(
      'Readings',
      Object.entries(contract.readings)
        .filter(([, reading]) => reading.touches.includes(id))
        .flatMap(([name, { conflict, policy }]) => [name, `  ${conflict}`, `  ${policy}`]),
    ),
    ...section('Checks', own.map(checkLine)),
    ...section('Needed in the target file', needsOf(own, assembly, examples.lines)),
    ...section('Flaws of the reference that break it', [
      ...flaws.slice(0, FLAWS).map(({ name, title }) => `${name}: ${title}`),
      ...(flaws.length > FLAWS ? [`and ${flaws.length - FLAWS} more`] : []),
    ]),
    ...section('To judge it', own.length === 0 ? [] : [`${assembly.name} run --only ${id}`]),
  ]
}

/** Everything that is known about one check. */
export function checkText({ check, contract }: Of<'check'>, _: Known, assembly: Assembly): string[] {
  const { id, title, covers, tier, phase, depth, cost, runsAfter = [] } = check
  const requests = Object.entries(cost.requests ?? {}).map(([key, many]) => `${many} with ${key}`)
  const spends = Object.entries(cost.spends ?? {}).map(([budget, many]) => `${many} ${budget}`)
  const most = [...requests, ...spends].join(', ')
  return [
    `${id} (${tier}, ${phase}, ${depth})`,
    `  ${title}`,
    ...section(
      'Judges',
      covers.map((each) => requirementLine(each, contract)),
    ),
    ...section('Asks at most', most === '' ? [] : [most]),
    ...section('Runs after', runsAfter),
    ...section('Needed in the target file', needsOf([check], assembly)),
    ...section('To run it', [`${assembly.name} run --only ${id}`]),
  ]
}

/** A row of the error tables, and what is promised of it. */
export function codeText({ code, row, contract }: Of<'code'>, { checks }: Known, { name }: Assembly): string[] {
  const word = new RegExp(`(?<!\\w)${code}(?!\\w)`)
  const ids = Object.entries(contract.catalogue).flatMap(([id, { text }]) => (word.test(text) ? [id] : []))
  const judging = checks.filter(({ covers }) => covers.some((id) => ids.includes(id)))
  return [
    `${code} (${row.status}, ${contract.title})`,
    `  ${row.meaning}`,
    ...section(
      'Named by',
      ids.map((id) => requirementLine(id, contract)),
    ),
    ...section(
      'Readings',
      Object.entries(contract.readings)
        .filter(([, { conflict, policy }]) => word.test(conflict) || word.test(policy))
        .flatMap(([reading, { conflict, policy }]) => [reading, `  ${conflict}`, `  ${policy}`]),
    ),
    ...section('Checks', judging.map(checkLine)),
    ...section('More on each', ids.length === 0 ? [] : [`${name} explain ${ids[0]}`]),
  ]
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
      ...(requirements.length === 0 ? [] : [`${requirements.length} requirements`]),
      ...(checks.length === 0 ? [] : [`${checks.length} checks`]),
    ].join(', '),
  ]
}

/**
 * Lines of the target file that checks need, in its order: their own and those of whatever they use, and what has to be
 * claimed for a rule to see something.
 */
function needsOf(checks: readonly Check[], assembly: Assembly, more: readonly string[] = []): string[] {
  const claims = claimsOf(sectionsOf(assembly))
  const used = new Set<Fixture>()
  const use = (fixture: Fixture): void => {
    if (used.has(fixture)) return
    used.add(fixture)
    fixture.uses.forEach(use)
  }
  for (const check of checks) check.uses.forEach(use)
  const needs = new Set([...checks, ...used].flatMap((each) => each.needs))
  for (const claim of checks.flatMap(({ observes = [] }) => observes)) needs.add(claim)
  const lines = [...needs].toSorted((a, b) => claims.all.indexOf(a) - claims.all.indexOf(b)).map(claims.lineFor)
  return [...new Set([...lines, ...more].flatMap((line) => line.split('\n')))]
}

function serviceOf(contract: Contract, { suites }: Assembly): ServiceDefinition {
  const found = suites.find(({ service }) => service.contract === contract)
  if (found === undefined) throw new TypeError(`no suite has the contract ${contract.id}`)
  return found.service
}

const checkLine = ({ id, title, tier, phase }: Check): string => `${id}: ${title} (${tier}, ${phase})`

const requirementLine = (id: string, { catalogue }: Contract): string =>
  `${id} (${catalogue[id]?.level ?? 'unknown'}): ${catalogue[id]?.text ?? ''}`

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

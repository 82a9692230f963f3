import type { Check } from '../check/check.ts'
import { patternOf } from '../schema/pattern.ts'
import { type Claims, claimsOf } from '../target/claims.ts'
import type { ServiceDefinition } from './service.ts'

/** A suite that does not fit together: its author can change that. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`
    super(`${count} in the definition of suites\n${problems.map((each) => `  - ${each}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Holds the definitions of suites and their checks against each other: what the compiler cannot see.
 * @throws SuiteError naming every problem at once
 */
export function assertFitting(services: readonly ServiceDefinition[], checks: readonly Check[]): void {
  const problems = [
    ...twice(services.map(({ contract }) => contract.id)).map((id) => `two suites judge by the contract ${id}`),
    ...twice(services.map(({ contract }) => contract.prefix)).map(
      (prefix) => `two contracts have the prefix ${prefix}`,
    ),
    ...twice(checks.map(({ id }) => id)).map((id) => `two checks have the id ${id}`),
    ...services.flatMap((service) => problemsOf(service, services)),
    ...checks.flatMap((check) => problemsIn(check, services, checks)),
  ]
  if (problems.length > 0) throw new SuiteError(problems)
}

function problemsOf(
  { contract, section, webhooks, preflightPath }: ServiceDefinition,
  services: readonly ServiceDefinition[],
): string[] {
  const { id, prefix, catalogue, unstated, readings } = contract
  const claims = claimsOf(services.map((each) => each.section))
  const budgets = Object.keys(section.allow?.budgets ?? {})
  const strange = (place: string, ids: readonly string[], known: object, what: string): string[] =>
    ids.filter((each) => !Object.hasOwn(known, each)).map((each) => `${place} names ${each}, which is no ${what} of it`)
  return [
    ...(section.id === id
      ? []
      : [`the section ${section.id} and the contract ${id} of one service differ in their id`]),
    ...[...Object.keys(catalogue), ...Object.keys(unstated)]
      .filter((each) => !each.startsWith(`${prefix}.`))
      .map((each) => `${id}: ${each} does not begin with the prefix ${prefix} and a dot`),
    ...Object.entries(readings).flatMap(([name, { touches }]) =>
      strange(`the reading ${name}`, touches, catalogue, 'requirement'),
    ),
    ...(preflightPath === undefined
      ? (section.reached ?? 'by requests') === 'by requests'
        ? [`preflightPath of ${id} is missing: its base URL is asked for it`]
        : []
      : problemsOfPath(id, preflightPath)),
    ...(webhooks === undefined
      ? []
      : [
          ...(isKnown(claims, webhooks.signatureClaim)
            ? []
            : [`webhooks.signatureClaim of ${id} is ${webhooks.signatureClaim}, which is no claim of its section`]),
          ...(budgets.includes(webhooks.caused.budget)
            ? []
            : [`webhooks.caused.budget of ${id} is ${webhooks.caused.budget}, which is no budget of its section`]),
          ...(['inboxes', 'awaitedBy'] as const)
            .filter((name) => patternOf(webhooks[name]) === undefined)
            .map(
              (name) =>
                `webhooks.${name} of ${id} is ${webhooks[name]}, which is no regular expression, or one that may take long`,
            ),
        ]),
  ]
}

function problemsOfPath(id: string, pathOf: () => string): string[] {
  try {
    const path = pathOf()
    return path.startsWith('/') ? [] : [`preflightPath of ${id} is ${JSON.stringify(path)}: it begins with a slash`]
  } catch (error) {
    return [`preflightPath of ${id} failed: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function problemsIn(
  { id, covers, service, runsAfter = [], sendsFor = [] }: Check,
  services: readonly ServiceDefinition[],
  checks: readonly Check[],
): string[] {
  const contract = services.find((each) => each.contract.id === service)?.contract
  if (contract === undefined) return [`${id} is of the service ${service}, which no suite here has`]
  return [
    ...(id.startsWith(`${contract.prefix}/`) ? [] : [`${id} does not begin with ${contract.prefix}/`]),
    ...covers.flatMap((each) => {
      const requirement = contract.catalogue[each]
      if (requirement === undefined) return [`${id} covers ${each}, which is no requirement of ${contract.id}`]
      return requirement.unobservable === undefined ? [] : [`${id} covers ${each}, which is unobservable`]
    }),
    ...runsAfter
      .filter((other) => !checks.some((each) => each.id === other))
      .map((other) => `${id} runs after ${other}, which is no check`),
    ...sendsFor
      .filter((other) => contract.catalogue[other] === undefined && !checks.some((each) => each.id === other))
      .map((other) => `${id} sends for ${other}, which is no requirement and no check`),
  ]
}

const twice = (names: readonly string[]): string[] => [
  ...new Set(names.filter((each, place) => names.indexOf(each) !== place)),
]

/** A claim whose last name is the author's is in no list, and has its line all the same. */
function isKnown(claims: Claims, claim: string): boolean {
  try {
    claims.lineFor(claim)
    return true
  } catch {
    return false
  }
}

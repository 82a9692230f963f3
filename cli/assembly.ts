import type { Check } from '../kit/check/check.ts'
import { assertFitting } from '../kit/contract/definition.ts'
import type { ServiceDefinition, Suite } from '../kit/contract/service.ts'
import type { SectionDefinition } from '../kit/target/section.ts'
import type { Target } from '../kit/target/target.ts'

/** A reference that runs in this process. */
export interface Embedded {
  /** As it would stand in a target file. */
  readonly file: object
  close(): Promise<void>
}

/** A violation that is seeded into a reference. */
export interface NamedFlaw {
  readonly name: string
  readonly title: string
}

/** Which reference to start. By name: a service and a flaw are both texts, and would be taken for each other. */
export interface ReferenceWanted {
  readonly service: string
  /** A seeded flaw; the lawful reference when absent. */
  readonly flaw?: string
}

/** What a command is put together from: it knows no document by itself. */
export interface Assembly {
  /** As people type it; its target file is `<name>.config.yaml` where none is named. */
  readonly name: string
  /** The command as it has to be typed where it was started, for what is printed to be pasted; `name` when absent. */
  readonly typed?: string
  /** The package that brings it; absent where none does. */
  readonly published?: string
  /** One sentence, for its help. */
  readonly description: string
  /** In reading order. */
  readonly suites: readonly Suite[]
  /** Starts a reference for runs that name no target; without it they are refused. */
  readonly embedded?: () => Promise<Embedded>
  /** Seeded flaws of the reference that break a requirement, those first that break the fewest others; for `explain`. */
  readonly flawsThatBreak?: (requirement: string) => Promise<readonly NamedFlaw[]>
  /** Starts the reference of a service at the clocks of its document; for the examples of `explain`. */
  readonly reference?: (wanted: ReferenceWanted) => Promise<Embedded>
  /** Lines for the help of a command, each with what it is for. */
  readonly examples?: Readonly<Record<string, readonly (readonly [line: string, meaning: string])[]>>
}

export const typedName = ({ name, typed = name }: Pick<Assembly, 'name' | 'typed'>): string => typed

export const sectionsOf = ({ suites }: Assembly): readonly SectionDefinition[] =>
  suites.map(({ service }) => service.section)

/** Those of the services that a target has. */
export const suitesOf = ({ suites }: Assembly, { services }: Pick<Target, 'services'>): readonly Suite[] =>
  suites.filter(({ service }) => services[service.contract.id] !== undefined)

/**
 * What the loop needs of some suites. Their checks are loaded on demand: most commands need none.
 * @throws SuiteError where they do not fit together
 */
export async function loaded(
  chosen: readonly Suite[],
): Promise<{ readonly services: readonly ServiceDefinition[]; readonly checks: readonly Check[] }> {
  const checks = (await Promise.all(chosen.map((suite) => suite.checks()))).flat()
  const services = chosen.map(({ service }) => service)
  assertFitting(services, checks)
  return { services, checks }
}

import type { Fixture } from '../check/check.ts'
import type { Cost } from '../check/order/cost.ts'
import type { SampleCounts } from '../check/sampling.ts'

/** How a fixture is named beside checks: two services may have one of the same name. */
export const nameOfFixture = ({ service, name }: Pick<Fixture, 'service' | 'name'>): string =>
  `fixture/${service}/${name}`

/** Whose context it is: a check, a fixture, what cleans up. */
export interface Owner {
  readonly name: string
  /** Whose service, by the id of the contract. */
  readonly service: string
  readonly covers: readonly string[]
  readonly needs: readonly string[]
  readonly uses: readonly Fixture[]
  readonly cost: Cost
  readonly generated?: SampleCounts
}

/** Who undoes what a run changed. */
export const CLEAN_UP = 'clean-up'

/** How a note of a run begins that says what it left changed. */
export const NOT_UNDONE = 'not undone: '

import type { ServiceDefinition } from '../../../kit/contract/service.ts'

/** What the kit needs to know of a party that asks: nothing is sent to it, so nothing is guarded, probed or spent. */
export const served: Pick<ServiceDefinition, 'guard' | 'claimProbes'> = {
  guard: () => ({ price: (_, said) => said }),
  claimProbes: () => [],
}

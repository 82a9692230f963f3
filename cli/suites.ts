import type { Check } from '../kit/check/check.ts'
import type { ServiceDefinition, Suite } from '../kit/contract/service.ts'
import type { Target } from '../kit/target/target.ts'
import { messagingSuite } from '../suites/messaging/suite.ts'
import { paymentSuite } from '../suites/payment/suite.ts'

/** Every suite that the command has, in reading order. */
export const suites: readonly Suite[] = [paymentSuite, messagingSuite]

/** Those of the services that a target has. */
export const suitesOf = ({ services }: Pick<Target, 'services'>): readonly Suite[] =>
  suites.filter(({ service }) => services[service.contract.id] !== undefined)

/** What the loop needs of some suites. Their checks are loaded on demand: most commands need none. */
export async function loaded(
  chosen: readonly Suite[],
): Promise<{ readonly services: readonly ServiceDefinition[]; readonly checks: readonly Check[] }> {
  const checks = await Promise.all(chosen.map((suite) => suite.checks()))
  return { services: chosen.map(({ service }) => service), checks: checks.flat() }
}

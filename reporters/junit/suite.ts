import type { Report } from '../../kit/report/report.ts'
import { isOpen } from '../views/baseline-words.ts'
import { attributes, escaped } from './xml-text.ts'

export interface JunitSuite {
  /** Attributes beside the time. */
  readonly head: Readonly<Record<string, string | number>>
  /** Elements, in order. */
  readonly cases: readonly string[]
  readonly output?: string
}

/** A test suite with what there is to know of its run, as the schema of JUnit wants it. */
export function suiteElement({ run, target, suite, gate }: Report, { head, cases, output = '' }: JunitSuite): string[] {
  const properties = {
    target: target.name,
    environment: target.environment,
    run: run.id,
    seed: run.seed,
    assay: suite.version,
    ...(gate === undefined ? {} : { gate: isOpen(gate) ? 'open' : 'closed' }),
  }
  return [
    // The schema allows no zone; the time is UTC.
    `  <testsuite ${attributes({ ...head, timestamp: run.startedAt.slice(0, 19) })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property ${attributes({ name, value })}/>`),
    '    </properties>',
    ...cases,
    `    <system-out>${escaped(output)}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ]
}

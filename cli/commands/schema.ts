import { reportSchema } from '../../kit/report/schema/report.ts'
import { targetFileSchemaOf } from '../../kit/target/file/schema.ts'
import { sections } from '../services.ts'
import { UsageError } from '../usage-error.ts'

const SCHEMAS: Readonly<Record<string, object>> = { target: targetFileSchemaOf(sections), report: reportSchema }

/**
 * Prints a JSON Schema, for editors and for those who read reports.
 * @throws UsageError for one that there is not.
 */
export function schema(which: string): number {
  const known = Object.keys(SCHEMAS)
  if (!known.includes(which)) throw new UsageError(`there is no schema ${which}; expected ${known.join(' or ')}`)
  process.stdout.write(`${JSON.stringify(SCHEMAS[which], undefined, 2)}\n`)
  return 0
}

import { reportSchema } from '../../kit/report/schema/report.ts'
import { pastedSchemaOf } from '../../kit/target/file/pasted-schema.ts'
import { type Assembly, sectionsOf } from '../assembly.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Prints a JSON Schema, for editors and for those who read reports.
 * @throws UsageError for one that there is not.
 */
export function schema(which: string, assembly: Assembly): number {
  const schemas = new Map<string, object>([
    ['target', pastedSchemaOf(sectionsOf(assembly))],
    ['report', reportSchema],
  ])
  const known = [...schemas.keys()]
  if (!known.includes(which)) throw new UsageError(`there is no schema ${which}; expected ${known.join(' or ')}`)
  process.stdout.write(`${JSON.stringify(schemas.get(which), undefined, 2)}\n`)
  return 0
}

import { reportSchema } from '../kit/report-schema.ts'
import { targetFileSchema } from '../kit/target/schema.ts'

export const SCHEMAS = { target: targetFileSchema, report: reportSchema } as const

/** Prints a JSON Schema, for editors and for those who read reports. */
export function schema(which: keyof typeof SCHEMAS): number {
  process.stdout.write(`${JSON.stringify(SCHEMAS[which], undefined, 2)}\n`)
  return 0
}

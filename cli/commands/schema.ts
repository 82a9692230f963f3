import { publishedDescription } from '../../kit/contract/published-description.ts'
import { reportSchema } from '../../kit/report/schema/report.ts'
import { pastedSchemaOf } from '../../kit/target/file/pasted-schema.ts'
import { type Assembly, sectionsOf } from '../assembly.ts'
import { UsageError } from '../usage-error.ts'

const KNOWN = ['target', 'report', 'openapi']

/**
 * Prints a JSON Schema, for editors and for those who read reports, or the OpenAPI description of a service.
 * @param service whose description; the only one when absent
 * @throws UsageError for one that there is not
 */
export function schema(which: string, service: string | undefined, assembly: Assembly): number {
  process.stdout.write(`${JSON.stringify(schemaOf(which, service, assembly), undefined, 2)}\n`)
  return 0
}

function schemaOf(which: string, service: string | undefined, assembly: Assembly): object {
  if (which === 'openapi') return descriptionOf(service, assembly)
  if (!KNOWN.includes(which)) throw new UsageError(`there is no schema ${which}; expected ${KNOWN.join(', ')}`)
  if (service !== undefined) throw new UsageError(`schema ${which} is one for all services; leave out ${service}`)
  return which === 'target' ? pastedSchemaOf(sectionsOf(assembly)) : reportSchema
}

function descriptionOf(service: string | undefined, { suites }: Assembly): object {
  const contracts = suites.map((suite) => suite.service.contract)
  const wanted = contracts.find(({ id }) => id === (service ?? (contracts.length === 1 ? id : undefined)))
  if (wanted !== undefined) return publishedDescription(wanted)
  const names = contracts.map(({ id }) => id).join(' or ')
  throw new UsageError(
    service === undefined
      ? `schema openapi: of which service? expected ${names}`
      : `schema openapi ${service}: there is no such service; expected ${names}`,
  )
}

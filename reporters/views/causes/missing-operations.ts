import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { grouped } from '../grouping.ts'
import { expectsToFind } from './expected-there.ts'
import { withIt } from './with-it.ts'

/** What a router answers where it knows no such path, or no such method at it. */
const NOT_THERE: readonly (number | undefined)[] = [404, 405, 501]
/** What is answered before a request reaches the router. */
export const BEFORE_ROUTER: readonly (number | undefined)[] = [401, 403, 429]

type Answer = NonNullable<ReportedExchange['response']>

/**
 * Operations that the service seems not to have: nobody but its router, or its framework, has answered there, in no shape
 * that the errors of its other operations have. A line for each, and under it the requirements that fail with it.
 */
export function missingOperations(
  report: Report,
  own: readonly ReportedExchange[],
  service: ReportedService,
): string[] {
  const answered = own.flatMap(({ operation, response, expects429 }) =>
    response === undefined || operation === '' || expects429 === true ? [] : [{ operation, response }],
  )
  const byOperation = grouped(
    answered.filter(({ response }) => !BEFORE_ROUTER.includes(response.status)),
    ({ operation }) => operation,
  )
  const suspects = [...byOperation].filter(
    ([name, each]) =>
      each.every(({ response }) => NOT_THERE.includes(response.status)) &&
      expectsToFind(
        report,
        own.filter(({ operation }) => operation === name),
      ),
  )
  // Where nothing is there, it is the address that is wrong; where all is, no answer need be read.
  if (suspects.length === byOperation.size || suspects.length === 0) return []
  const names = new Set(suspects.map(([name]) => name))
  const envelopes = new Set(
    answered
      .filter(({ operation, response }) => response.status >= 400 && !names.has(operation))
      .flatMap(({ response }) => shapeOf(response) ?? []),
  )
  const isNarrow = report.run.only.length > 0
  return suspects.flatMap(([operation, each]) => {
    const [first] = each
    // Of a run of a few checks no other error may be known: one that has a code for it is none of a router.
    const isOwn = each.some(({ response }) => envelopes.has(shapeOf(response) ?? '') || (isNarrow && hasCode(response)))
    return first === undefined || isOwn ? [] : [told(report, own, operation, first.response, service)]
  })
}

function told(
  report: Report,
  own: readonly ReportedExchange[],
  operation: string,
  { status, body }: Answer,
  { id: service }: ReportedService,
): string {
  const kind = body.trimStart().startsWith('<') ? 'page' : 'body'
  const page = body.trim() === '' ? 'without a body' : `with a ${kind} that is none of its errors`
  const isGuarded = own.some(
    ({ operation: name, response }) => name === operation && BEFORE_ROUTER.includes(response?.status),
  )
  const there = own.filter((each) => each.operation === operation && NOT_THERE.includes(each.response?.status))
  // Of who sends no key nothing is known where none of those was answered.
  const isKeyed = there.every(({ key }) => key !== '' && key !== 'none')
  const whatever = `whatever is sent to it${isGuarded || isKeyed ? ' with a key that it takes' : ''}`
  const cause = `${operation} is not there: the ${service} service answers ${status} ${page}, ${whatever}`
  return withIt(cause, report, new Set(there.map(({ id }) => id)))
}

/** Names of the members of a JSON object; undefined for what is none. */
function shapeOf({ body }: Answer): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.keys(value).toSorted().join()
  } catch {
    return undefined
  }
}

/** Whether an error names itself by a code in capitals, as services do and routers do not. */
function hasCode({ body }: Answer): boolean {
  return /"(?:error_?code|code)"\s*:\s*"[A-Z]+(?:_[A-Z]+)+"/.test(body)
}

import { type Report, reportSchema } from '../report/schema/report.ts'
import { anything, boolean, choice, count, list, literal, mapOf, number, object, pair, text } from '../schema/build.ts'
import { isTooDeep, MOST_LEVELS } from '../schema/nesting.ts'
import type { Schema } from '../schema/schema.ts'
import { validatorFor } from '../schema/validator.ts'
import { BundleRefused, type Line } from './chain.ts'
import { PAYLOAD_TYPE } from './envelope.ts'

const envelope = object({
  payloadType: literal(PAYLOAD_TYPE),
  payload: text(),
  signatures: list(object({ keyid: text(), sig: text() })),
})

/** The target as checks saw it: what a run, and not one service, reads of it. */
const target: Schema = {
  ...object(
    {
      name: text(),
      environment: choice(['local', 'test', 'production']),
      timeScale: number({ exclusiveMinimum: 0 }),
      allow: object(
        { budgets: mapOf(number()), limits: mapOf(number()), permissions: mapOf(boolean()) },
        { generated: number(), idle: list(text()) },
      ),
      services: mapOf({
        ...object({ baseUrl: text({ pattern: '^(https?://|$)' }) }),
        additionalProperties: anything(),
      }),
      timing: object({ request: number(), settle: number(), person: number() }),
    },
    { leftOut: list(text()) },
  ),
  additionalProperties: anything(),
}

const log = object(
  {
    made: list(pair(text())),
    keys: list({ ...list(text()), minItems: 3, maxItems: 3 }),
    starts: mapOf(number()),
    arrivals: mapOf(pair(number())),
    attested: list(object({ check: text(), requirement: text(), about: text(), value: anything() })),
    hasPerson: boolean(),
  },
  {
    inboxes: mapOf(text()),
    stages: mapOf(text()),
    stalls: list(pair(number())),
    waits: mapOf(list(pair(number()))),
    late: list({ type: 'array', prefixItems: [text(), text(), number(), count()], minItems: 4, maxItems: 4 }),
    unasked: list(text()),
  },
)

const open = (schema: Schema): Schema => ({ ...schema, additionalProperties: true })
const message = open(object({ body: text() }))
const exchange = open(object({ request: message }, { response: message }))

/** Of exchanges, deliveries and the report the schema of reports says what they are. */
const BODIES: Readonly<Partial<Record<Line['kind'], Schema>>> = {
  head: object({ format: text(), suite: anything(), run: text(), outcome: anything() }),
  target,
  log,
  foot: object({ lines: count(), sha256: text(), envelope }, { publicKey: text() }),
  exchange,
}

/** @throws BundleRefused for the first line that does not hold what one of its kind holds */
export function assertRecords(lines: readonly Line[]): void {
  for (const { n, kind, body } of lines) {
    const problem = problemOf(kind, body)
    if (problem !== undefined) throw new BundleRefused(`line ${n + 1} is no ${kind}: ${problem}`)
  }
}

/** @throws BundleRefused for a report, put together from its lines, that does not follow the schema of reports */
export function assertReport(report: Report): void {
  if (isTooDeep(report)) throw new BundleRefused(`its report is nested deeper than ${MOST_LEVELS} levels`)
  const validate = validatorFor(reportSchema)
  if (validate(report)) return
  const [{ instancePath = '', message = '' } = {}] = validate.errors ?? []
  throw new BundleRefused(`its report is no whole report: ${instancePath || 'it'} ${message}`.slice(0, 300))
}

function problemOf(kind: Line['kind'], body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'it is no object'
  if (isTooDeep(body)) return `it is nested deeper than ${MOST_LEVELS} levels`
  const schema = BODIES[kind]
  if (schema === undefined) return undefined
  const validate = validatorFor(schema)
  if (validate(body)) return undefined
  const [first] = validate.errors ?? []
  return `${first?.instancePath || 'it'} ${first?.message}`.slice(0, 200)
}

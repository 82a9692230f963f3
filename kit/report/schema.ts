import { PHASE_NAMES } from '../check/phases.ts'
import { VERDICTS } from '../check/verdict.ts'
import { KNOWN_STATES } from './baseline.ts'
import { coverageSchema } from './coverage/schema.ts'
import { REPORT_FORMAT } from './report.ts'

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const count = { type: 'integer', minimum: 0 } as const
const moment = { type: 'integer', minimum: 0, description: 'Wall clock, milliseconds since the epoch.' } as const
const texts = { type: 'array', items: text } as const
const verdict = { enum: VERDICTS } as const
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const headers = {
  type: 'array',
  items: { type: 'array', items: text, minItems: 2, maxItems: 2 },
  description: 'Name and value, in the order and letter case of the wire.',
} as const

type Properties = Readonly<Record<string, unknown>>

/** An object with these members and no others; those behind are optional. */
const object = (required: Properties, optional: Properties = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})

const listOf = (items: unknown) => ({ type: 'array', items })

const why = {
  enum: ['not claimed', 'not permitted', 'not selected', 'unreachable', 'unobservable', 'not met'],
} as const

const judgement = object(
  { check: text, verdict, evidence: texts },
  { subject: text, expected: text, actual: text, reason: text, why, line: text },
)

const requirement = object(
  { id: text, level: { enum: ['must', 'should', 'may'] }, at: text, text, verdict, judgements: listOf(judgement) },
  { why, reason: text, line: text, readings: listOf(object({ conflict: text, policy: text })) },
)

const message = { headers, body: text, bytes: count, sha256 }

const exchange = object(
  {
    id: text,
    service: { enum: ['payment', 'messaging'] },
    check: text,
    label: text,
    operation: text,
    key: text,
    request: object({ ...message, method: text, url: text }),
    sentAt: moment,
    endedAt: moment,
    curl: text,
  },
  {
    expects429: { const: true },
    response: object({ ...message, status: { type: 'integer' } }),
    fault: object({
      kind: { enum: ['refused', 'reset', 'timeout', 'garbage', 'tls', 'dns', 'stopped'] },
      message: text,
    }),
  },
)

const priced = object({ usual: count, most: count })

const plan = object(
  {
    runs: { ...texts, description: 'Ids of the checks that were to run.' },
    left: listOf(object({ why, reason: text, line: text, checks: texts })),
    requests: {
      type: 'object',
      additionalProperties: priced,
      description: 'By name of a key; `live` stands for all of its keys, `none` for requests without one.',
    },
    liveKeys: count,
    payments: priced,
    messages: priced,
    generated: count,
    profileWrites: { type: 'boolean' },
    forecast: object({
      seconds: number,
      limiterSeconds: number,
      phases: object(Object.fromEntries(PHASE_NAMES.map((phase) => [phase, number]))),
    }),
  },
  { largestAmount: object({ amount: number, from: text }, { currency: text }) },
)

const gate = object({
  baseline: { ...text, description: 'Path of the file of known failures, as it was named.' },
  known: listOf(
    object({
      requirement: text,
      reason: text,
      owner: text,
      expires: { ...text, format: 'date' },
      state: { enum: KNOWN_STATES },
    }),
  ),
  fresh: { ...texts, description: 'Requirements that fail and that no entry covers.' },
  exitCode: { enum: [0, 1, 3, 4] },
})

const answer = object(
  { kind: { enum: ['status', 'hang', 'reset', 'none'] } },
  {
    status: { type: 'integer' },
    delayMs: number,
    headers: { type: 'object', additionalProperties: text },
    body: text,
    forMs: number,
  },
)

const delivery = object(
  {
    id: text,
    inbox: text,
    event: text,
    identity: { ...text, description: 'Equal for all attempts at one event in one inbox.' },
    attempt: { type: 'integer', minimum: 1 },
    method: text,
    truncated: { type: 'boolean' },
    aborted: { type: 'boolean' },
    ...message,
    arrivedAt: moment,
    answer,
  },
  {
    query: { ...text, description: 'Of the URL that was called, where it had one.' },
    afterMs: { ...number, description: 'Milliseconds since the attempt before; absent for the first.' },
  },
)

/** JSON Schema (2020-12) of the report. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a run of assay',
  ...object(
    {
      format: { const: REPORT_FORMAT },
      suite: object({ name: { const: 'assay' }, version: text, catalogue: object({ requirements: count, sha256 }) }),
      run: object(
        {
          id: text,
          seed: count,
          startedAt: { type: 'string', format: 'date-time' },
          endedAt: { type: 'string', format: 'date-time' },
          seconds: object({ total: number, working: number, waiting: number }),
          depth: { enum: ['quick', 'standard', 'deep'] },
          certify: { type: 'boolean' },
          only: texts,
          skip: texts,
        },
        { stopped: { enum: ['interrupt', 'time'] } },
      ),
      target: object({
        name: text,
        environment: { enum: ['local', 'test', 'production'] },
        timeScale: number,
        baseUrls: object({}, { payment: text, messaging: text }),
        claims: texts,
        allow: object({ payments: count, messages: count, profileWrites: { type: 'boolean' } }, { generated: count }),
      }),
      services: listOf({ enum: ['payment', 'messaging'] }),
      outcome: object({
        exitCode: { enum: [0, 1, 3, 4] },
        headline: { enum: ['conformant', 'not conformant', 'inconclusive', 'suite fault'] },
        because: text,
      }),
      plan: { description: 'What the run was priced at before anything was sent.', ...plan },
      cost: object({
        requests: { type: 'object', additionalProperties: count },
        payments: count,
        messages: count,
        generated: count,
        unexpected429: count,
        waitedSeconds: number,
        longestWaitSeconds: number,
      }),
      pace: object({ requests: count, windowMs: number }),
      coverage: coverageSchema,
      faults: texts,
      requirements: listOf(requirement),
      checks: listOf(object({ id: text, title: text, verdict, startedAt: moment, ms: number })),
      observations: listOf(object({ id: text, check: text, value: text, evidence: texts, at: text, text })),
      notes: texts,
      steps: listOf(
        object(
          {
            check: text,
            recipe: text,
            kind: { enum: ['call', 'command', 'person', 'probe'] },
            text,
            startedAt: moment,
            endedAt: moment,
            outcome: { ...text, description: '`done`, or why it was not.' },
          },
          { answer: { ...text, description: 'What a probe showed.' } },
        ),
      ),
      exchanges: listOf(exchange),
      deliveries: listOf(delivery),
    },
    { gate },
  ),
} as const

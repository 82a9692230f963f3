import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { UNSENT } from '../kit/http/exchange.ts'
import { sampleReport } from '../tests/made-up/sample-report.ts'
import { harReport } from './har.ts'

const text = { type: 'string' } as const
const size = { type: 'integer', minimum: -1 } as const
const object = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, comment: text, ...optional },
  additionalProperties: false,
})
const list = (items: object) => ({ type: 'array', items })
const pairs = list(object({ name: text, value: text }))
const body = object({ size, mimeType: text }, { text, compression: { type: 'number' }, encoding: text })

/** What http://www.softwareishard.com/blog/har-12-spec says of the members that are written. */
const HAR = object({
  log: object({
    version: { const: '1.2' },
    creator: object({ name: text, version: text }),
    entries: list(
      object({
        startedDateTime: { type: 'string', format: 'date-time' },
        time: { type: 'number', minimum: 0 },
        request: object(
          {
            method: text,
            url: { type: 'string', format: 'uri' },
            httpVersion: text,
            cookies: list(object({ name: text, value: text })),
            headers: pairs,
            queryString: pairs,
            headersSize: size,
            bodySize: size,
          },
          { postData: object({ mimeType: text, text }) },
        ),
        response: object({
          status: { type: 'integer' },
          statusText: text,
          httpVersion: text,
          cookies: list(object({ name: text, value: text })),
          headers: pairs,
          content: body,
          redirectURL: text,
          headersSize: size,
          bodySize: size,
        }),
        cache: object({}),
        timings: object({
          send: { type: 'number', minimum: 0 },
          wait: { type: 'number', minimum: 0 },
          receive: { type: 'number', minimum: 0 },
        }),
      }),
    ),
  }),
})

test('an archive of every exchange, as HAR 1.2 has it', () => {
  const report = sampleReport(20)
  const [first, second, ...rest] = report.exchanges
  if (first === undefined || second === undefined) throw new Error('the sample is too small')
  const { response: _, ...lost } = second
  const query = { ...first, request: { ...first.request, url: 'http://127.0.0.1:1/a?b=%20c&d=' } }
  const silent = { ...lost, fault: { kind: 'timeout', message: 'nothing came within 8 s' } as const }
  // What was still to be sent as the run was stopped is no exchange.
  const unsent = { ...lost, fault: { kind: 'stopped', message: UNSENT } as const }
  const har = JSON.parse(harReport({ ...report, exchanges: [query, silent, ...rest, unsent] })) as {
    log: { entries: { request: { queryString: unknown }; response: { status: number; statusText: string } }[] }
  }
  const ajv = new Ajv2020({ allErrors: true })
  addFormats.default(ajv)
  expect(ajv.validate(HAR, har), ajv.errorsText()).toBe(true)
  expect(har.log.entries).toHaveLength(report.exchanges.length)
  expect(har.log.entries[0]?.request.queryString).toEqual([
    { name: 'b', value: ' c' },
    { name: 'd', value: '' },
  ])
  expect(har.log.entries[1]?.response).toMatchObject({ status: 0, statusText: 'nothing came within 8 s' })
})

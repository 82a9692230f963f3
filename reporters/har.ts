import { STATUS_CODES } from 'node:http'
import type { ReportedExchange, ReportedMessage } from '../kit/evidence/recorder.ts'
import { UNSENT } from '../kit/http/exchange.ts'
import type { Report } from '../kit/report/report.ts'

type Headers = ReportedMessage['headers']
interface Named {
  readonly name: string
  readonly value: string
}

/** Sizes and times that are not known, as the format writes it. */
const UNKNOWN = -1
const VERSION = 'HTTP/1.1'

/** The exchanges of a report that were begun, as an HTTP archive (HAR 1.2), redacted as they are there. Webhooks are none of them. */
export function harReport({ suite, exchanges }: Report): string {
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    entries: exchanges.filter(({ fault }) => fault?.message !== UNSENT).map(entry),
  }
  return `${JSON.stringify({ log }, undefined, 2)}\n`
}

function entry({ id, check, operation, label, request, response, fault, sentAt, endedAt }: ReportedExchange): object {
  const time = Math.max(0, endedAt - sentAt)
  const { method, url, headers, body } = request
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: VERSION,
      cookies: [],
      headers: named(headers),
      queryString: queryOf(url),
      ...(body === '' ? {} : { postData: { mimeType: headerNamed(headers, 'content-type'), text: body } }),
      headersSize: UNKNOWN,
      bodySize: request.bytes,
    },
    // Browsers write 0 for an answer that never came.
    response: response === undefined ? answer(0, fault?.message ?? 'no answer') : answer(response.status, '', response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [id, check, operation, label].filter((each) => each !== '').join(' · '),
  }
}

const answer = (status: number, text: string, message?: ReportedMessage): object => ({
  status,
  statusText: text === '' ? (STATUS_CODES[status] ?? '') : text,
  httpVersion: VERSION,
  cookies: [],
  headers: named(message?.headers ?? []),
  content: {
    size: message?.bytes ?? 0,
    mimeType: headerNamed(message?.headers ?? [], 'content-type'),
    ...(message === undefined || message.body === '' ? {} : { text: message.body }),
  },
  redirectURL: headerNamed(message?.headers ?? [], 'location'),
  headersSize: UNKNOWN,
  bodySize: message?.bytes ?? UNKNOWN,
})

const named = (headers: Headers): Named[] => headers.map(([name, value]) => ({ name, value }))

const headerNamed = (headers: Headers, name: string): string =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''

const queryOf = (url: string): Named[] =>
  [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])].map(([name, value]) => ({ name, value }))

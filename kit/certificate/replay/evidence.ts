import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../../evidence/recorder.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parsedJson } from '../../http/parsed-json.ts'
import type { Report } from '../../report/report.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { ReplayLog } from './replay-log.ts'

const bytesOf = ({ body }: ReportedMessage): Buffer => Buffer.from(body, 'utf8')

/** A recorded exchange as checks see one; what was redacted stays so. */
export function exchangeFrom({ request, response, fault, curl: _, lacking: __, ...rest }: ReportedExchange): Exchange {
  const sent = {
    ...rest,
    request: { method: request.method, url: request.url, headers: request.headers, body: bytesOf(request) },
  }
  if (response === undefined) return { ...sent, fault: fault ?? { kind: 'garbage', message: 'nothing was recorded' } }
  return { ...sent, response: { status: response.status, headers: response.headers, body: bytesOf(response) } }
}

/** Recorded deliveries as checks see them. Steady times are moved to the wall clock of the first: intervals stay. */
export function deliveriesFrom({ deliveries }: Pick<Report, 'deliveries'>, { arrivals }: ReplayLog): Delivery[] {
  const steadyOf = ({ id }: ReportedDelivery): number => arrivals[id]?.[1] ?? 0
  const [first] = deliveries
  const offset = first === undefined ? 0 : first.arrivedAt - steadyOf(first)
  return deliveries.map((each): Delivery => {
    const { id, inbox, method, headers, digest, truncated, aborted, arrivedAt, answer, query, below } = each
    const body = bytesOf(each)
    return {
      id,
      inbox,
      method,
      path: query === undefined ? '' : `?${query}`,
      ...(below === undefined ? {} : { below }),
      headers,
      body,
      truncated,
      digest,
      aborted,
      httpVersion: '1.1',
      tls: false,
      peer: '',
      arrivedAt,
      completedAt: arrivals[id]?.[0] ?? arrivedAt,
      arrivedMono: steadyOf(each) + offset,
      answer,
      json: jsonOf(body, truncated),
    }
  })
}

function jsonOf(body: Buffer, truncated: boolean): unknown {
  if (truncated || body.length === 0) return undefined
  try {
    return parsedJson(body.toString('utf8'))
  } catch {
    return undefined
  }
}

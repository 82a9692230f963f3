import { header, type RecordedResponse } from '../../http/exchange.ts'

const HTML = /^\s*<(!doctype|html|head|body|h1|center)\b/i
const GATEWAY = [502, 503, 504]
/** Characters of what another server says that are shown. */
const SHOWN = 80

/**
 * What answers in place of an HTTP interface of JSON, as it stands after "it": a page for people, a redirect, a gateway
 * without its service, a router that knows nothing of the path. Undefined where it may be the service itself, be it a
 * broken one.
 */
export function foreign({ status, headers, body }: RecordedResponse): string | undefined {
  const location = header(headers, 'Location')
  if (status >= 300 && status < 400 && location !== undefined)
    return `redirects to ${brief(location.replace(/[?#][\s\S]*/, ''))}`
  // What looks like JSON is the service's own, well-formed or not.
  if (/^\s*[{[]/.test(body.toString('utf8', 0, 200))) return undefined
  if (/^text\/html\b/i.test(header(headers, 'Content-Type') ?? '') || HTML.test(body.toString('utf8', 0, 200)))
    return `answers ${status} with an HTML page${titleOf(body)}`
  if (GATEWAY.includes(status)) return `answers ${status}, as gateways do whose service does not answer`
  return status === 404 ? 'answers 404 without a word of JSON, as servers do that do not know the path' : undefined
}

function titleOf(body: Buffer): string {
  const title = /<title>([^<]+)/i.exec(body.toString('utf8', 0, 4000))?.[1]?.trim()
  return title === undefined || title === '' ? '' : ` (“${brief(title)}”)`
}

const brief = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`)

import { createHash } from 'node:crypto'
import type { Redactor } from '../../../kit/evidence/redact.ts'
import { header } from '../../../kit/http/exchange.ts'
import type { Answered } from '../../../kit/http/transport.ts'
import { autopsy, type Evidence } from '../../../kit/signature/autopsy.ts'
import { verifyBody, verifyTimestamped } from '../../../kit/signature/signature.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { type Arrived, NO_ANSWER } from '../commands/forward.ts'
import { USUAL_VARIABLES } from '../secret-named.ts'

export interface SigningSecrets {
  /** Key of the payment service: signs timestamp, dot and body. */
  readonly payment?: string
  /** Secret of a messaging webhook: signs the body. */
  readonly messaging?: string
}

/** Earlier attempts at the same event, the oldest first. */
export type Earlier = readonly Delivery[]

/** One delivery as lines: when, where, what, the word on its signature, and its redacted body. */
export function inspection(
  delivery: Delivery,
  earlier: Earlier,
  secrets: SigningSecrets,
  redactor: Redactor,
): readonly string[] {
  const { arrivedAt, method, path, body, truncated, aborted, answer, json } = delivery
  const event = typeof json === 'object' && json !== null ? (json as { event?: unknown }).event : undefined
  const time = new Date(arrivedAt).toISOString().slice(11, 23)
  // Each URL is told of an event by attempts of its own.
  const own = earlier.filter((each) => each.path === path)
  const other = own.length === 0 ? earlier.at(-1) : undefined
  const also = other === undefined ? '' : `, the event that ${redactor.redactUrl(other.path)} was told of as well`
  const attempt = `attempt ${own.length + 1}${since(delivery, own.at(-1))}${also}`
  const whole = truncated ? ', body too large to be kept' : aborted ? ', cut off by the sender' : ''
  const answered = answer.kind === 'status' ? `answered ${answer.status}` : 'not answered'
  const text = redactor.redactBody(body).text
  return [
    `${time}  ${method} ${redactor.redactUrl(path)}  ${typeof event === 'string' ? redactor.redactText(event) : 'no event named'}, ${attempt}${whole}, ${answered}`,
    `  signature ${signatureWord(delivery, earlier, secrets)}`,
    ...(text === '' ? ['  no body'] : text.split('\n').map((line) => `  ${line}`)),
  ]
}

function since({ arrivedMono }: Delivery, before: Delivery | undefined): string {
  return before === undefined
    ? ''
    : `, ${((arrivedMono - before.arrivedMono) / 1000).toFixed(1)} s after the one before`
}

const WELL_FORMED = /^sha256=[0-9a-f]{64}$/i

/** What became of the signature, as it stands after the word. */
export function signatureWord(delivery: Delivery, earlier: Earlier, { payment, messaging }: SigningSecrets): string {
  const { headers, body, truncated, aborted } = delivery
  const timestamped = header(headers, 'X-Pay-Signature')
  const plain = header(headers, 'X-Svc-Signature')
  const signature = timestamped ?? plain
  if (signature === undefined) return 'absent'
  if (truncated || aborted) return 'not verified: the body is not whole'
  const byPayment = timestamped !== undefined
  const key = byPayment ? payment : messaging
  const places = `${USUAL_VARIABLES[byPayment ? 'payment' : 'messaging']}, ${byPayment ? '--signing-key-env' : '--webhook-secret-env'} or --config`
  if (key === undefined) return `not verified: no secret is known; ${places} names it`
  const timestamp = header(headers, 'X-Pay-Timestamp')
  const result = byPayment ? verifyTimestamped(key, signature, timestamp, body) : verifyBody(key, signature, body)
  if (result.ok) return result.form === 'exact' ? 'verified' : 'verified, in upper-case digits'
  const others: Record<string, string | undefined> = { payment, messaging }
  delete others[byPayment ? 'payment' : 'messaging']
  const found = autopsy({
    scheme: byPayment ? 'timestamped' : 'body',
    key,
    signature,
    body,
    otherSecrets: Object.fromEntries(Object.entries(others).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    previous: earlier.map(({ headers: before, body: bytes }) => stamped({ body: bytes }, before)),
    ...stamped({}, headers),
    ...deliveryId(headers),
  })
  if (found !== undefined) return `wrong: ${result.reason}. ${found.sentence}`
  // What is no digest at all no secret explains.
  if (!WELL_FORMED.test(signature)) return `wrong: ${result.reason}`
  return `wrong: ${result.reason}. No usual mistake explains it: is the secret that is used here, of ${places}, the one that the sender signs with?`
}

function stamped<T extends object>(rest: T, headers: Delivery['headers']): T & Pick<Evidence, 'timestamp'> {
  const timestamp = header(headers, 'X-Pay-Timestamp')
  return timestamp === undefined ? rest : { ...rest, timestamp }
}

function deliveryId(headers: Delivery['headers']): Pick<Evidence, 'deliveryId'> {
  const id = header(headers, 'X-Pay-Delivery-ID')
  return id === undefined ? {} : { deliveryId: id }
}

/** What was passed on, as it would have been received. */
export function passedOn({ method, path, headers, body }: Arrived, answered: Answered): Delivery {
  const now = Date.now()
  return {
    id: '',
    inbox: 'listen',
    method,
    path,
    headers,
    body,
    truncated: false,
    digest: createHash('sha256').update(body).digest('hex'),
    aborted: false,
    httpVersion: '1.1',
    tls: false,
    peer: '',
    arrivedAt: now,
    completedAt: now,
    arrivedMono: performance.now(),
    answer: { kind: 'status', status: 'fault' in answered ? NO_ANSWER : answered.response.status },
    json: asJson(body),
  }
}

function asJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The other side: who was asked, and what came back. */
export function answerLines(to: string, answered: Answered, ms: number, redactor: Redactor): readonly string[] {
  if ('fault' in answered)
    return [`  passed on to ${to}: no answer (${answered.fault.message}), which is a ${NO_ANSWER} to the sender`]
  const { status, body } = answered.response
  const text = redactor.redactBody(body).text.trim()
  return [
    `  passed on to ${to}: ${status} after ${ms} ms`,
    ...(text === '' ? [] : text.split('\n').map((line) => `    ${line}`)),
  ]
}

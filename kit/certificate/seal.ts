import type { KeyObject } from 'node:crypto'
import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../evidence/recorder.ts'
import type { Report } from '../report/report.ts'
import { isTooDeep } from '../schema/nesting.ts'
import { BundleRefused, chained, type Line, sha256, unchained } from './chain.ts'
import { type Envelope, enveloped, type Signed, signerOf } from './envelope.ts'
import { assertRecords, assertReport } from './records.ts'
import type { ReplayLog } from './replay/replay-log.ts'
import { BUNDLE_FORMAT, type Statement, statementOf } from './statement.ts'

/** A run as it was sealed. */
export interface Bundle {
  readonly report: Report
  readonly log: ReplayLog
  readonly statement: Statement
  /** Whose key it was sealed with: SHA-256 of its public part (DER, SPKI), hex. */
  readonly signedBy?: string
}

export interface SealOptions {
  readonly key?: KeyObject | undefined
  /** The last day on which it is to be relied on, `2027-01-31`. */
  readonly validUntil?: string | undefined
}

interface Foot extends Signed {
  /** Lines before it. */
  readonly lines: number
  /** Of everything before it, line ends included. */
  readonly sha256: string
}

/** The text of a bundle: report, evidence, redacted target and digests, line by line. Holds no secret that a report does not. */
export function seal(report: Report, log: ReplayLog, { key, validUntil }: SealOptions = {}): string {
  const lines = linesOf(report, log)
  const digest = sha256(`${lines.join('\n')}\n`)
  const statement = statementOf(report, log, { digest, validUntil })
  return footed(lines, digest, enveloped(JSON.stringify(statement), key))
}

/** What of a bundle says by which suite it was made, before anything of it is judged; undefined where it is no bundle. */
export function madeBy(text: string): { readonly format: string; readonly suite?: Report['suite'] } | undefined {
  try {
    const { kind, body } = JSON.parse(text.slice(0, text.indexOf('\n'))) as Line
    const { format, suite } = Object(body) as { format?: unknown; suite?: Report['suite'] }
    if (kind !== 'head' || typeof format !== 'string') return undefined
    const isWhole = typeof suite?.version === 'string' && typeof suite.catalogue?.sha256 === 'string'
    return { format, ...(isWhole ? { suite } : {}) }
  } catch {
    return undefined
  }
}

/**
 * What was sealed.
 * @param key the public key that it has to be signed with; any, or none, when absent
 * @throws BundleRefused where it is not whole, not what was sealed, or not signed as asked
 */
export function unseal(text: string, key?: KeyObject): Bundle {
  const lines = unchained(text)
  const { format } = Object(lines[0]?.kind === 'head' ? lines[0].body : {}) as { format?: unknown }
  if (format !== BUNDLE_FORMAT) {
    const found = typeof format === 'string' ? format.slice(0, 40) : 'that is none'
    throw new BundleRefused(`it is of the format version ${found}; this assay reads ${BUNDLE_FORMAT}`)
  }
  assertRecords(lines)
  const of = (kind: Line['kind']): unknown[] => lines.filter((each) => each.kind === kind).map(({ body }) => body)
  const foot = lines.at(-1)?.body as Foot
  const raw = text.slice(0, -1).split('\n')
  const digest = sha256(`${raw.slice(0, -1).join('\n')}\n`)
  if (foot.lines !== raw.length - 1 || foot.sha256 !== digest)
    throw new BundleRefused('the footer does not fit what stands before it')
  const signedBy = signerOf(foot, key)
  const [target, trail, told] = [of('target'), of('log'), of('report')]
  if ([of('head'), target, trail, told].some((each) => each.length !== 1))
    throw new BundleRefused('it does not hold one head, target, log and report')
  const report = {
    ...(told[0] as Report),
    variables: {},
    exchanges: (of('exchange') as SealedExchange[]).map(shown),
    deliveries: of('delivery') as ReportedDelivery[],
  }
  const log = { ...(trail[0] as ReplayLog), target: target[0] }
  assertReport(report)
  const statement = statedIn(foot.envelope, digest, report, log)
  // What a record holds beside what is read of it, and in another order, would be nobody's word.
  const whole = footed(linesOf(report, log), digest, foot).slice(0, -1).split('\n')
  const odd = raw.findIndex((line, n) => line !== whole[n])
  if (odd >= 0)
    throw new BundleRefused(`line ${odd + 1} (${lines[odd]?.kind}) says something else than the records after it`)
  return { report, log, statement, ...(signedBy === undefined ? {} : { signedBy }) }
}

/** The statement of a bundle: the one that its records make, but for the day that the signer set. */
function statedIn({ payload }: Envelope, digest: string, report: Report, log: ReplayLog): Statement {
  const bytes = Buffer.from(payload, 'base64')
  const text = bytes.toString('utf8')
  const { predicate } = Object(parsed(text)) as Partial<Statement>
  const { validUntil } = Object(predicate) as { validUntil?: unknown }
  if (validUntil !== undefined && !isDay(validUntil))
    throw new BundleRefused('its statement names a last day that is none: predicate.validUntil')
  const own = statementOf(report, log, { digest, validUntil })
  if (bytes.toString('base64') !== payload || JSON.stringify(own) !== text) {
    const place = differenceIn(parsed(text), own) ?? 'the way it is written'
    throw new BundleRefused(`its statement says something else than its records: ${place}`)
  }
  return own
}

/** Whether it is a day of the calendar, `2027-01-31`: a date that runs over into the next month is none. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** The first place in which two values differ, `outcome.headline`; undefined where they are one as JSON. */
export function differenceIn(one: unknown, other: unknown, place = ''): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return place || 'all of it'
  const [a, b] = [one, other] as Readonly<Record<string, unknown>>[]
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differenceIn(a?.[name], b?.[name], place === '' ? name : `${place}.${name}`)
    if (found !== undefined) return found
  }
  return place === '' ? 'the order of its members' : `${place}: the order of its members`
}

function linesOf(report: Report, log: ReplayLog): string[] {
  // Nobody can say from evidence what a command was called, or what variables stood for.
  const { exchanges, deliveries, variables: _, suite: named, ...rest } = report
  const { command: __, ...suite } = named
  const { target, made, keys, inboxes, stages, starts, arrivals, stalls, waits, late } = log
  const { attested, hasPerson, unasked } = log
  const trail = { made, keys, inboxes, stages, starts, arrivals, stalls, waits, late, attested, hasPerson, unasked }
  return chained([
    { kind: 'head', body: { format: BUNDLE_FORMAT, suite, run: report.run.id, outcome: report.outcome } },
    { kind: 'target', body: target },
    { kind: 'log', body: trail },
    ...exchanges.map((each) => ({ kind: 'exchange' as const, body: sealed(each) })),
    ...deliveries.map((body) => ({ kind: 'delivery' as const, body })),
    { kind: 'report', body: { ...rest, suite } },
  ])
}

function footed(lines: readonly string[], digest: string, { envelope, publicKey }: Signed): string {
  const { payloadType, payload, signatures } = envelope
  const foot: Foot = {
    lines: lines.length,
    sha256: digest,
    envelope: { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) },
    ...(publicKey === undefined ? {} : { publicKey }),
  }
  const last: Line = { n: lines.length, prev: sha256(lines.at(-1) ?? ''), kind: 'foot', body: foot }
  return `${[...lines, JSON.stringify(last)].join('\n')}\n`
}

type SealedMessage<Message extends ReportedMessage> = Omit<Message, 'digest'>
/** An exchange without what nothing in the bundle bears out: its command with what that lacks, and digests that no judgement looks at. */
type SealedExchange = Omit<ReportedExchange, 'curl' | 'lacking' | 'request' | 'response'> & {
  readonly request: SealedMessage<ReportedExchange['request']>
  readonly response?: SealedMessage<NonNullable<ReportedExchange['response']>>
}

function sealed({ curl: _, lacking: __, request, response, ...rest }: ReportedExchange): SealedExchange {
  const { digest: ___, ...sent } = request
  if (response === undefined) return { ...rest, request: sent }
  const { digest: ____, ...got } = response
  return { ...rest, request: sent, response: got }
}

function shown({ request, response, ...rest }: SealedExchange): ReportedExchange {
  const whole = <Message extends { readonly body: string }>(message: Message) => ({
    ...message,
    digest: sha256(message.body),
  })
  return {
    ...rest,
    curl: '',
    request: whole(request),
    ...(response === undefined ? {} : { response: whole(response) }),
  }
}

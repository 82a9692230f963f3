import type { SharedContext } from '../../../kit/check/context.ts'
import type { Cell } from '../../../kit/check/verdicts/judgement.ts'
import { header } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import type { Played } from './scenario.ts'

/** Seconds of pauses between requests, from the arrival of one to that of the next: ms. */
export const pausesOf = (requests: readonly Delivery[]): readonly number[] =>
  requests.slice(1).map((each, index) => Math.round(each.arrivedMono - (requests[index]?.arrivedMono ?? 0)))

/** Whether two requests are one and the same: method, path, query and bytes. */
export const isRepeated = (a: Delivery, b: Delivery): boolean =>
  a.method === b.method && a.below === b.below && a.digest === b.digest

/** Why nothing can be said where a client was to send a request; undefined where it did. */
export function silenceOf({ requests, fault, told }: Played, wanted = requests): string | undefined {
  if (wanted.length > 0) return undefined
  const error = told?.ok === false && told.error !== undefined ? `, and told ${shown(told.error)}` : ''
  return fault ?? `the client sent no request to the base URL that it was given${error}`
}

/** How a request stands in a sentence. */
export const titleOf = ({ method, below = '' }: Delivery): string => `${method} ${below.split('?')[0]}`

/** Judges that nothing is sent again as it was. Says nothing of a client that sent nothing. */
export function judgeUnrepeated(
  t: SharedContext,
  id: string,
  played: Played,
  {
    first,
    isAgain,
    when,
    at,
  }: {
    readonly first: Delivery | undefined
    /** Whether a later request counts. */
    readonly isAgain: (later: Delivery, first: Delivery) => boolean
    /** As it stands after "after": `401 unauthorized`. */
    readonly when: string
    readonly at?: Cell
  },
): void {
  if (first === undefined) {
    t.markBlocked(id, silenceOf(played, []) ?? '')
    return
  }
  const again = played.requests.filter((each) => each !== first && isAgain(each, first))
  const common = {
    subject: `${titleOf(first)} (${played.name})`,
    expected: `not sent again after ${when}`,
    evidence: [first, ...again],
    ...(at === undefined ? {} : { at }),
  }
  // Who died would perhaps have sent it again.
  if (again.length === 0 && played.fault !== undefined) t.markBlocked(id, played.fault, [first])
  else if (again.length === 0) t.conclude(id, { ok: true, ...common })
  else t.conclude(id, { ok: false, ...common, actual: `sent again ${times(again.length)}` })
}

/**
 * Judges that a refused operation is not told as done.
 * @param nothingWillDo a client may give nothing back for what is not there
 */
export function judgeSurfaced(t: SharedContext, id: string, played: Played, when: string, nothingWillDo = false): void {
  const { told, fault, name, requests } = played
  const nothing = silenceOf(played)
  if (told === undefined || nothing !== undefined) {
    t.markBlocked(id, nothing ?? fault ?? 'the driver gave no answer', requests)
    return
  }
  const [first] = requests
  const alike = requests.filter((each) => first !== undefined && titleOf(each) === titleOf(first))
  const { answer } = alike.at(-1) ?? {}
  if (told.ok && alike.length > 1 && answer?.kind === 'status' && answer.status < 300) {
    t.markUnexercised(id, 'not met', 'the request was sent again, and went well')
    return
  }
  const common = { subject: name, expected: `an error is told after ${when}`, evidence: requests }
  const isNothing = nothingWillDo && (told.result === undefined || told.result === null)
  if (told.ok && !isNothing) t.conclude(id, { ok: false, ...common, actual: 'told as done' })
  else t.conclude(id, { ok: true, ...common, ...(told.ok ? { note: 'nothing was given back' } : {}) })
}

/** Judges that an operation is told as done. */
export function judgeDone(
  t: SharedContext,
  id: string,
  { told, fault, name, requests }: Played,
  {
    when,
    at,
    soft,
    isRight = () => true,
  }: {
    readonly when: string
    readonly at?: Cell
    readonly soft?: boolean
    /** Whether what was told is what was served. */
    readonly isRight?: (result: unknown) => boolean
  },
): void {
  if (told === undefined) {
    t.markBlocked(id, fault ?? 'the driver gave no answer', requests)
    return
  }
  const common = {
    subject: name,
    expected: `told as done after ${when}`,
    evidence: requests,
    ...(at === undefined ? {} : { at }),
  }
  if (requests.length === 0)
    t.markBlocked(
      id,
      `the client sent nothing in ${name}, and told ${told.ok ? 'it as done' : `an error: ${shown(told.error)}`}`,
      [],
    )
  else if (told.ok && isRight(told.result)) t.conclude(id, { ok: true, ...common })
  else
    t.conclude(id, {
      ok: false,
      ...common,
      actual: told.ok ? `another result: ${shown(told.result)}` : `an error: ${shown(told.error)}`,
      ...(soft === undefined ? {} : { soft }),
    })
}

const SHOWN = 120

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** A member of what a driver told; undefined where there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Share of a time that a timer may be early by, and what clocks are read with, ms. */
const EARLY = 0.1
const GRAIN_MS = 5

/** Judges that nothing came before a time that an answer told. Undefined where nothing came at all. */
export function isPatient(first: Delivery, again: Delivery | undefined, waitMs: number): boolean | undefined {
  if (again === undefined) return undefined
  return again.arrivedMono - first.arrivedMono >= waitMs * (1 - EARLY) - GRAIN_MS
}

/** Least part by which pauses differ where they are no longer flat; what is hardly a pause, and what is none, seconds. */
const FLAT = 0.15
const PAUSE = 0.25
const NONE = 0.02

/** Why pauses are no backoff; undefined where they may be one. */
export function flatness(pauses: readonly number[], scaled: (seconds: number) => number): string | undefined {
  const [least, most] = [Math.min(...pauses), Math.max(...pauses)]
  if (most < scaled(PAUSE) && (pauses.at(-1) ?? 0) < 2 * Math.max(pauses[0] ?? 0, scaled(NONE)))
    return `no pauses: ${pauses.join(', ')} ms`
  if ((most - least) / most < FLAT) return `the same pauses: ${pauses.join(', ')} ms`
  return undefined
}

/** Factors below which pauses of several runs are about the same, whatever chance makes of each. */
const SPREAD = 1.9
const GROWTH = 1.25

/** Why pauses that differ do not grow, from several runs; undefined where they may, or where there are too few. */
export function evenness(runs: readonly (readonly number[])[]): string | undefined {
  const long = runs.filter((pauses) => pauses.length > 1)
  if (long.length < 2) return undefined
  // The shortest and the longest are left out: a machine with much to do makes a pause longer now and then.
  const all = long.flat().toSorted((a, b) => a - b)
  const [, least = 0] = all
  const most = all.at(-2) ?? 0
  const isSpread = most >= SPREAD * least
  const grows = meanOf(long.map((pauses) => pauses.at(-1))) >= GROWTH * meanOf(long.map(([pause]) => pause))
  return isSpread || grows ? undefined : `about the same pauses: ${least} to ${most} ms`
}

const meanOf = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((sum, value = 0) => sum + value, 0) / values.length

const DEDUPLICATES = /idempot|dedup|request[-_]?id|correlation|message[-_]?id/i

/** Header or member by which a repetition is recognised as one; undefined where it is a bare one. */
export function deduplicatedBy(first: Delivery, again: Delivery): string | undefined {
  const lines = first.headers.map(([name]) => name).filter((name) => DEDUPLICATES.test(name))
  const line = lines.find((name) => header(first.headers, name) === header(again.headers, name))
  if (line !== undefined) return line
  return Object.entries(Object(first.json) as object).find(
    ([name, value]) => DEDUPLICATES.test(name) && memberOf(again.json, name) === value,
  )?.[0]
}

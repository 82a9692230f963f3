import { askProbe, listOf, readProbe } from '../../../../kit/run/preflight/probe.ts'
import { defineFixture, type FixtureContext, lineFor } from '../../define.ts'
import { given } from './callers.ts'

/** A code as the probe `otpInbox` shows it. What it leaves out is undefined. Times in ms since the epoch. */
export interface Code {
  readonly code: string | undefined
  readonly text: string | undefined
  readonly channel: string | undefined
  /** null: shown, and there is none. */
  readonly sender: string | null | undefined
  readonly template: string | null | undefined
  readonly sent: number | undefined
  readonly expires: number | undefined
  readonly active: boolean | undefined
  /** Its own time was up when it was found to be over. */
  readonly isExpired?: boolean
}

type Entry = Readonly<Record<string, unknown>>

const first = (entry: Entry, ...names: readonly string[]): unknown => {
  const name = names.find((each) => entry[each] !== undefined)
  return name === undefined ? undefined : entry[name]
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const textOrNull = (value: unknown): string | null | undefined => (value === null ? null : text(value))

/** A date-time, or seconds or milliseconds since the epoch. */
function time(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? at : undefined
}

export function codeOf(entry: Entry): Code {
  const active = first(entry, 'active', 'valid')
  return {
    code: text(first(entry, 'code', 'otp')),
    text: text(first(entry, 'text', 'message', 'body')),
    channel: text(first(entry, 'channel', 'delivery_method'))?.toLowerCase(),
    sender: textOrNull(first(entry, 'sender', 'sender_id')),
    template: textOrNull(first(entry, 'template', 'template_name')),
    sent: time(first(entry, 'sent', 'sent_at')),
    expires: time(first(entry, 'expires', 'expires_at')),
    active: typeof active === 'boolean' ? active : undefined,
  }
}

/** What `fresh` makes for a template of this run or of another one: every id of a run begins so, and no word of a service. */
const MARKED = /\botp-(asy\w+)-\d+\b/

const runOf = (words: string | undefined): string | undefined => MARKED.exec(words ?? '')?.[1]

/** Whether a code is worded by the template of another run than that of the marker: it is of no resend of this one. */
export const isOfOtherRun = (marker: string, code: Code): boolean =>
  runOf(code.text) !== undefined && runOf(code.text) !== runOf(marker)

/** The codes sent to a number, as the probe lists them. */
export async function codesOf(t: FixtureContext, phone: string): Promise<readonly Code[]> {
  const { probes = {} } = t.service
  if (probes.otpInbox === undefined)
    t.abortUnexercised('not claimed', 'the target file has no probe otpInbox', lineFor('messaging.probes.otpInbox'))
  const list = listOf(await readProbe(t, probes, 'otpInbox', { phone }))
  return list === undefined ? t.abortBlocked('the probe otpInbox shows no list') : list.map(codeOf)
}

/** The codes of every number that the run sends codes to. */
export async function codesOfAll(t: FixtureContext): Promise<readonly Code[]> {
  const phones = [t.service.fixtures?.phones?.otp, given(t, 'secondPhone', 'phone_number')]
  const lists = await Promise.all(phones.map((phone) => (phone === undefined ? [] : codesOf(t, phone))))
  return lists.flat()
}

/**
 * The codes of the numbers of the run before any request that could send one; undefined where no probe shows them. What
 * is to be refused, and sends one all the same, shows by it at the end.
 */
export const codesAtStart = defineFixture({
  name: 'codes-at-start',
  needs: [],
  tier: 'read',
  make: async (t): Promise<readonly Code[] | undefined> => {
    const phone = t.service.fixtures?.phones?.otp
    if (phone === undefined || !t.has('messaging.probes.otpInbox')) return undefined
    return codesOfAll(t)
  },
})

/** How long an inbox may take to show what a resend did, ms. */
const ARRIVAL_MS = 3000

/** The codes of a number once they show what is waited for, else as they are after a moment: an inbox may lag behind. */
export async function codesOnce(
  t: FixtureContext,
  phone: string,
  isThere: (codes: readonly Code[]) => boolean,
  withinMs = ARRIVAL_MS,
): Promise<readonly Code[]> {
  const until = t.clock.now() + withinMs
  for (;;) {
    const codes = await codesOf(t, phone)
    if (isThere(codes) || t.clock.now() >= until) return codes
    await t.pause(ARRIVAL_MS / 20)
  }
}

/**
 * Whether a code would be accepted now: as the inbox says, else as the probe `otpVerify` does. Asking may use the code up,
 * so only codes are asked for that are to be over, and the last one of a run.
 */
export async function isAccepted(
  t: FixtureContext,
  phone: string,
  shown: Code | undefined,
): Promise<boolean | undefined> {
  if (shown === undefined || shown.active !== undefined || shown.code === undefined) return shown?.active
  return askProbe(t, t.service.probes ?? {}, 'otpVerify', { phone, code: shown.code })
}

const same = (one: Code, other: Code): boolean =>
  one.code === other.code && one.sent === other.sent && one.channel === other.channel && one.text === other.text

/** The code in a later list. */
export const findAgain = (codes: readonly Code[], one: Code): Code | undefined => codes.find((each) => same(each, one))

/** Codes that an earlier list does not have. */
export const fresh = (codes: readonly Code[], before: readonly Code[]): readonly Code[] =>
  codes.filter((each) => findAgain(before, each) === undefined)

/** The latest code that an earlier list does not have. */
export const newest = (codes: readonly Code[], before: readonly Code[]): Code | undefined =>
  fresh(codes, before)
    .toSorted((a, b) => (a.sent ?? 0) - (b.sent ?? 0))
    .at(-1)

/** The code that a resend brought, once the inbox shows it. */
export const codeAfter = async (t: FixtureContext, phone: string, before: readonly Code[]): Promise<Code | undefined> =>
  newest(await codesOnce(t, phone, (codes) => newest(codes, before) !== undefined), before)

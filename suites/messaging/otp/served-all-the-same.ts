import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isRefusal, isSuccess, statusOf } from '../client/answers.ts'
import { type Caller, RESEND, resend } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import type { CheckContext } from '../define.ts'
import { keysBeside } from './story/beside.ts'
import { ownMembers } from './story/callers.ts'
import { type Code, codesOf, codesOnce, fresh, isOfOtherRun } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'

export const allResends = (t: CheckContext): readonly Exchange[] =>
  t.exchanges().filter(({ operation }) => operation === RESEND)

/** A resend that is to be refused, and whom or what for. */
interface Refused {
  readonly what: string
  /** Of the refusal; any 4xx where it is not told. */
  readonly status?: number
  readonly as: Caller
  readonly members: JsonObject
}

/** Who is to be turned away, and was in this run. */
function strangersOf(t: CheckContext): readonly (Refused & { readonly status: number })[] {
  const { bound, unbound } = t.service.keys ?? {}
  const known = bound ?? unbound ?? ''
  const restricted = t.key('restricted')
  const members = t.service.bodies?.otpResend ?? {}
  const all = [
    { what: 'without a key', status: 401, as: {}, members },
    { what: 'with an unknown key', status: 401, as: { key: nearMiss(t, known) }, members },
    ...(restricted === undefined
      ? []
      : [{ what: 'with a restricted key', status: 403, as: { key: restricted }, members }]),
  ]
  const refused = allResends(t).map(statusOf)
  return all.filter(({ status }) => refused.includes(status))
}

/** What the key of the run was refused: an app beside a bound key, and a member of a wrong value. */
function defectsOf(t: CheckContext, { speakers, beside }: OtpScenario): readonly Refused[] {
  const { as, members } = speakers.main
  const own = { ...ownMembers(t), ...members }
  const isRefusedBeside = beside.some(({ by, answer }) => by === 'app_key' && isRefusal(answer))
  const keys = isRefusedBeside ? keysBeside(t, speakers) : []
  return [
    ...keys.map(({ value, isOther }) => ({
      what: `app_key${isOther ? ' of another app' : ''} beside a bound key`,
      as,
      members: { ...own, app_key: value },
    })),
    { what: 'of an unknown channel', as, members: { ...own, delivery_method: 'fax' } },
  ]
}

/** As often as this in a row, with silence between: codes that somebody else asks for come at other times. */
export const TIMES = 3
/** Kinds of resends of the key of the run that are sent again: either app_key beside a bound one, and a defect. */
export const DEFECTS = 3
/** Without a new code for so long the inbox is at rest, ms; up to three times as long, so that nobody's turn is met by habit. */
const SILENCE_MS = 1500
/** How soon a code is to come, ms: less than the silence, in which others show. */
const SOON_MS = 1000
/** How long silence is to last before anything is held against the service, ms. */
const LAST_SILENCE_MS = 10_000
/** How often silence is waited for at first: codes of the run itself may show late. */
const SILENCES = 3

/** Codes came in silence: somebody else asks for them. */
class Disturbed extends Error {}

/** The codes of a number once none came for a while that may be of this run. */
async function atRest(t: CheckContext, { marker, rich }: OtpScenario, ms: number, tries = 1): Promise<readonly Code[]> {
  for (let turn = 0; turn < tries; turn += 1) {
    const before = await codesOf(t, rich.phone)
    await t.pause(ms)
    const after = await codesOf(t, rich.phone)
    if (fresh(after, before).every((each) => isOfOtherRun(marker, each))) return after
  }
  throw new Disturbed()
}

/** Sends a resend that is to be refused, alone and after silence, and tells whether it brought a code. */
async function ask(t: CheckContext, story: OtpScenario, { what, as, members }: Refused): Promise<Exchange | undefined> {
  const { marker, rich } = story
  const rested = await atRest(t, story, SILENCE_MS * (1 + 2 * t.random()))
  const began = t.clock.now()
  const answer = await resend(t, as, { ...members, phone_number: rich.phone }, { label: what, expects: 'refused' })
  const isThere = (codes: readonly Code[]): boolean => fresh(codes, rested).some((each) => !isOfOtherRun(marker, each))
  const after = await codesOnce(t, rich.phone, isThere, SOON_MS)
  const isAlone = !allResends(t).some((each) => isSuccess(each) && each.endedAt >= began)
  return isAlone && isThere(after) ? answer : undefined
}

/** The refusals of a resend that brought a code each time; undefined where it did not. */
async function served(t: CheckContext, story: OtpScenario, refused: Refused): Promise<readonly Exchange[] | undefined> {
  const evidence: Exchange[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const answer = await ask(t, story, refused)
    if (answer === undefined || !isRefusal(answer)) return undefined
    if (refused.status !== undefined && statusOf(answer) !== refused.status) return undefined
    evidence.push(answer)
  }
  return evidence
}

interface Served {
  readonly refused: Refused
  readonly evidence: readonly Exchange[]
}

/** The resends that were refused and brought a code each time; none where a code came in the silence between. */
async function allServed(t: CheckContext, story: OtpScenario): Promise<readonly Served[]> {
  const found: Served[] = []
  try {
    await atRest(t, story, SILENCE_MS, SILENCES)
    for (const refused of [...strangersOf(t), ...defectsOf(t, story)]) {
      const evidence = await served(t, story, refused)
      if (evidence !== undefined) found.push({ refused, evidence })
    }
    if (found.length > 0) await atRest(t, story, LAST_SILENCE_MS)
    return found
  } catch (error) {
    if (error instanceof Disturbed) return []
    throw error
  }
}

/**
 * Whose the codes too many are: resends that were refused are sent again, alone. One that brings a code was served,
 * whatever it was answered.
 *
 * @returns whether one was found
 */
export async function concludeServed(t: CheckContext, story: OtpScenario, isQuiet: boolean): Promise<boolean> {
  const id = 'msg.auth.refused-sends-none'
  const strangers = strangersOf(t)
  const turnedAway = allResends(t).filter((each) => strangers.some(({ status }) => status === statusOf(each)))
  const tally = new Tally(t, id, 'no code')
  const any = new Tally(t, 'msg.otp.refused-sends-none', 'no code')
  for (const { refused, evidence } of isQuiet ? [] : await allServed(t, story)) {
    const [first] = evidence
    if (first === undefined) continue
    const contradiction = {
      subject: `${RESEND} (${refused.what})`,
      actual: `${statusOf(first)} and a new code, ${TIMES} times in a row, with silence between`,
      evidence,
    }
    any.contradict(contradiction)
    if (refused.status !== undefined) tally.contradict(contradiction)
  }
  const isFound = any.contradictions > 0
  if (isFound) any.close('')
  if (turnedAway.length === 0) t.markUnexercised(id, 'not met', 'no resend was refused for its key')
  else {
    if (isQuiet) tally.agree(turnedAway.slice(0, 5))
    tally.close('whose code was sent beside those of resends that were taken was not found')
  }
  return isFound
}

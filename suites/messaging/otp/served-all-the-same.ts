import { Tally } from '../../../kit/check/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isRefusal, isSuccess, statusOf } from '../client/answers.ts'
import { type Caller, RESEND, resend } from '../client/api.ts'
import { nearMiss } from '../client/near-miss.ts'
import type { CheckContext } from '../define.ts'
import { keysBeside } from './story/beside.ts'
import { otpPhone, ownMembers } from './story/callers.ts'
import { codesOf, codesOnce, newest } from './story/inbox.ts'
import type { OtpScenario } from './story/scenario.ts'

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

/** As often as this in a row, so that no code of another resend is taken for one. */
export const TIMES = 2
/** Kinds of resends of the key of the run that are sent again: either app_key beside a bound one, and a defect. */
export const DEFECTS = 3
/** Without a new code for so long the inbox is at rest, ms. */
const REST_MS = 500

/** Sends a resend that is to be refused, alone, and tells whether it brought a code. */
async function ask(t: CheckContext, phone: string, { what, as, members }: Refused): Promise<Exchange | undefined> {
  const before = await codesOf(t, phone)
  await t.pause(REST_MS)
  const rested = await codesOf(t, phone)
  const began = t.clock.now()
  const answer = await resend(t, as, { ...members, phone_number: phone }, { label: what, expects: 'refused' })
  const after = await codesOnce(t, phone, (codes) => newest(codes, rested) !== undefined)
  const isAlone = !allResends(t).some((each) => isSuccess(each) && each.endedAt >= began)
  const isOwn = isAlone && newest(rested, before) === undefined && newest(after, rested) !== undefined
  return isOwn ? answer : undefined
}

/** The refusals of a resend that brought a code each time; undefined where it did not. */
async function served(t: CheckContext, refused: Refused): Promise<readonly Exchange[] | undefined> {
  const evidence: Exchange[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const answer = await ask(t, otpPhone(t), refused)
    if (answer === undefined || !isRefusal(answer)) return undefined
    if (refused.status !== undefined && statusOf(answer) !== refused.status) return undefined
    evidence.push(answer)
  }
  return evidence
}

/**
 * Whose the codes too many are: resends that were refused are sent again, alone. One that brings a code was served,
 * whatever it was answered.
 */
export async function concludeServed(t: CheckContext, story: OtpScenario, isQuiet: boolean): Promise<void> {
  const id = 'msg.auth.refused-sends-none'
  const strangers = strangersOf(t)
  const turnedAway = allResends(t).filter((each) => strangers.some(({ status }) => status === statusOf(each)))
  const tally = new Tally(t, id, 'no code')
  const any = new Tally(t, 'msg.otp.refused-sends-none', 'no code')
  for (const refused of isQuiet ? [] : [...strangers, ...defectsOf(t, story)]) {
    const evidence = await served(t, refused)
    const [first] = evidence ?? []
    if (evidence === undefined || first === undefined) continue
    const contradiction = {
      subject: `${RESEND} (${refused.what})`,
      actual: `${statusOf(first)} and a new code, ${TIMES} times in a row`,
      evidence,
    }
    any.contradict(contradiction)
    if (refused.status !== undefined) tally.contradict(contradiction)
  }
  if (any.contradictions > 0) any.close('')
  if (turnedAway.length === 0) return t.markUnexercised(id, 'not met', 'no resend was refused for its key')
  if (isQuiet) tally.agree(turnedAway.slice(0, 5))
  tally.close('whose code was sent beside those of resends that were taken was not found')
}

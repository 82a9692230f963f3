import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, isSuccess, statusOf } from '../client/answers.ts'
import { resend } from '../client/api.ts'
import { blamed, type Fault } from '../client/blame.ts'
import { drawn } from '../client/drawn.ts'
import { type CheckContext, type Claim, defineCheck, type RequirementId } from '../define.ts'
import { otpPhone, ownMembers, type Speaker } from './story/callers.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { otpScenario } from './story/scenario.ts'
import type { Step } from './story/steps.ts'
import { isTaken, takenChannels } from './story/story-steps.ts'
import { noApp } from './validation.ts'

type Channel = Step['channel']

interface Wrong {
  readonly covers: RequirementId
  /** How the label calls it. */
  readonly name: string
  readonly value: unknown
  /** `400 or 422` when absent. */
  readonly expected?: Matcher<Exchange>
  /** Whether it is tried by each channel at any depth. */
  readonly isByEach?: true
  /** Seeds that ask it at an ordinary depth, even or odd ones; all when absent. */
  readonly seeds?: 0 | 1
}

/** Whoever takes it may be right. */
const unlessTaken = (wanted: Matcher<Exchange>, reason: string): Matcher<Exchange> =>
  matcher(wanted.expected, (answer) => (isSuccess(answer) ? soft(cameBack(answer), reason) : wanted.test(answer)))
const unless = (reason: string): Matcher<Exchange> => unlessTaken(invalid(), reason)

const ROUNDS = unless('readers that round a fraction are common')
const RELATIVE = unlessTaken(status('4xx'), 'a reference to a URI may be taken for one')
const LEFT_OUT = unless('an empty value may count as left out')

const oneOf = <T>(t: Pick<CheckContext, 'random'>, all: readonly T[]): readonly T[] => {
  const at = Math.floor(t.random() * all.length)
  return all.slice(at, at + 1)
}

const of = (covers: RequirementId, name: string, value: unknown, expected?: Matcher<Exchange>): Wrong => ({
  covers,
  name,
  value,
  ...(expected === undefined ? {} : { expected }),
})

/** What no reader turns into a text. */
const noText = (covers: RequirementId, expected?: Matcher<Exchange>): readonly Wrong[] => [
  of(covers, 'an object', {}, expected),
  of(covers, 'a list', [], expected),
]

/** What no reader turns into a whole number, and what some do. */
const noInteger = (covers: RequirementId): readonly Wrong[] => [
  of(covers, 'an object', {}),
  of(covers, 'a list of texts', ['six']),
  of(covers, 'a word', 'six'),
  of(covers, 'a fraction', 6.5, ROUNDS),
  of(covers, 'an empty text', '', LEFT_OUT),
]

/** Digits to many readers, and none of a number as it is dialled: those of Arabic script. */
const inOtherDigits = (phone: string): string =>
  phone.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

/** What is no HTTPS URL, whichever channel the code takes. */
const noHttpsUrl = (): readonly Wrong[] => [
  {
    ...of('msg.otp.callback-url-https', 'plain HTTP', 'http://callbacks.example.com/otp', status('4xx')),
    isByEach: true,
  },
  of('msg.otp.callback-url-https', 'another scheme', 'ftp://callbacks.example.com/otp', status('4xx')),
  of('msg.otp.callback-url-uri', 'a path alone', '/otp/callbacks', RELATIVE),
  of('msg.otp.callback-url-uri', 'words', 'call me back', status('4xx')),
]

interface Row {
  readonly member: string
  /** Whether it means something on every channel: what one ignores may be wrong there. */
  readonly isEverywhere?: true
  /** Whether full depth tries each value on each channel. */
  readonly isCrossed?: true
  values(phone: string): readonly Wrong[]
}

/** Values that a member does not have, by the table of the request. */
const ROWS: readonly Row[] = [
  {
    member: 'phone_number',
    isEverywhere: true,
    isCrossed: true,
    values: (phone) => [
      // An object is asked for by itself in any run.
      of('msg.otp.phone-type', 'a list', [phone]),
      of('msg.otp.phone-type', 'null', null),
      of('msg.otp.phone-none', 'an empty text', '', status('4xx')),
      of('msg.otp.phone-none', 'letters', 'abcdefghijkl', status('4xx')),
      of('msg.otp.phone-plus', 'a plus sign first', `+${phone}`, status('4xx')),
      { ...of('msg.otp.phone-digits', 'a line feed behind', `${phone}\n`, status('4xx')), seeds: 1 },
      { ...of('msg.otp.phone-digits', 'digits of another script', inOtherDigits(phone), status('4xx')), seeds: 0 },
      of('msg.otp.phone-length', 'far too long', `${phone}0123456789`, status('4xx')),
      of('msg.otp.phone-country-code', 'a zero first', `0${phone}`, status('4xx')),
    ],
  },
  { member: 'app_key', isEverywhere: true, values: () => noText('msg.otp.app-key-type', noApp) },
  { member: 'sender_id', values: () => noText('msg.otp.sender-id-type') },
  { member: 'otp_length', isEverywhere: true, values: () => noInteger('msg.otp.length-type') },
  { member: 'minutes_to_expire', isEverywhere: true, values: () => noInteger('msg.otp.expiry-type') },
  {
    member: 'delivery_method',
    values: () => [
      of('msg.otp.channel-unknown', 'fax', 'fax'),
      of('msg.otp.channel-unknown', 'voice', 'voice'),
      of('msg.otp.channel-unknown', 'two at once', 'sms,whatsapp'),
      of('msg.otp.channel-unknown', 'an object', {}),
      of('msg.otp.channel-unknown', 'a list', ['sms']),
      of('msg.otp.channel-unknown', 'an empty text', '', LEFT_OUT),
      of('msg.otp.channel-unknown', 'null', null, LEFT_OUT),
    ],
  },
  { member: 'message_template', values: () => noText('msg.otp.template-type') },
  { member: 'callback_url', isEverywhere: true, values: () => noText('msg.otp.callback-url-type') },
  { member: 'callback_url', isEverywhere: true, isCrossed: true, values: noHttpsUrl },
  { member: 'callback_secret', isEverywhere: true, values: () => noText('msg.otp.callback-secret-type') },
]

/** The unbound key where it was taken with an X-App-ID: what is refused takes no part of the rate of the other one. */
const speakerOf = (story: OtpScenario): Speaker => {
  const { main, byAppId } = story.speakers
  return byAppId !== undefined && isTaken(story, 'X-App-ID') ? byAppId : main
}

const CELLS = ROWS.flatMap(({ values }) => values('255'))
const CHANNELS = 3
const MOST = ROWS.reduce((sum, { values, isCrossed }) => sum + values('255').length * (isCrossed ? CHANNELS : 1), 0)
/** Requests in which every member is wrong: by SMS, where the channel is wrong as well, and by each other channel. */
const TURNS = { sms: 4, call: 2, whatsapp: 2 } as const
/** Requests at an ordinary depth, with those that have to ask for one member alone. */
const USUAL = 12

/** A wrong value of one member, with the channel by which it is sent. */
interface Attempt extends Wrong, Fault {
  readonly channel: Channel
}

type Ask = (attempts: readonly Attempt[], label: string) => Promise<Exchange>

const by = (channel: Channel): string => (channel === 'sms' ? '' : `, by ${channel}`)

/** The values of each member in turn, from a place on that the seed decides. */
function rounds(t: CheckContext, channels: readonly Channel[], phone: string): readonly (readonly Attempt[])[] {
  const parity = Math.abs(Math.trunc(t.seed)) % 2
  const members = [...new Set(ROWS.map(({ member }) => member))].map((member) => {
    const rows = ROWS.filter((each) => each.member === member)
    const values = rows.flatMap((each) => each.values(phone))
    return {
      member,
      byEach: values.find(({ isByEach }) => isByEach),
      values: values.filter(({ isByEach, seeds = parity }) => isByEach !== true && seeds === parity),
      isEverywhere: rows[0]?.isEverywhere === true,
      at: Math.floor(t.random() * values.length),
    }
  })
  const order = (['sms', 'call', 'whatsapp'] as const)
    .filter((each) => channels.includes(each))
    .flatMap((channel) => Array.from({ length: TURNS[channel] }, (_, turn) => ({ channel, turn })))
  return order.map(({ channel, turn }) =>
    members.flatMap((each): readonly Attempt[] => {
      const { member, byEach, values, isEverywhere } = each
      const isTurn = byEach !== undefined && turn === 0
      const value = isTurn ? byEach : values[each.at % values.length]
      if (value === undefined || (channel !== 'sms' && !isEverywhere)) return []
      if (!isTurn) each.at += 1
      return [{ ...value, member, channel }]
    }),
  )
}

/** One value of each member alone. */
const alone = (t: CheckContext, channels: readonly Channel[], phone: string): readonly Attempt[] =>
  ROWS.flatMap(({ member, isEverywhere, isCrossed, values }) =>
    drawn(t, values(phone), 1).flatMap((value) => {
      const taken = isEverywhere === true ? channels : (['sms'] as const)
      return (isCrossed === true ? drawn(t, taken, 1) : oneOf(t, taken)).map((channel) => ({
        ...value,
        member,
        channel,
      }))
    }),
  )

const nameOf = ({ member, name, channel }: Attempt): string => `${member}: ${name}${by(channel)}`

/**
 * Asks with every member wrong at once: a refusal that names a member is bound to it. Members that it does not name are
 * asked for alone, while requests are left; where it names few, it tells the first fault and no other.
 *
 * @returns what is still to be asked for alone, the clearest first
 */
async function together(
  all: readonly (readonly Attempt[])[],
  ask: Ask,
  judge: (attempt: Attempt, answer: Exchange) => void,
): Promise<readonly Attempt[] | undefined> {
  const left: Attempt[] = []
  const told = new Set<string>()
  for (const [round, attempts] of all.entries()) {
    const answer = await ask(attempts, `every member wrong${by(attempts[0]?.channel ?? 'sms')}, round ${round + 1}`)
    const named = blamed(answer)
    const isNamed = ({ member }: Attempt): boolean => statusOf(answer) < 500 && named.has(member)
    if (round === 0 && attempts.filter(isNamed).length * 2 < attempts.length) return undefined
    for (const each of attempts) {
      if (isNamed(each)) {
        judge(each, answer)
        told.add(kindOf(each))
      } else left.push(each)
    }
  }
  return inOrder(left, told)
}

/** Values of one member that the same stage of a validator looks at: readers of types come before those of texts. */
const kindOf = ({ member, value }: Attempt): string => `${member} ${typeof value}`

/**
 * What no refusal named, that first of whose kind others were named: it seems to have been taken. Then the clearest, of
 * each member one before others of the same.
 *
 * @param told kinds of values that a refusal of every member at once has named
 */
function inOrder(left: readonly Attempt[], told: ReadonlySet<string>): readonly Attempt[] {
  const nth = (each: Attempt): number => left.filter(({ member }) => member === each.member).indexOf(each)
  const rank = (each: Attempt): number =>
    (told.has(kindOf(each)) ? 0 : 4) + (each.expected === undefined ? 0 : 2) + (nth(each) === 0 ? 0 : 1)
  return left.toSorted((one, other) => rank(one) - rank(other))
}

export const otpWrongValues: readonly Check[] = [
  // Resources › OTP resend request: the column of types, and what the notes allow.
  defineCheck({
    id: 'msg/otp/wrong-values',
    title: 'A resend with a value that a member does not have is refused',
    covers: [...new Set(CELLS.map(({ covers }) => covers))],
    needs: ['messaging.fixtures.phones.otp'] as const satisfies readonly Claim[],
    uses: [otpScenario],
    tier: 'write',
    cost: {
      requests: { unbound: MOST },
      spends: { messages: MOST },
      typical: {
        requests: { unbound: TURNS.sms + TURNS.call + TURNS.whatsapp },
        spends: { messages: 0 },
        isSample: true,
      },
    },
    async run(t) {
      const story = await t.use(otpScenario)
      t.control(story.bare.trial.whole, status('2xx'))
      const { as, members } = speakerOf(story)
      const phone = otpPhone(t)
      const channels = takenChannels(story)
      const whole: JsonObject = { ...ownMembers(t), ...members, phone_number: phone }
      let asked = 0
      const ask: Ask = (attempts, label) => {
        asked += 1
        const channel = attempts[0]?.channel ?? 'sms'
        const body: Record<string, unknown> = { ...whole, ...(channel === 'sms' ? {} : { delivery_method: channel }) }
        for (const { member, value } of attempts) body[member] = value
        return resend(t, as, body as JsonObject, { label, expects: 'refused' })
      }
      const told = new Set<RequirementId>()
      const judge = ({ covers, expected = invalid() }: Attempt, answer: Exchange): void => {
        told.add(covers)
        t.judge(covers, answer, expected)
      }
      const left = t.depth === 'deep' ? undefined : await together(rounds(t, channels, phone), ask, judge)
      for (const each of left ?? alone(t, channels, phone))
        if (t.depth === 'deep' || asked < USUAL) judge(each, await ask([each], nameOf(each)))
      for (const id of new Set(CELLS.map(({ covers }) => covers)))
        if (!told.has(id)) t.markUnexercised(id, 'not selected', 'another value of its member had its turn in this run')
    },
  }),
]

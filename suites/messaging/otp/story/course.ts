/** By what a code may reach its recipient. */
export type Channel = 'sms' | 'call' | 'whatsapp'

/** By what a key tells its app: it is bound to one, or names it in the body or in the header. */
export type Naming = 'bound' | 'app_key' | 'X-App-ID'

/** otp_length of three resends. */
interface Lengths {
  readonly rich: number
  readonly second: number
  readonly elsewhere: number
}

/** What the seed decides of the resends of a run. Whatever it decides, each statement is met by some resend. */
export interface Course {
  /** The channel of the second resend, of which a later one leaves by the other. */
  readonly second: Channel
  readonly elsewhere: Channel
  /** delivery_method of the first resend, which leaves by SMS: undefined where that is left to the default. */
  readonly rich: 'sms' | undefined
  /** delivery_method of the resend with nulls; undefined: left out. It is sms where the first one does not say so. */
  readonly nulls: Channel | undefined
  readonly naming: { readonly second: Naming; readonly elsewhere: Naming; readonly otherApp: Naming }
  readonly lengths: Lengths
  /** minutes_to_expire of the resend to the second number: it is to live on once the others are over. */
  readonly minutes: number
  /** What the template says between the words of the run. */
  readonly template: string
  /** callback_secret of the second callback_url: one of its own, left out, or null. */
  readonly secret: 'own' | 'none' | 'null'
  /** How the resend with nulls has no callback_url. */
  readonly noCallback: 'null' | 'left out'
}

/** Either placeholder before the other, once and twice. What stands behind the last one tells where it ends. */
const TEMPLATES: readonly [string, string, string, string] = [
  '{code} / {expiry}; again {code}, {expiry}',
  '{expiry}, {expiry} / {code}; again {code}',
  '{code}; again {code} / {expiry}',
  '{expiry} / {code}; again {code}, {expiry}',
]

/**
 * How the resend with nulls leaves: by the channel of the second one or the other, or by SMS, named or left to the default.
 * By SMS it shows what becomes of a sender and a template of null. What is left to the default is so with nulls, or with
 * everything beside it.
 */
const NULLS = [
  'second',
  'named',
  'elsewhere',
  'elsewhere',
  'unnamed',
  'second',
  'named',
  'unnamed',
  'named',
  'unnamed',
] as const

/**
 * Two codes in a row of one length, so that the second may be the first one again: too long to be so by chance, and too
 * short to be taken for a phone number in evidence.
 */
const LENGTHS: readonly [Lengths, Lengths, Lengths] = [
  { rich: 8, second: 8, elsewhere: 4 },
  { rich: 7, second: 7, elsewhere: 5 },
  { rich: 8, second: 8, elsewhere: 5 },
]

const at = <T>(list: readonly [T, T, ...T[]], index: number): T => list[index % list.length] ?? list[0]

/**
 * Columns of three values that meet pairwise within nine seeds, beside those of two, four and ten: runs with ten seeds in a row
 * see every pair.
 */
export function courseOf(seed: number): Course {
  const turn = Math.abs(Math.trunc(seed))
  const [one, two] = [turn % 3, Math.floor(turn / 3) % 3]
  const [three, four] = [(one + two) % 3, (one + 2 * two) % 3]
  const [second, elsewhere]: readonly [Channel, Channel] = turn % 2 === 1 ? ['whatsapp', 'call'] : ['call', 'whatsapp']
  const bySecond = at<Naming>(['X-App-ID', 'X-App-ID', 'bound'], one)
  const byThird = at<Naming>(['bound', 'X-App-ID', 'app_key'], three)
  const way = at(NULLS, turn)
  const rich = way === 'named' ? undefined : 'sms'
  const nulls = { second, elsewhere, named: 'sms', unnamed: undefined } as const
  const isBoundAlone = bySecond === 'bound' && byThird === 'bound'
  const byElsewhere = isBoundAlone ? 'app_key' : byThird
  return {
    second,
    elsewhere,
    rich,
    nulls: nulls[way],
    naming: { second: bySecond, elsewhere: byElsewhere, otherApp: byElsewhere === 'app_key' ? 'X-App-ID' : 'app_key' },
    lengths: at(LENGTHS, four),
    minutes: at([90, 75, 61], four),
    template: at(TEMPLATES, turn),
    noCallback: at(['null', 'left out'], Math.floor((turn + 1) / 2)),
    secret: at(['own', 'none', 'own', 'null'], Math.floor(turn / 2) + 1),
  }
}

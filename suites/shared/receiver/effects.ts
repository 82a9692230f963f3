import { Blocked } from '../../../kit/check/signals.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { addressOf, callAny, type Placeholders, perform } from '../../../kit/run/world/recipe.ts'
import type { HttpCall, Recipe } from '../../../kit/target/file/file.ts'
import type { Occurrence, Scene } from './party.ts'

/** A probe as the target file has it. */
export interface EffectsProbe {
  readonly call: HttpCall
  readonly status?: string
  readonly applied?: string
  readonly amount?: string
}

/** What a receiver made of an event, as its probe shows it. */
export interface Effect {
  readonly isThere: boolean
  /** In the words of the receiver, without white space around them and in lower case. */
  readonly status?: string
  /** How many times an event took effect. */
  readonly applied?: number
  readonly amount?: number
  /** How the probe says that nothing is there: the status of its answer. */
  readonly answered?: string
  /** Why a pointer of the target file says nothing, by its member of the probe. */
  readonly unfound?: Readonly<Partial<Record<ProbePlace, string>>>
}

/** A member of a probe that points into its answer. */
export type ProbePlace = 'status' | 'applied' | 'amount'

/** No effect. */
export const NOTHING: Effect = { isThere: false }

/** Pauses between looks, ms: the last one is repeated. */
const PAUSES = [20, 50, 100, 200, 400, 800]

/** What it takes to look through a probe. */
export type Looking = Pick<
  Scene,
  'target' | 'clock' | 'signal' | 'person' | 'pause' | 'step' | 'callOutOfBand' | 'awaiting'
>

/** @throws Blocked where the probe cannot be read */
export async function look(t: Looking, probe: EffectsProbe, { names }: Occurrence, what: string): Promise<Effect> {
  const recipe = `probe of ${what}`
  const said = await t.step({ recipe, kind: 'probe', text: addressOf(probe.call, names) }, async () => {
    const ask = () => callAny(t, 'probe', probe.call, names)
    // A connection that was kept may be closed just as it is used: a look changes nothing, and is taken again.
    const { status, text } = await ask().catch(ask).catch(ask)
    return `${status} ${text}`
  })
  const [, code = '', text = ''] = /^(\d+) ([\s\S]*)$/.exec(said) ?? []
  if (['404', '410', '204'].includes(code) || text.trim() === '' || text.trim() === 'null')
    return { ...NOTHING, answered: code }
  if (!code.startsWith('2')) throw new Blocked(`the probe was answered ${code}`)
  return effectIn(text, probe)
}

function effectIn(text: string, probe: EffectsProbe): Effect {
  const { status = '/status', applied = '/applied', amount } = probe
  const answer = parsed(text)
  const word = valueAt(answer, status)
  const many = numberIn(valueAt(answer, applied))
  const booked = amount === undefined ? undefined : numberIn(valueAt(answer, amount))
  if (many === 0) return { isThere: false, applied: 0 }
  const missed: readonly ProbePlace[] = [
    ...(typeof word === 'string' ? [] : ['status' as const]),
    ...(many === undefined ? ['applied' as const] : []),
    ...(booked === undefined ? ['amount' as const] : []),
  ]
  const unfound = missed.flatMap((place) => {
    const { [place]: pointer } = probe
    return pointer === undefined ? [] : [[place, unfoundText(answer, place, pointer)] as const]
  })
  return {
    isThere: true,
    ...(typeof word === 'string' ? { status: word.trim().toLowerCase() } : {}),
    ...(many === undefined ? {} : { applied: many }),
    ...(booked === undefined ? {} : { amount: booked }),
    ...(unfound.length === 0 ? {} : { unfound: Object.fromEntries(unfound) }),
  }
}

/** What each place has to show. */
const SHOWS: Readonly<Record<ProbePlace, string>> = {
  status: 'what became of an event, a text',
  applied: 'how many times an event took effect, a number',
  amount: 'the amount that was booked, a number',
}

/** Why nothing is read where a pointer of the target file leads, and what stands there. */
function unfoundText(answer: unknown, place: ProbePlace, pointer: string): string {
  const found = valueAt(answer, pointer)
  const what = found === undefined ? 'finds nothing in' : `finds ${kindOf(found)} in`
  return `probe.${place} of the target file (${pointer}) ${what} the answer of the probe, ${membersOf(answer, pointer)}: point it at ${SHOWS[place]}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Names that are shown, and how many: others may be ids. */
const PLAIN = /^[A-Za-z_][A-Za-z_-]{0,39}$/
const NAMES = 8

/** What stands where the way of a pointer ends. */
function membersOf(answer: unknown, pointer: string): string {
  const above = pointer.replace(/\/[^/]*$/, '')
  const value = valueAt(answer, above)
  if (value === undefined && above !== '') return membersOf(answer, above)
  const where = above === '' ? 'which' : `whose ${above}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${where} is ${kindOf(value)}`
  const names = Object.keys(value).filter((name) => PLAIN.test(name))
  return names.length === 0 ? `${where} has no such member` : `${where} has ${names.slice(0, NAMES).join(', ')}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Blocked('the probe did not answer with JSON')
  }
}

/** A number, also where it is written as text. */
function numberIn(value: unknown): number | undefined {
  const number =
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Looks until something is so, or the time of `timing.settle` is over; gives back what was seen last. */
export async function seen(
  t: Looking,
  probe: EffectsProbe,
  occurrence: Occurrence,
  what: string,
  isSo: (effect: Effect) => boolean = ({ isThere }) => isThere,
): Promise<Effect> {
  const seconds = t.target.timing.settle
  const until = t.clock.now() + seconds * 1000
  return t.awaiting(what, seconds, 'timing.settle', async () => {
    for (let round = 0; ; round += 1) {
      const effect = await look(t, probe, occurrence, what)
      if (isSo(effect) || t.clock.now() >= until) return effect
      await t.pause(PAUSES[Math.min(round, PAUSES.length - 1)] ?? 0)
    }
  })
}

/** Has the receiver know what an event will be of, where its target file says how. */
export async function prepare(t: Looking, recipe: Recipe | undefined, names: Placeholders): Promise<void> {
  if (recipe !== undefined) await perform(t, 'prepare', recipe, names)
}

/** A count in a word or two. */
export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** An effect in a few words. */
export const told = ({ isThere, status, applied }: Effect): string =>
  isThere
    ? `an effect (${[status, applied === undefined ? undefined : `applied ${times(applied)}`].filter((each) => each !== undefined).join(', ')})`
    : 'no effect'

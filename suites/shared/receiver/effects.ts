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
}

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
  if (['404', '410', '204'].includes(code) || text.trim() === '' || text.trim() === 'null') return NOTHING
  if (!code.startsWith('2')) throw new Blocked(`the probe was answered ${code}`)
  return effectIn(text, probe)
}

function effectIn(text: string, { status = '/status', applied = '/applied', amount }: EffectsProbe): Effect {
  const answer = parsed(text)
  const word = valueAt(answer, status)
  const many = numberIn(valueAt(answer, applied))
  const booked = amount === undefined ? undefined : numberIn(valueAt(answer, amount))
  if (many === 0) return { isThere: false, applied: 0 }
  return {
    isThere: true,
    ...(typeof word === 'string' ? { status: word.trim().toLowerCase() } : {}),
    ...(many === undefined ? {} : { applied: many }),
    ...(booked === undefined ? {} : { amount: booked }),
  }
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

import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { type Effect, type EffectsProbe, look, told } from './effects.ts'
import {
  deliver,
  digestOf,
  notTaken,
  type Occurrence,
  SCHEME,
  type Scene,
  type Signing,
  sendOnce,
  statusOf,
} from './party.ts'
import { assertTaken, type Control, type Stage, settled, sight } from './stage.ts'

/** An event as no service would send it. */
export interface Forgery {
  readonly requirement: string
  readonly label: string
  /** Its digest is the right one: whoever takes it does no harm. */
  readonly isAuthentic?: true
  /** What is wrong of an event that is right. */
  forge(occurrence: Occurrence): Signing & { readonly body?: Buffer }
}

/** Requirements that forgeries say something of beside their own. */
export interface ForgeryIds {
  readonly noEffect: string
  readonly notPoisoned: string
  /** That a refusal is a 4xx; absent where nobody says so. */
  readonly clientError?: string
  /** The open point of how a refusal is answered. */
  readonly refusalStatus: string
}

interface Sent {
  readonly occurrence: Occurrence
  readonly label: string
  readonly isAuthentic: boolean
  readonly exchange: Exchange
}

/**
 * Delivers forged events, and one both forged and right: by the time that this one takes effect, a forged one would have
 * had its own.
 */
export async function judgeForgeries(
  t: Scene,
  stage: Stage,
  control: Control,
  forgeries: readonly Forgery[],
  ids: ForgeryIds,
): Promise<void> {
  assertTaken(t, control)
  const sent: Sent[] = []
  for (const forgery of forgeries) {
    const { exchange, ...rest } = await forged(t, stage, forgery, await stage.fresh(), forgery.label)
    const isRefused = t.judge(forgery.requirement, exchange, notTaken)
    if (isRefused && ids.clientError !== undefined) t.judge(ids.clientError, exchange, status('4xx'))
    sent.push({ exchange, ...rest })
  }
  const refused = sent.filter(({ exchange }) => notTaken.test(exchange).ok).map(({ exchange }) => exchange)
  if (ids.clientError !== undefined && refused.length === 0)
    t.markBlocked(ids.clientError, 'no forged event is refused', [])
  if (refused.length > 0)
    t.observe(ids.refusalStatus, [...new Set(refused.map(statusOf))].toSorted().join(', '), refused)
  const [first] = forgeries
  if (first !== undefined) await judgeEffects(t, stage, control, sent, first, ids)
}

async function forged(
  t: Scene,
  { party }: Stage,
  { forge, isAuthentic }: Forgery,
  occurrence: Occurrence,
  label: string,
): Promise<Sent> {
  const { body = occurrence.body, ...signing } = forge(occurrence)
  const send = () => sendOnce(t, party, { ...occurrence, body }, label, { over: occurrence.body, ...signing })
  const first = await send()
  // A connection that was lost says nothing of the signature, unless it is lost again.
  const exchange = first.response === undefined ? await send() : first
  return { occurrence, label, isAuthentic: isAuthentic === true, exchange }
}

async function judgeEffects(
  t: Scene,
  stage: Stage,
  control: Control,
  sent: readonly Sent[],
  forgery: Forgery,
  { noEffect, notPoisoned }: ForgeryIds,
): Promise<void> {
  const both = await forged(t, stage, forgery, await stage.fresh(), `${forgery.label}, before the right one`)
  const right = await deliver(t, stage.party, both.occurrence, 'the same event with its right signature')
  const finding = {
    subject: `the right event behind one of its event id (${forgery.label})`,
    expected: 'it is taken and takes effect',
    evidence: [both.exchange, ...right.tries],
  }
  const isRefused = notTaken.test(both.exchange).ok
  const unclear = (what: string): void =>
    t.markUnexercised(notPoisoned, 'not met', `the forged event itself ${what}: who had the effect cannot be told`)
  // Control: an event that no forged one came before. A receiver that takes none at all now holds nothing against the id.
  const other = right.isTaken ? right : await deliver(t, stage.party, await stage.fresh(), 'another event, behind it')
  const isPoisoned = isRefused && !right.isTaken && other.isTaken
  if (isPoisoned) t.conclude(notPoisoned, { ...finding, ok: false, actual: statusOf(right.last) })
  const nothing = `no event is taken behind forged ones (${statusOf(other.last)})`
  if (!other.isTaken) t.markBlocked(notPoisoned, nothing, [right.last, other.last])
  const probe = sight(t, stage, control, isPoisoned || !other.isTaken ? [noEffect] : [noEffect, notPoisoned])
  if (probe === undefined) return
  if (!other.isTaken) {
    // What is there is there; what is not may yet come, and no later event shows that it does not.
    const seen = (await effectsOf(t, probe, sent)).filter(({ effect }) => effect.isThere)
    if (seen.length === 0) t.markBlocked(noEffect, nothing, [right.last, other.last])
    concludeEffects(t, noEffect, seen)
    return
  }
  const what = right.isTaken ? 'the right event behind a forged one' : 'another event behind forged ones'
  const effect = await settled(t, stage, probe, other.occurrence, what)
  const [twin] = sent
  // What is answered with a 2xx may have been dropped: then its twin has no effect either.
  const isDropped = twin === undefined || !(await look(t, probe, twin.occurrence, `the event ${twin.label}`)).isThere
  if (right.isTaken && (isRefused || isDropped || !effect.isThere))
    t.conclude(notPoisoned, { ...finding, ok: effect.isThere, actual: told(effect) })
  else if (!isPoisoned) unclear(isDropped ? 'is answered with a 2xx' : 'takes effect')
  concludeEffects(t, noEffect, await effectsOf(t, probe, sent))
}

interface Made {
  readonly of: Sent
  readonly effect: Effect
}

/** What became of events that came forged alone: nothing else can have brought an effect of theirs. */
async function effectsOf(t: Scene, probe: EffectsProbe, sent: readonly Sent[]): Promise<Made[]> {
  const made: Made[] = []
  for (const of of sent.filter(({ isAuthentic }) => !isAuthentic))
    made.push({ of, effect: await look(t, probe, of.occurrence, `the event ${of.label}`) })
  return made
}

function concludeEffects(t: Scene, noEffect: string, made: readonly Made[]): void {
  for (const { of, effect } of made)
    t.conclude(noEffect, {
      subject: `POST webhook (${of.label})`,
      expected: 'no effect',
      ok: !effect.isThere,
      actual: told(effect),
      evidence: [of.exchange],
    })
}

/** Requirements that the usual forgeries are of. */
export interface UsualIds {
  readonly missing: string
  readonly otherKey: string
  readonly tampered: string
  readonly rewritten: string
  readonly wholeDigest: string
  readonly scheme: string
}

const line = (make: (digest: string) => string) => (): Signing => ({ lines: (digest) => [make(digest)] })

/** Events without a signature, or with one of another key. */
export const unsigned = ({ missing, otherKey }: UsualIds, key: string): readonly Forgery[] => [
  { requirement: missing, label: 'without a signature', forge: () => ({ lines: () => [] }) },
  { requirement: otherKey, label: 'signed with another key', forge: () => ({ key: `${key}x` }) },
  { requirement: otherKey, label: 'signed with a key of no bytes', forge: () => ({ key: '' }) },
  {
    requirement: otherKey,
    label: 'with two signatures, neither of them its own',
    forge: ({ body }) => ({
      lines: () => [`${SCHEME}${digestOf(key, 'another event')}`, `${SCHEME}${digestOf('', body)}`],
    }),
  },
]

/** Events whose bytes are not those that were signed. */
export const changed = ({ tampered, rewritten }: UsualIds, change: (text: string) => string): readonly Forgery[] => [
  {
    requirement: tampered,
    label: 'changed after it was signed',
    forge: ({ body }) => ({ body: Buffer.from(change(body.toString('utf8'))) }),
  },
  {
    requirement: rewritten,
    label: 'its JSON written anew after it was signed',
    forge: ({ body }) => ({ body: Buffer.from(JSON.stringify(JSON.parse(body.toString('utf8')), null, 1)) }),
  },
]

const LAST = /.$/
const otherDigit = (digit: string): string => (digit === '0' ? '1' : '0')

/** Events with a part of the right digest, or with the right one in a wrong form. */
export const malformed = ({ wholeDigest, scheme }: UsualIds): readonly Forgery[] => [
  { requirement: wholeDigest, label: 'with 63 digits', forge: line((digest) => `${SCHEME}${digest.slice(0, 63)}`) },
  {
    requirement: wholeDigest,
    label: 'with half of the digits',
    forge: line((digest) => `${SCHEME}${digest.slice(0, 32)}`),
  },
  {
    requirement: wholeDigest,
    label: 'with the right first half',
    forge: line((digest) => `${SCHEME}${digest.slice(0, 32)}${[...digest.slice(32)].map(otherDigit).join('')}`),
  },
  {
    requirement: wholeDigest,
    label: 'with another last digit',
    forge: line((digest) => `${SCHEME}${digest.replace(LAST, otherDigit)}`),
  },
  { requirement: wholeDigest, label: 'with sha256= alone', forge: line(() => SCHEME) },
  { requirement: wholeDigest, label: 'with an empty signature', forge: line(() => '') },
  {
    requirement: scheme,
    isAuthentic: true,
    label: 'with the digest behind sha1=',
    forge: line((digest) => `sha1=${digest}`),
  },
  { requirement: scheme, isAuthentic: true, label: 'with the bare digest', forge: line((digest) => digest) },
]

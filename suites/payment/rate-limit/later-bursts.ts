import type { Key } from '../../../kit/check/context.ts'
import { READ } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { type Allowance, cameOf, rest, shownBy, spend } from './allowance.ts'
import { exceed, MOST_LAWFUL } from './burst.ts'
import { Mixing } from './mixture.ts'
import { answersTo, PER_MINUTE } from './probes.ts'

const ID = 'pay.rate.limited'
/** Keys beside the limited one; they rest together. */
const MOST_OTHERS = 3
/** Bursts of reads alone. */
const NOTHING = new Mixing([])

/** Limits: 60 requests per minute per API key: the key that was limited in one minute is so in a later one. */
async function judgeAgain(t: CheckContext, windowMs: number, limited: Key, mixing: Mixing): Promise<void> {
  await rest(t, limited, windowMs)
  const { refused, accepted, exchanges } = await exceed(t, limited, mixing)
  if (refused === undefined && accepted <= MOST_LAWFUL) return
  t.conclude(ID, {
    ok: refused !== undefined,
    subject: `${READ} (burst with the key ${limited.name}, two minutes after it was limited)`,
    expected: `429 at the latest after ${MOST_LAWFUL} requests within ${windowMs / 1000} s`,
    actual: `none in ${accepted} requests: ${answersTo(exchanges)}`,
    evidence: [refused, exchanges[0], exchanges.at(-1)].filter((each) => each !== undefined),
    at: { credential: 'live key' },
  })
}

/**
 * Limits: per API key, each of them. One burst of a key may meet the edge of a window; two of them, both after a rest, do
 * not. The second one is of reads alone: they tell that there is no limit.
 */
async function judgeOther(t: CheckContext, windowMs: number, key: Key, mixing: Mixing): Promise<void> {
  const bursts: Allowance[] = []
  for (let many = 0; many < 2; many += 1) {
    await rest(t, key, windowMs)
    const burst = await spend(t, key, windowMs, many === 0 ? mixing : NOTHING)
    bursts.push(burst)
    if (shownBy(burst) !== 'too many') break
  }
  const isOver = bursts.every((each) => shownBy(each) === 'too many')
  if (!isOver && !bursts.some((each) => each.isLimited)) return
  t.conclude(ID, {
    ok: !isOver,
    subject: `${READ} (bursts with the key ${key.name}, which had rested)`,
    expected: `429 after ${PER_MINUTE} requests within ${windowMs / 1000} s`,
    actual: cameOf(bursts),
    evidence: bursts.flatMap(({ evidence }) => evidence),
    at: { credential: 'live key' },
  })
}

/**
 * Bursts that a deep run has the requests for: with the other live keys, and with the one that was limited before.
 * @param mixing what they ask for beside, where the limiter counts bad requests as well
 */
export async function judgeLaterBursts(
  t: CheckContext,
  windowMs: number,
  limited: Key,
  mixing: Mixing = NOTHING,
): Promise<void> {
  const live = (t.service.keys?.live ?? []).map((_, at) => t.key(`live[${at}]`))
  const isLetIn = ({ name }: Key): boolean =>
    t.exchanges().every(({ key, response }) => key !== name || response?.status !== 401)
  const others = live.filter((key) => key !== undefined && key.name !== limited.name && isLetIn(key))
  for (const key of others.slice(0, MOST_OTHERS)) if (key !== undefined) await judgeOther(t, windowMs, key, mixing)
  await judgeAgain(t, windowMs, limited, mixing)
}

import type { Exchange } from '../../../kit/http/exchange.ts'
import { READ } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { shownBy, spend } from './allowance.ts'
import { exceed, MOST_LAWFUL } from './burst.ts'
import { answersTo, isLimited } from './probes.ts'

/** A test key that was used more than this is left alone. */
const MOST_USED = 30

/** A key that is not let in, or not to reads, has nothing to be counted. */
const isTurnedAway = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403

/** Limits: 60 requests a minute per API key. A test key is an API key. */
export async function judgeTestKey(t: CheckContext, windowMs: number): Promise<void> {
  const id = 'pay.rate.limited'
  const at = { credential: 'test key' }
  const key = t.key('test')
  if (key === undefined) return
  const used = t.exchanges().filter((each) => each.key === key.name)
  if (used.length > MOST_USED || used.some(({ response }) => response?.status === 401)) return
  const first = await spend(t, key, windowMs)
  const own = t.exchanges().filter((each) => each.key === key.name && each.operation === READ)
  if (own.some(isTurnedAway)) return
  const isMet = (refused: Exchange): boolean =>
    t.conclude(id, {
      ok: true,
      subject: READ,
      expected: 'a limit for a test key as well',
      actual: '',
      evidence: [refused],
      at,
    })
  const refused = first.evidence.find(isLimited)
  if (refused !== undefined) {
    isMet(refused)
    return
  }
  if (shownBy(first) !== 'too many') return
  // The edge of a window may have been met; what goes on no window lets through.
  const { accepted, exchanges, refused: later } = await exceed(t, key)
  if (later !== undefined) {
    isMet(later)
    return
  }
  if (accepted <= MOST_LAWFUL) return
  t.conclude(id, {
    ok: false,
    subject: `${READ} (burst with a test key)`,
    expected: `429 at the latest after ${MOST_LAWFUL} requests within ${windowMs / 1000} s`,
    actual: `none in ${accepted} requests: ${answersTo(exchanges)}`,
    evidence: [exchanges.at(-1), exchanges[0]].filter((each) => each !== undefined),
    at,
  })
}

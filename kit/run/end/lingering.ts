import type { Check } from '../../check/check.ts'
import { phaseNamed } from '../../check/order/phases.ts'
import { pause } from '../../clock/pause.ts'
import type { Session } from '../session.ts'

/** How often it is looked whether anything came, ms. */
const STEP_MS = 50
/** Silence, ms, after which nothing more is expected of a sender that is quick. */
const QUIET_MS = 500
/** A sender that took so long with its first event takes no more than so many times as long with the others. */
const TIMES = 2

const isSuccess = (status = 0): boolean => status >= 200 && status < 300

/** Whether a check looks at webhooks that others bring about, and has not the time to wait for them itself. */
export const looksAtWebhooks = ({ phase, observes = [] }: Check, { services }: Pick<Session, 'services'>): boolean =>
  !phaseNamed(phase).sends &&
  services.some(({ webhooks }) => webhooks !== undefined && observes.includes(webhooks.reachedBy))

/**
 * Waits until what a run has brought about was told: where few checks are selected, none of them may wait for it. It ends
 * once the sender is silent for as long as its events take, or the time of the target file is up.
 */
export async function linger(session: Session): Promise<void> {
  const { store, target, clock, signal, awaited, capture } = session
  const [first] = store.exchanges
  const last = store.exchanges.at(-1)
  const hasMade = store.exchanges.some(
    ({ request, response }) => request.method === 'POST' && isSuccess(response?.status),
  )
  if (!hasMade || first === undefined || last === undefined || capture === undefined) return
  const seconds = target.webhooks?.deliveryWithin ?? 0
  const until = last.endedAt + seconds * 1000
  const waited = { what: 'an event', since: clock.now(), seconds, member: 'webhooks.deliveryWithin' }
  awaited.add(waited)
  try {
    while (clock.now() < until && !signal.aborted) {
      const [earliest] = store.deliveries
      const latest = store.deliveries.at(-1)
      if (earliest !== undefined && latest !== undefined) {
        const took = earliest.arrivedAt - first.sentAt
        const since = Math.max(latest.arrivedAt, last.endedAt)
        if (clock.now() - since >= Math.max(QUIET_MS, TIMES * took)) return
      }
      await pause(Math.min(STEP_MS, until - clock.now()), signal)
    }
  } finally {
    awaited.delete(waited)
  }
}

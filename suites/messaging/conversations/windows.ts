import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { matcher, no, ok, show } from '../../../kit/match/index.ts'
import { isRecord, isZoned, momentOf } from '../client/answers.ts'
import { skewOf } from '../client/clock-zones.ts'
import { OBSERVED } from '../client/observed.ts'
import { defineRule } from '../define.ts'
import { readings } from './conversations.ts'

/** How far the clock of a deployment may be from ours, ms. */
const SKEW_MS = 600_000

/** How long before it was shown a window had expired, ms, by our clock and by that of the answers, whichever is less. */
const pastBy = (end: string, { sentAt }: Exchange, skewMs: number): number =>
  Math.min(sentAt, sentAt + skewMs) - momentOf(end)

export const windows: readonly Check[] = [
  // Resources › Conversation, shape A: is_active beside window.open; not equated by the document.
  defineRule({
    id: 'msg/conversation/window-agrees',
    title: 'is_active and window.open say the same',
    covers: ['msg.conversation.window-agrees'],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const tally = new Tally(t, 'msg.conversation.window-agrees', 'is_active as window.open')
      for (const { exchange, shown } of readings(t.exchanges())) {
        const { is_active: active, window } = shown.record
        if (shown.shape !== 'A' || typeof active !== 'boolean' || !isRecord(window) || typeof window.open !== 'boolean')
          continue
        const same = matcher<unknown>(`is_active as window.open`, (value) => (value === active ? ok : no(show(value))))
        tally.test(subjectOf(exchange), exchange, same, window.open)
      }
      tally.close('no conversation of shape A with both was seen in this run')
    },
  }),

  // Resources › Conversation, shape A: a window that is open has yet to expire. How it opens and closes is not shown.
  defineRule({
    id: 'msg/conversation/window-expiry',
    title: 'A window that is open has not expired',
    covers: ['msg.conversation.window-expiry'],
    observes: OBSERVED.conversation,
    run: async (t) => {
      const tally = new Tally(t, 'msg.conversation.window-expiry', 'an expires_at that is still to come')
      const all = readings(t.exchanges())
      const skewMs = skewOf(t)
      for (const { exchange, shown } of all) {
        const { open, expires_at: end } = isRecord(shown.record.window) ? shown.record.window : {}
        if (open !== true || typeof end !== 'string' || Number.isNaN(momentOf(end)) || !isZoned(end)) continue
        if (pastBy(end, exchange, skewMs) <= SKEW_MS) tally.agree([exchange])
        else tally.contradict({ subject: subjectOf(exchange), actual: show(end), evidence: [exchange] })
      }
      tally.close(
        all.length === 0
          ? 'no conversation was read in this run'
          : {
              observation: `none of the ${all.length} readings of a conversation by checks shows an open window with an expires_at whose moment is told: a time with its offset`,
              evidence: all.map(({ exchange }) => exchange),
            },
      )
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/subject.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { OBSERVED } from '../client/observed.ts'
import { defineRule, type RequirementId } from '../define.ts'
import { readings } from './conversations.ts'

/** Members that have a value at any time, of which false and 0 are two. */
const VALUED: readonly (readonly [string, RequirementId])[] = [
  ['/is_active', 'msg.conversation.enveloped-is-active'],
  ['/unread_count', 'msg.conversation.enveloped-unread-count'],
  ['/window/open', 'msg.conversation.enveloped-window-open'],
]

/** Keys of the user of the run: that of another one may be shown less. */
const OWN_KEYS: readonly string[] = ['bound', 'unbound']

export const valuesThatStay: readonly Check[] = [
  // Resources › Conversation, shape A: booleans and an integer. What is required is not told; what was shown has a value later too.
  defineRule({
    id: 'msg/conversation/values-stay',
    title: 'A boolean or a count that a conversation shows is in its other readings as well',
    covers: VALUED.map(([, covers]) => covers),
    observes: OBSERVED.conversation,
    run: async (t) => {
      const seen = readings(t.exchanges()).filter(
        ({ exchange, shown }) => shown.shape === 'A' && OWN_KEYS.includes(exchange.key),
      )
      for (const [pointer, covers] of VALUED) {
        const tally = new Tally(t, covers, 'in every reading of a conversation, where it is in one')
        for (const { exchange, shown } of seen) {
          const showing = seen.find(
            (other) => other.shown.record.id === shown.record.id && valueAt(other.shown.record, pointer) !== undefined,
          )
          if (showing === undefined) continue
          if (valueAt(shown.record, pointer) !== undefined) tally.agree([exchange])
          else
            tally.contradict({
              subject: `${pointer.slice(1).replaceAll('/', '.')} in ${subjectOf(exchange)}`,
              actual: 'a reading without it',
              soft: true,
              note: 'what is required is not told, and false and 0 are values as well',
              evidence: [exchange, showing.exchange],
            })
        }
        tally.close('no conversation of shape A with it was read in this run')
      }
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { isUuidText, show } from '../../../kit/match/index.ts'
import { records } from '../client/answers.ts'
import { defineCheck } from '../define.ts'
import { allSenders } from '../resources/own-records.ts'
import { conversationNeeds } from './conversation-id.ts'
import { conversationOf, firstReading } from './conversations.ts'

export const senderOfUser: readonly Check[] = [
  // Resources › Conversation: a thread between one of the caller's senders and one recipient.
  defineCheck({
    id: 'msg/conversation/sender-own',
    title: "The sender of a conversation is one of the user's",
    covers: ['msg.conversation.sender-own'],
    needs: conversationNeeds,
    uses: [firstReading, allSenders],
    async run(t) {
      const covers = 'msg.conversation.sender-own'
      const { exchange: reading } = await t.use(firstReading)
      const list = await t.use(allSenders)
      const shown = conversationOf(reading)
      const id = shown?.shape === 'A' ? shown.record.sender_id : undefined
      const known = (records(list) ?? []).map((each) => each.id).filter(isUuidText)
      if (!isUuidText(id)) return t.markUnexercised(covers, 'not met', 'no conversation shows the id of its sender')
      if (known.length === 0) return t.markUnexercised(covers, 'not met', 'no sender with an id was listed')
      t.conclude(covers, {
        ok: known.some((each) => String(each).toLowerCase() === String(id).toLowerCase()),
        subject: `sender_id in ${subjectOf(reading)}`,
        expected: `one of the ${known.length} senders that are listed`,
        actual: show(id),
        note: 'that the list names senders which are deleted is not said',
        evidence: [reading, list],
      })
    },
  }),
]

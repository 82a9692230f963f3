import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import { statusOf } from '../client/answers.ts'
import { type Caller, markRead, readConversation } from '../client/api.ts'
import { blamed } from '../client/blame.ts'
import { ofOtherUser } from '../client/whose.ts'
import { conversationId, conversationNeeds } from '../conversations/conversation-id.ts'
import { firstReading } from '../conversations/conversations.ts'
import { defineCheck } from '../define.ts'

/** A time before every message: nothing is marked, whoever is let in. */
const LONG_AGO = { up_to: '2000-01-01T00:00:00Z' }

export const otherUsers: readonly Check[] = [
  // Errors: a conversation is that of its user: a live key of another one does not reach it, whatever app it names.
  defineCheck({
    id: 'msg/conversation/other-user',
    title: "A conversation is out of reach of another user's key, whatever app it names",
    covers: ['msg.conversation.foreign', 'msg.read.foreign'],
    needs: [...conversationNeeds, 'messaging.keys.otherUser'],
    uses: [firstReading],
    cost: { requests: { otherUser: 3 } },
    async run(t) {
      t.control((await t.use(firstReading)).exchange, status('2xx'))
      const key = t.key('otherUser')
      const as: Caller = key === undefined ? {} : { key }
      const id = conversationId(t)
      const { appId } = t.service
      const hidden = status(403, 404)
      const reading = await readConversation(t, as, id, "another user's key")
      if (statusOf(reading) === 401) t.abortBlocked("another user's key is not let in", [reading])
      t.judge('msg.conversation.foreign', reading, ofOtherUser(hidden))
      const marking = await markRead(t, as, id, LONG_AGO, "another user's key")
      if (blamed(marking).has('up_to')) t.markBlocked('msg.read.foreign', 'up_to with a time is refused', [marking])
      else t.judge('msg.read.foreign', marking, ofOtherUser(status(403, 404, 401)))
      if (appId === undefined) return
      const naming = await readConversation(
        t,
        { ...as, appId },
        id,
        "another user's key with the X-App-ID of the owner",
      )
      // A deployment may refuse the header before it looks for the conversation.
      t.judge('msg.conversation.foreign', naming, ofOtherUser(status(400, 401, 403, 404, 422)))
    },
  }),
]

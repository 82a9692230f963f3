import type { Check } from '../../../kit/check/check.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { isSuccess, statusOf } from '../client/answers.ts'
import { defineCheck } from '../define.ts'
import { conversationNeeds } from './conversation-id.ts'
import { conversationOf } from './conversations.ts'
import { markReadFixtures } from './mark-read-fixture.ts'

const common = { uses: [markReadFixtures], tier: 'write' as const }

/** The conversation by other means: with the id of its app, without it, by its own in other letters. */
export const otherReadings: readonly Check[] = [
  // Endpoints, row 2: X-App-ID is an optional header of the reading.
  defineCheck({
    ...common,
    id: 'msg/conversation/app-id',
    title: 'A conversation is read with the X-App-ID of its app',
    covers: ['msg.conversation.app-id-accepted'],
    needs: [...conversationNeeds, 'messaging.appId'],
    async run(t) {
      const { first, second } = await t.use(markReadFixtures)
      t.control(first, status('2xx'))
      t.judge('msg.conversation.app-id-accepted', second, status('2xx'))
      const alike = conversationOf(first)?.shape === conversationOf(second)?.shape
      t.observe('msg.open.app-id-effect', alike ? 'none seen' : 'another shape', [first, second])
    },
  }),

  // Endpoints, row 2: the header is optional, and the key need not name an app for it.
  defineCheck({
    ...common,
    id: 'msg/conversation/app-id-optional',
    title: 'A conversation is read without X-App-ID by a key that is bound to no app',
    covers: ['msg.conversation.app-id-optional'],
    needs: [...conversationNeeds, 'messaging.keys.unbound'],
    async run(t) {
      const { first, unnamed } = await t.use(markReadFixtures)
      t.control(first, status('2xx'))
      const id = 'msg.conversation.app-id-optional'
      if (unnamed === undefined)
        return t.markUnexercised(id, 'not met', 'no key that is bound to no app was asked with')
      // Whether the conversation is that of this key as well is not told.
      if ([401, 403, 404].includes(statusOf(unnamed)))
        return t.markUnexercised(
          id,
          'not met',
          `the conversation may be out of reach for the key: ${cameBack(unnamed)}`,
        )
      t.judge(id, unnamed, status('2xx'))
    },
  }),

  // Endpoints, row 2: the id is a UUID. RFC 9562 reads one in either case.
  defineCheck({
    ...common,
    id: 'msg/conversation/id-any-case',
    title: 'A conversation is read by its id in capitals',
    covers: ['msg.conversation.id-any-case'],
    needs: conversationNeeds,
    async run(t) {
      const { capital, second } = await t.use(markReadFixtures)
      const id = 'msg.conversation.id-any-case'
      if (capital === undefined)
        return t.markUnexercised(id, 'not met', 'the id of the conversation is no UUID in small letters')
      t.control(second, status('2xx'))
      // Trouble of the moment says nothing of the id.
      if (isSuccess(capital) || [400, 403, 404, 422].includes(statusOf(capital))) t.judge(id, capital, status('2xx'))
      else t.markBlocked(id, `the target had trouble of its own: ${cameBack(capital)}`, [capital])
    },
  }),
]

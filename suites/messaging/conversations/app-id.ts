import type { Check } from '../../../kit/check/check.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { statusOf } from '../client/answers.ts'
import { defineCheck } from '../define.ts'
import { conversationNeeds } from './conversation-id.ts'
import { conversationOf } from './conversations.ts'
import { markReadFixtures } from './mark-read-fixture.ts'

const common = { uses: [markReadFixtures], tier: 'write' as const }

export const appIds: readonly Check[] = [
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
]

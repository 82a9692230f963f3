import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, status } from '../../../kit/match/index.ts'
import { developer, readApp } from '../client/api.ts'
import { LATER_MS, untilShown } from '../client/later.ts'
import { defineCheck } from '../define.ts'
import { tells } from './apps.ts'
import { keptApp, newApp, readBack } from './own-records.ts'

export const appsReadAgain: readonly Check[] = [
  // Endpoints, row 5: a reading changes nothing, so that the key reads its app as often as it is asked.
  defineCheck({
    id: 'msg/apps/read-again',
    title: 'The key of an app reads it a second time, and is still shown',
    covers: ['msg.apps.read'],
    needs: newApp.needs,
    uses: [keptApp, readBack],
    tier: 'write',
    runsAfter: ['msg/apps/foreign'],
    cost: { requests: { bound: 1 + LATER_MS.length }, typical: { requests: { bound: 1 } } },
    run: async (t) => {
      t.control(await t.use(readBack), status('2xx'))
      const { key, answer: creation } = await t.use(keptApp)
      const read = (label: string): Promise<Exchange> => readApp(t, developer(t), key, label)
      const isFound = ({ response }: Exchange): boolean => response?.status !== 404
      const answer = await untilShown(t, read, 'app of this run, a second time', isFound)
      t.judge('msg.apps.read', answer, all(status('2xx'), tells('app_key', key)), undefined, [creation])
    },
  }),
]

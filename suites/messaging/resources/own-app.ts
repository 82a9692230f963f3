import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, type Matcher, matcher, no, ok, status } from '../../../kit/match/index.ts'
import { record } from '../client/answers.ts'
import { developer, readApp } from '../client/api.ts'
import { judgeSpare, spare } from '../client/spare.ts'
import { isWritten, ofNamed } from '../client/whose.ts'
import { defineCheck } from '../define.ts'

const PLACES = { app_key: 'appKey', app_id: 'appId' } as const

/** The same text, wherever an answer shows it: that it does is judged field by field. */
const tells = (name: 'app_key' | 'app_id', wanted: string | undefined): Matcher<Exchange> =>
  matcher(`${name} of the app asked for`, (answer) => {
    const value = record(answer)?.[name]
    const isSame = String(value).toLowerCase() === wanted?.toLowerCase()
    return wanted === undefined || value === undefined || isSame
      ? ok
      : no(`another ${name}`, isWritten(`messaging.${PLACES[name]}`))
  })

export const ownApps: readonly Check[] = [
  // Endpoints, row 5: an app is read by its app_key, that of the target file as well as one that the run made.
  defineCheck({
    id: 'msg/apps/read-own',
    title: 'The app of the target file is read by its key',
    covers: ['msg.apps.read'],
    needs: ['messaging', 'messaging.bearer', 'messaging.appKey'],
    cost: { requests: { unbound: 1 } },
    run: async (t) => {
      const key = t.claimed('messaging.appKey')
      const answer = await readApp(t, { ...developer(t), ...spare(t) }, key, 'app of the target file')
      judgeSpare(
        t,
        'msg.apps.read',
        answer,
        ofNamed('messaging.appKey', all(status('2xx'), tells('app_key', key), tells('app_id', t.service.appId))),
      )
    },
  }),
]

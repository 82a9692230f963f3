import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import { CREATE, PROFILE } from '../client/api.ts'
import { defineRule } from '../define.ts'
import { BEFORE_THE_ENDPOINT, isRouted } from './invalid-credentials.ts'

const isServed = ({ key, response }: Exchange): boolean =>
  key !== '' && response !== undefined && !BEFORE_THE_ENDPOINT.includes(response.status)

// Authentication: it is checked before the request reaches an endpoint. A path that is there for others is there.
export const hiddenEndpoints: readonly Check[] = [
  defineRule({
    id: 'pay/authentication/hidden-endpoint',
    title: 'An endpoint that serves keys answers 401, and not that it is missing, to a request without a valid one',
    covers: ['pay.auth.before-endpoint'],
    observes: ['payment.keys.live'],
    run: async (t) => {
      const tally = new Tally(t, 'pay.auth.before-endpoint', '401')
      for (const operation of [CREATE, PROFILE]) {
        const own = t.exchanges().filter((each) => each.operation === operation)
        const served = own.find(isServed)
        for (const each of own.filter(({ key, response }) => key === '' && response !== undefined)) {
          if (each.response?.status === 401) tally.agree([each])
          if (isRouted(each)) continue
          const actual = cameBack(each)
          // Whether a path that nobody was served at is there nobody knows.
          if (served === undefined) t.observe('pay.open.unknown-routes', `${subjectOf(each)}: ${actual}`, [each])
          else tally.contradict({ subject: subjectOf(each), actual, evidence: [each, served] })
        }
      }
      tally.close('nothing was asked for without a valid key')
    },
  }),
]

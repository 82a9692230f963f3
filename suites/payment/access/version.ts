import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { isUuidText, leaves, valueAt } from '../../../kit/match/index.ts'
import {
  askedElsewhere,
  type Endpoint,
  judgeElsewhere,
  missingOf,
  type Prefixes,
  tallyEndpoints,
} from '../../shared/elsewhere.ts'
import { CREATE, PROFILE, READ, REFRESH } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { BEFORE_THE_ENDPOINT } from './invalid-credentials.ts'

const OPERATIONS = [CREATE, READ, REFRESH, PROFILE] as const

const isMade = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

const isAbsence = ({ response }: Exchange): boolean => response?.status === 404 || response?.status === 405

function shownIds(exchanges: readonly Exchange[]): Set<string> {
  const made = exchanges.filter((each) => each.operation === CREATE && each.key.startsWith('live') && isMade(each))
  const values = made.flatMap((each) => leaves(json(each.response)).map(({ value }) => value))
  return new Set(values.filter(isUuidText).map((value) => value.toLowerCase()))
}

/** A 404 or 405 that cannot be the answer to the id: the path is fixed, or the payment is there, or no envelope speaks of it. */
function saysNoSuchPath(exchange: Exchange, ids: ReadonlySet<string>): boolean {
  if (!isAbsence(exchange)) return false
  if (exchange.operation === CREATE || exchange.operation === PROFILE) return true
  if (valueAt(json(exchange.response), '/error_code') === undefined) return true
  const path = new URL(exchange.request.url).pathname.toLowerCase().split('/')
  return exchange.key.startsWith('live') && path.some((part) => ids.has(part))
}

const PREFIXES: Prefixes = { promised: '/api/v1', others: ['/api/v2', '/v1', '/api', ''] }

function endpoints(t: Pick<CheckContext, 'exchanges'>): Endpoint[] {
  const answered = t.exchanges().filter((each) => each.service === 'payment' && each.response !== undefined)
  const ids = shownIds(answered)
  return OPERATIONS.map((operation) => {
    const own = answered.filter((each) => each.operation === operation)
    return {
      stands: own.find((each) => !BEFORE_THE_ENDPOINT.includes(each.response?.status ?? 0)),
      absent: own.find((each) => saysNoSuchPath(each, ids)),
    }
  })
}

export const version: readonly Check[] = [
  // Versioning: paths are prefixed /api/v1. One endpoint that is missing there may stand elsewhere, or nowhere.
  defineCheck({
    id: 'pay/version/elsewhere',
    title: 'Endpoints that are missing stand under no other prefix',
    covers: ['pay.version.prefix'],
    needs: ['payment.keys.live'],
    phase: 'settled',
    cost: { requests: { none: askedElsewhere(OPERATIONS.length, PREFIXES) }, typical: { requests: { none: 0 } } },
    async run(t) {
      await judgeElsewhere(t, 'pay.version.prefix', t.service.baseUrl ?? '', missingOf(endpoints(t)), PREFIXES)
    },
  }),

  // An endpoint stands there once anything but a missing path was answered.
  defineRule({
    id: 'pay/version/prefix',
    title: 'The endpoints stand under /api/v1',
    covers: ['pay.version.prefix'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const tally = new Tally(t, 'pay.version.prefix', 'an endpoint')
      tallyEndpoints(tally, endpoints(t))
      tally.close('no endpoint was asked with a live key in this run')
    },
  }),
]

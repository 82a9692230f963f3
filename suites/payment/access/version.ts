import type { Check } from '../../../kit/check/check.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText, leaves, valueAt } from '../../../kit/match/index.ts'
import { CREATE, PROFILE, READ, REFRESH } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { defineRule } from '../define.ts'

const OPERATIONS = [CREATE, READ, REFRESH, PROFILE] as const

/** Answers that some layer before the endpoint may give as well. */
const BEFORE_THE_ENDPOINT: readonly number[] = [401, 403, 404, 405, 429]

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

export const version: readonly Check[] = [
  // Versioning: paths are prefixed /api/v1. An endpoint stands there once anything but a missing path was answered.
  defineRule({
    id: 'pay/version/prefix',
    title: 'The endpoints stand under /api/v1',
    covers: ['pay.version.prefix'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const tally = new Tally(t, 'pay.version.prefix', 'an endpoint')
      const answered = t.exchanges().filter((each) => each.service === 'payment' && each.response !== undefined)
      const ids = shownIds(answered)
      for (const operation of OPERATIONS) {
        const own = answered.filter((each) => each.operation === operation)
        const stands = own.find((each) => !BEFORE_THE_ENDPOINT.includes(each.response?.status ?? 0))
        const absent = own.find((each) => saysNoSuchPath(each, ids))
        if (stands !== undefined) tally.agree([stands])
        else if (absent !== undefined)
          tally.contradict({ subject: operation, actual: cameBack(absent), evidence: [absent] })
      }
      tally.close('no endpoint was asked with a live key in this run')
    },
  }),
]

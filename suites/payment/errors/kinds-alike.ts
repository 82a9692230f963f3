import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, isObject, show, valueAt } from '../../../kit/match/index.ts'
import { CREATE } from '../client/api.ts'
import { bindingDetails, bodyOf, rowOf } from '../client/error-matchers.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { type CheckContext, defineRule } from '../define.ts'

/** Members that a creation of every kind has. */
const SHARED = ['amount', 'currency', 'reference']

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

interface WrongType {
  readonly exchange: Exchange
  /** Kind of payment. */
  readonly type: string
  /** The member that is wrong, and what it is instead: `amount a list`. */
  readonly defect: string
}

/** What is wrong with a creation that has one shared member of a type that it cannot have, and is valid otherwise. */
function wrongTypeOf(t: CheckContext, exchange: Exchange): WrongType | undefined {
  const sent = json(exchange.request)
  const type = valueAt(sent, '/type')
  const valid = Object.values(t.service.bodies ?? {}).find((each) => each.type === type)
  if (exchange.operation !== CREATE || valid === undefined || typeof type !== 'string' || !isObject.test(sent).ok)
    return undefined
  const wrong = SHARED.filter((each) => typeof valueAt(sent, `/${each}`) === 'object')
  const [member] = wrong
  if (wrong.length !== 1 || member === undefined) return undefined
  const others = Object.keys(valid).filter((each) => !SHARED.includes(each))
  if (!others.every((each) => isDeepStrictEqual(valueAt(sent, `/${each}`), valid[each]))) return undefined
  return { exchange, type, defect: `${member} a ${kindOf(valueAt(sent, `/${member}`))}` }
}

// Errors › Request and validation: body-binding failures list their fields. Whether a wrong value is one is told by what
// lists its field: the same value of the same member is then one whatever the body pays by.
const alike = defineRule({
  id: 'pay/error-envelope/kinds-alike',
  title: 'The same body-binding failure lists its fields for payments of every kind',
  covers: ['pay.error.details-binding'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.error.details-binding', 'details, an array of {field, message}')
    const all = t
      .exchanges()
      .filter((each) => rowOf(each)?.details === 'binding')
      .flatMap((each) => wrongTypeOf(t, each) ?? [])
    const lists = ({ exchange }: WrongType): boolean => bindingDetails.test(exchange).ok
    for (const each of all) {
      const listed = all.find((other) => other.defect === each.defect && other.type !== each.type && lists(other))
      if (listed === undefined) continue
      const details = valueAt(bodyOf(each.exchange), '/details')
      if (lists(each)) tally.agree([each.exchange, listed.exchange])
      else if (details === undefined)
        tally.contradict({
          subject: subjectOf(each.exchange),
          actual: `${cameBack(each.exchange)} without details, where the same in a creation of type ${show(listed.type)} lists its field`,
          evidence: [each.exchange, listed.exchange],
        })
    }
    tally.close('no two kinds of payments were refused for the same wrong value')
  },
})

export const kindsAlike: readonly Check[] = [alike]

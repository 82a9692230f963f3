import { isDeepStrictEqual } from 'node:util'
import type { Check } from '../../../../kit/check/check.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { cameBack, show, valueAt } from '../../../../kit/match/index.ts'
import { CREATE } from '../../client/api.ts'
import { rowOf } from '../../client/error-matchers.ts'
import { COMPLETED_PAYMENT } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'

/** Members that a body of the target file gives; those that every creation has of its own are left out. */
const MEMBERS = ['amount', 'currency', 'type', 'phone', 'network', 'customer']
/** What is wrong with the others may lie in how they go together; the customer has nothing to do with them. */
const APART = 'customer'

/** Entries of details that name a member by the name of the table, in whatever notation; the rest are left out. */
function blamed(exchange: Exchange): readonly string[] | undefined {
  const details = valueAt(json(exchange.response), '/details')
  if (!Array.isArray(details) || details.length === 0) return undefined
  const named = details.map((entry) => {
    const words = String(valueAt(entry, '/field'))
      .toLowerCase()
      .split(/[^a-z]+/)
    return MEMBERS.find((member) => words.includes(member))
  })
  return named.every((each) => each !== undefined) ? named : undefined
}

/** Members that were sent otherwise than in the valid creation of the same type. */
function altered(t: CheckContext, exchange: Exchange): readonly string[] {
  const sent = json(exchange.request)
  const valid = Object.values(t.service.bodies ?? {}).find(({ type }) => type === valueAt(sent, '/type'))
  if (valid === undefined) return []
  return MEMBERS.filter((member) => !isDeepStrictEqual(valueAt(sent, `/${member}`), valid[member]))
}

// Resources › Error envelope: {field, message} names the field that failed.
const blame = defineRule({
  id: 'pay/error-envelope/blamed-fields',
  title: 'details of a body-binding failure name the field that was wrong',
  covers: ['pay.error.details-binding'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.error.details-binding', 'in details the field that was wrong')
    for (const exchange of t.exchanges()) {
      if (exchange.operation !== CREATE || rowOf(exchange)?.details !== 'binding') continue
      const wrong = altered(t, exchange)
      const fields = blamed(exchange)
      if (fields === undefined || wrong.length === 0) continue
      const subject = subjectOf(exchange)
      const apart = wrong.every((each) => each === APART)
        ? !fields.includes(APART)
        : fields.every((each) => each === APART)
      if (!apart || fields.some((each) => wrong.includes(each))) tally.agree([exchange])
      else {
        const actual = `${cameBack(exchange)} with ${show(fields.join(', '))}, where ${wrong.join(', ')} differed from a valid creation`
        tally.contradict({ subject, actual, soft: true, evidence: [exchange] })
      }
    }
    tally.close('no body-binding failure named a field of the table')
  },
})

export const blamedFields: readonly Check[] = [blame]

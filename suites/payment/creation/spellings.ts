import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { CHARSET_ADVICE, mayBeMisread } from '../../shared/spelling.ts'
import { CREATE } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { LONG_REFERENCE, spellingOf, twinsOf } from '../client/payment.ts'
import { defineRule } from '../define.ts'

const taken = status('2xx')

/** Whether creations in plain words met the same 401 with a key that is let in: then it is no matter of how they are written. */
const isMetPlainly = (exchange: Exchange, exchanges: readonly Exchange[]): boolean =>
  exchange.response?.status === 401 &&
  exchanges.some(
    (each) =>
      each.operation === CREATE &&
      (each.key === exchange.key || each.key.startsWith('live[')) &&
      !each.label.includes('other words') &&
      cameBack(each) === cameBack(exchange),
  )

// Endpoints: headers and a JSON body. Neither format gives order, white space, escapes or letter case a meaning.
const spellings = defineRule({
  id: 'pay/creation/spellings',
  title: 'A creation is taken however its JSON and its headers are written',
  covers: ['pay.create.any-spelling'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const expected = 'the answer that the same creation gets in plain words'
    const written = new Tally(t, 'pay.create.any-spelling', expected)
    const exchanges = t.exchanges()
    for (const exchange of exchanges) {
      const spelling = spellingOf(exchange)
      if (spelling === undefined || exchange.operation !== CREATE) continue
      if (spelling === LONG_REFERENCE) {
        t.observe('pay.open.text-lengths', `${spelling}: ${cameBack(exchange)}`, [exchange])
        continue
      }
      const { plain, again } = twinsOf(exchanges, exchange)
      if (taken.test(exchange).ok) written.agree([exchange], undefined, { spelling })
      else if (
        plain !== undefined &&
        taken.test(plain).ok &&
        again !== undefined &&
        cameBack(again) === cameBack(exchange) &&
        mayBeMisread(exchange, spelling, exchanges) &&
        !isMetPlainly(exchange, exchanges)
      )
        written.contradict({
          subject: subjectOf(exchange),
          actual: `${cameBack(exchange)}, and in plain words ${cameBack(plain)}`,
          evidence: [exchange, plain, again],
          ...(spelling === 'charset' && CHARSET_ADVICE),
          at: { spelling },
        })
    }
    written.close('no creation of another spelling was accepted in this run')
  },
})

export const creationSpellings: readonly Check[] = [spellings]

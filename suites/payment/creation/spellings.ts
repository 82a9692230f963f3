import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/subject.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { CREATE } from '../client/api.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { spellingOf, twinsOf } from '../client/payment.ts'
import { defineRule } from '../define.ts'

const taken = status('2xx')

// Endpoints: headers and a JSON body. Neither format gives order, white space, escapes or letter case a meaning.
const spellings = defineRule({
  id: 'pay/creation/spellings',
  title: 'A creation is taken however its JSON and its headers are written',
  covers: ['pay.create.any-spelling'],
  observes: COMPLETED_PAYMENT,
  run: async (t) => {
    const tally = new Tally(t, 'pay.create.any-spelling', 'the answer that the same creation gets in plain words')
    const exchanges = t.exchanges()
    for (const exchange of exchanges) {
      const spelling = spellingOf(exchange)
      if (spelling === undefined || exchange.operation !== CREATE) continue
      const { plain, again } = twinsOf(exchanges, exchange)
      if (taken.test(exchange).ok) tally.agree([exchange], undefined, { spelling })
      else if (
        plain !== undefined &&
        taken.test(plain).ok &&
        again !== undefined &&
        cameBack(again) === cameBack(exchange)
      )
        tally.contradict({
          subject: subjectOf(exchange),
          actual: `${cameBack(exchange)}, and in plain words ${cameBack(plain)}`,
          evidence: [exchange, plain, again],
          at: { spelling },
        })
    }
    tally.close('no creation of another spelling was answered in this run')
  },
})

export const creationSpellings: readonly Check[] = [spellings]

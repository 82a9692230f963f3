import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/subject.ts'
import { Tally } from '../../../kit/check/tally.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { mayBeMisread } from '../../shared/spelling.ts'
import { spellingOf, twinsOf } from '../client/wording.ts'
import { defineRule } from '../define.ts'

const taken = status('2xx')

// What the service does: an HTTP API with JSON bodies. Neither gives order, white space, escapes or letter case a meaning.
const anySpelling = defineRule({
  id: 'msg/service/spellings',
  title: 'A request is taken however its JSON and its headers are written',
  covers: ['msg.service.any-spelling'],
  observes: ['messaging.fixtures.phones.otp', 'allow.messages'],
  run: async (t) => {
    const tally = new Tally(t, 'msg.service.any-spelling', 'the answer that the same request gets in plain words')
    const exchanges = t.exchanges()
    for (const exchange of exchanges) {
      const spelling = spellingOf(exchange)
      if (spelling === undefined) continue
      const { plain, again } = twinsOf(exchanges, exchange)
      const isMisread =
        plain !== undefined &&
        taken.test(plain).ok &&
        again !== undefined &&
        cameBack(again) === cameBack(exchange) &&
        mayBeMisread(exchange, spelling, exchanges)
      if (taken.test(exchange).ok) tally.agree([exchange], undefined, { spelling })
      else if (isMisread)
        tally.contradict({
          subject: subjectOf(exchange),
          actual: `${cameBack(exchange)}, and in plain words ${cameBack(plain)}`,
          evidence: [exchange, plain, again],
          at: { spelling },
        })
    }
    tally.close('no request of another spelling was answered in this run')
  },
})

export const requestSpellings: readonly Check[] = [anySpelling]

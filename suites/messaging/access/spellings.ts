import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { CHARSET_ADVICE, mayBeMisread } from '../../shared/spelling.ts'
import { spellingsOf, twinsOf } from '../client/wording.ts'
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
      const spellings = spellingsOf(exchange)
      if (spellings.length === 0) continue
      const { plain, again, alone } = twinsOf(exchanges, exchange)
      // One of several that were refused together says which one it was.
      if (alone.includes(exchange)) continue
      const [culprit] = alone.filter((each) => cameBack(each) === cameBack(exchange))
      const named = culprit === undefined ? spellings : spellingsOf(culprit)
      const isMisread =
        plain !== undefined &&
        taken.test(plain).ok &&
        again !== undefined &&
        cameBack(again) === cameBack(exchange) &&
        mayBeMisread(exchange, spellings, exchanges)
      if (taken.test(exchange).ok) for (const spelling of spellings) tally.agree([exchange], undefined, { spelling })
      else if (isMisread)
        tally.contradict({
          subject: subjectOf(exchange),
          actual: `${cameBack(exchange)} for its ${named.join(', ')}, and in plain words ${cameBack(plain)}`,
          evidence: [exchange, plain, again, ...(culprit === undefined ? [] : [culprit])],
          ...(named.every((each) => each === 'charset') && CHARSET_ADVICE),
          at: named.map((spelling) => ({ spelling })),
        })
    }
    tally.close('no request of another spelling was answered in this run')
  },
})

export const requestSpellings: readonly Check[] = [anySpelling]

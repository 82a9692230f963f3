import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { isSuccess } from '../client/answers.ts'
import { SEND } from '../client/operations.ts'
import { defineRule } from '../define.ts'
import { carriesJobId } from './sending.ts'

// Endpoints › send-instant: a successful response carries job_id, whoever sent, to whomever.
export const everySend: readonly Check[] = [
  defineRule({
    id: 'msg/sending/every-send',
    title: 'every send that succeeds names its job',
    covers: ['msg.send.job-id'],
    observes: ['messaging.fixtures.phones.delivered', 'allow.messages'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.send.job-id', carriesJobId.expected)
      const sends = t.exchanges().filter((each) => each.operation === SEND && each.key !== '' && isSuccess(each))
      // That any names one is judged by the first of them.
      const control = sends.find((each) => carriesJobId.test(each).ok)
      for (const each of control === undefined ? [] : sends) {
        const outcome = carriesJobId.test(each)
        if (outcome.ok) tally.agree([each])
        else if (control !== undefined)
          tally.contradict({ subject: subjectOf(each), actual: outcome.actual, evidence: [each, control] })
      }
      tally.close('no send of this run named its job')
    },
  }),
]

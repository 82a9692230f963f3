import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, show } from '../../../kit/match/index.ts'
import { bodyOf, isSuccess, record } from '../client/answers.ts'
import { APP_CREATE, APP_READ } from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { type CheckContext, defineRule } from '../define.ts'
import { appFields, isOf } from './records.ts'

const isApp = (exchange: Exchange): boolean => isOf(appFields, record(exchange))

/** What a body shows in place of an app; member names alone, since it may hold the key of one. */
const shown = (exchange: Exchange): string => {
  const body = bodyOf(exchange)
  return body === undefined ? 'a body that is no JSON' : `a body with ${show(Object.keys(Object(body)))}`
}

/** Holds every success of an endpoint against one of the same run that showed an app: that it shows some is judged first. */
function judgeEvery(t: CheckContext, id: 'msg.apps.create' | 'msg.apps.read', operation: string): void {
  const tally = new Tally(t, id, 'a developer app')
  const answered = t.exchanges().filter((each) => each.operation === operation && isSuccess(each))
  const control = answered.find(isApp)
  for (const each of control === undefined ? [] : answered) {
    if (isApp(each)) tally.agree([each])
    // What an unknown key reads is judged apart.
    else if (operation === APP_CREATE || bodyOf(each) === undefined)
      tally.contradict({
        subject: subjectOf(each),
        actual: `${cameBack(each)}, ${shown(each)}`,
        evidence: [each, ...(control === undefined ? [] : [control])],
      })
  }
  tally.close('no developer app was shown in this run')
}

export const everyApp: readonly Check[] = [
  // Endpoints, rows 4 and 5: a success is a developer app, whatever its name and description have in them.
  defineRule({
    id: 'msg/apps/every-answer',
    title: 'Every creation and reading of an app that succeeds shows one',
    covers: ['msg.apps.create', 'msg.apps.read'],
    observes: OBSERVED.app,
    run: async (t) => {
      judgeEvery(t, 'msg.apps.create', APP_CREATE)
      judgeEvery(t, 'msg.apps.read', APP_READ)
    },
  }),
]

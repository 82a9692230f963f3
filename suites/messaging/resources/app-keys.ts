import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { isText } from '../../../kit/match/index.ts'
import { isSuccess, record } from '../client/answers.ts'
import { APP_CREATE } from '../client/api.ts'
import { OBSERVED } from '../client/observed.ts'
import { defineRule } from '../define.ts'

export const appKeys: readonly Check[] = [
  // Endpoints: an app is read by its app_key, which is that of no other.
  defineRule({
    id: 'msg/apps/key-own',
    title: 'Apps that were created have keys of their own',
    covers: ['msg.apps.key-own'],
    observes: OBSERVED.app,
    run: async (t) => {
      const tally = new Tally(t, 'msg.apps.key-own', 'an app_key that no other app has')
      const made = t
        .exchanges()
        .filter((each) => each.operation === APP_CREATE && isSuccess(each) && isText.test(record(each)?.app_id).ok)
      for (const [at, one] of made.entries())
        for (const other of made.slice(0, at)) {
          const [own, before] = [record(one), record(other)]
          if (own?.app_id === before?.app_id || !isText.test(own?.app_key).ok) continue
          const isShared = t.attest(
            'msg.apps.key-own',
            `${one.id}, ${other.id}`,
            () => own?.app_key === before?.app_key,
          )
          if (!isShared) tally.agree([other, one])
          else
            tally.contradict({ subject: subjectOf(one), actual: 'the app_key of another app', evidence: [other, one] })
        }
      tally.close('no two apps were created in this run')
    },
  }),
]

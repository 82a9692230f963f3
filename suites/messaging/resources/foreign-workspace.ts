import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { cameBack, isUuidText, show, status } from '../../../kit/match/index.ts'
import { isSuccess, record, records, statusOf } from '../client/answers.ts'
import { createApp, developer } from '../client/api.ts'
import { defineCheck } from '../define.ts'
import { allWorkspaces, describedApp, othersWorkspaces } from './own-records.ts'

/** By which a workspace of others is refused, or hidden; other refusals speak of the key, the rate or how many apps there are. */
const KEPT_OUT: readonly number[] = [400, 403, 404, 422]

const lower = (value: unknown): string => String(value).toLowerCase()

export const foreignWorkspace: readonly Check[] = [
  // Authentication, rule 4: workspace restrictions yield 403; a deployment may hide what belongs to others.
  defineCheck({
    id: 'msg/apps/foreign-workspace',
    title: 'No app is created in a workspace of another user',
    covers: ['msg.apps.foreign-workspace'],
    needs: [...describedApp.needs, ...othersWorkspaces.needs, 'messaging.fixtures.workspace'],
    uses: [describedApp, allWorkspaces, othersWorkspaces],
    tier: 'write',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const id = 'msg.apps.foreign-workspace'
      const [mine, theirs] = [await t.use(allWorkspaces), await t.use(othersWorkspaces)]
      const own = new Set((records(mine) ?? []).map((each) => lower(each.workspace_id)))
      const ids = (records(theirs) ?? []).map((each) => each.workspace_id).filter(isUuidText)
      // One that both see may be shared.
      const workspace = ids.find((each) => !own.has(lower(each)))
      if (own.size === 0 || workspace === undefined)
        return t.markUnexercised(id, 'not met', 'no workspace is known that the other user has alone')
      const { answer: inOwn } = await t.use(describedApp)
      t.control(inOwn, status('2xx'))
      // What keeps it out may look at one of the two bodies that there are.
      const described = t.seed % 2 === 0 ? {} : { app_description: 'Made for a workspace of another user' }
      const body = { app_name: `Assay-${t.fresh('app')}`, ...described, workspace_id: workspace }
      const answer = await createApp(t, developer(t), body, "another user's workspace")
      const shown = record(answer)?.workspace_id
      if (isSuccess(answer) && lower(shown) !== lower(workspace))
        return t.markUnexercised(id, 'not met', `an app was created, with workspace_id ${show(shown)}`)
      if (!isSuccess(answer) && !KEPT_OUT.includes(statusOf(answer)))
        return t.markBlocked(id, `it was refused for another reason: ${cameBack(answer)}`, [answer])
      t.conclude(id, {
        ok: !isSuccess(answer),
        subject: subjectOf(answer),
        expected: '403, or another refusal',
        actual: `${cameBack(answer)} with an app in that workspace`,
        evidence: [answer, mine, theirs, inOwn],
      })
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, ok, soft, status } from '../../../kit/match/index.ts'
import { isSuccess, records } from '../client/answers.ts'
import { type Caller, listWorkspaces } from '../client/api.ts'
import { defineCheck } from '../define.ts'
import { allWorkspaces } from '../resources/own-records.ts'

/** A list of the workspaces that a key reaches is as good as a refusal. */
const keptFrom = (whole: Exchange): Matcher<Exchange> =>
  matcher('403, or a list without the workspaces of the user', (answer) => {
    if (!isSuccess(answer)) return status(403, 401).test(answer)
    const ids = new Set((records(whole) ?? []).map((each) => each.workspace_id))
    const isShown = (records(answer) ?? []).some(
      (each) => each.workspace_id !== undefined && ids.has(each.workspace_id),
    )
    return isShown ? soft(cameBack(answer), 'which workspaces the key is kept out of is not told') : ok
  })

export const restrictedWorkspaces: readonly Check[] = [
  // Authentication: insufficient permissions or workspace restrictions answer 403.
  defineCheck({
    id: 'msg/permissions/workspaces',
    title: 'A key without permissions lists no workspaces of the user',
    covers: ['msg.auth.workspace-restricted'],
    needs: [...allWorkspaces.needs, 'messaging.keys.restricted'],
    uses: [allWorkspaces],
    cost: { requests: { restricted: 1 } },
    run: async (t) => {
      const whole = await t.use(allWorkspaces)
      t.control(whole, status('2xx'))
      const key = t.key('restricted')
      const as: Caller = key === undefined ? {} : { key }
      t.judge('msg.auth.workspace-restricted', await listWorkspaces(t, as, 'restricted key'), keptFrom(whole))
    },
  }),
]

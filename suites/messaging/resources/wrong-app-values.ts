import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid } from '../client/answers.ts'
import { createApp, developer } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { judgeSpare, spare } from '../client/spare.ts'
import { defineCheck } from '../define.ts'
import { newApp } from './own-records.ts'

/** Values that no reader turns into a text; null is one of the others' own. */
const VALUES = {
  app_name: [null, {}, { name: 'Assay' }, ['Assay']],
  app_description: [{}, [], ['Assay']],
  workspace_id: [{}, [], { id: null }],
} as const

const COVERS = {
  app_name: 'msg.apps.name-type',
  app_description: 'msg.apps.description-type',
  workspace_id: 'msg.apps.workspace-type',
} as const

const NAMES = ['app_name', 'app_description', 'workspace_id'] as const
const COUNT = Object.values(VALUES).flat().length

export const wrongAppValues: readonly Check[] = [
  // Endpoints, row 4: app_name is a string, the others are strings or null. One value of each takes its turn.
  defineCheck({
    id: 'msg/apps/wrong-values',
    title: 'A creation with a value that is no text is refused, whichever it is',
    covers: Object.values(COVERS),
    needs: newApp.needs,
    uses: [newApp],
    tier: 'write',
    cost: { requests: { unbound: COUNT }, typical: { requests: { unbound: NAMES.length } } },
    async run(t) {
      t.control((await t.use(newApp)).answer, status('2xx'))
      for (const name of NAMES) {
        for (const value of drawn<unknown>(t, VALUES[name], 1)) {
          const body = { app_name: t.fresh('app'), [name]: value } as JsonObject
          const answer = await createApp(t, { ...developer(t), ...spare(t) }, body, `${name}: ${JSON.stringify(value)}`)
          judgeSpare(t, COVERS[name], answer, invalid())
        }
      }
    },
  }),
]

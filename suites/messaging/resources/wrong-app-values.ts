import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { invalid, statusOf } from '../client/answers.ts'
import { createApp, developer } from '../client/api.ts'
import { blamed } from '../client/blame.ts'
import { judgeSpare, spare } from '../client/spare.ts'
import { type CheckContext, defineCheck } from '../define.ts'
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
/** Creations in which all three are wrong; each of them has a turn of its own where a refusal does not name it. */
const ROUNDS = 3
const USUAL = 5

type Name = (typeof NAMES)[number]
type Wrong = Partial<Record<Name, unknown>>

/** The values of each in turn, from a place on that the seed decides. */
function rounds(t: CheckContext): readonly Wrong[] {
  const at = Math.floor(t.random() * COUNT)
  return Array.from({ length: ROUNDS }, (_, round) =>
    Object.fromEntries(NAMES.map((name) => [name, VALUES[name][(at + round) % VALUES[name].length]])),
  )
}

export const wrongAppValues: readonly Check[] = [
  // Endpoints, row 4: app_name is a string, the others are strings or null.
  defineCheck({
    id: 'msg/apps/wrong-values',
    title: 'A creation with a value that is no text is refused, whichever it is',
    covers: Object.values(COVERS),
    needs: newApp.needs,
    uses: [newApp],
    tier: 'write',
    cost: { requests: { unbound: COUNT }, typical: { requests: { unbound: ROUNDS }, isSample: true } },
    async run(t) {
      t.control((await t.use(newApp)).answer, status('2xx'))
      const ask = (wrong: Wrong): Promise<Exchange> => {
        const label = Object.entries(wrong).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        const body = { app_name: t.fresh('app'), ...wrong } as JsonObject
        return createApp(t, { ...developer(t), ...spare(t) }, body, label.join(', '))
      }
      const alone = async (name: Name, value: unknown): Promise<void> =>
        judgeSpare(t, COVERS[name], await ask({ [name]: value }), invalid())
      if (t.depth === 'deep') {
        for (const name of NAMES) for (const value of VALUES[name]) await alone(name, value)
        return
      }
      let asked = 0
      const left: (readonly [Name, unknown])[] = []
      for (const wrong of rounds(t)) {
        // Whoever tells the first fault alone is asked for one at a time.
        if (left.length > 1) break
        asked += 1
        const answer = await ask(wrong)
        const named = statusOf(answer) < 500 ? blamed(answer) : new Set<string>()
        for (const name of NAMES) {
          if (named.has(name)) judgeSpare(t, COVERS[name], answer, invalid())
          else left.push([name, wrong[name]])
        }
      }
      for (const [name, value] of left.slice(0, Math.max(NAMES.length, USUAL - asked))) await alone(name, value)
    },
  }),
]

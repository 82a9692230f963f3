import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isUuidText, show, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { bodyOf, isRecord, isSuccess, momentOf } from '../client/answers.ts'
import { APP_READ, CAMPAIGN, CONVERSATION, SENDERS, WORKSPACES } from '../client/api.ts'
import { defineRule } from '../define.ts'

/** The id of what a reading shows; ids that are none are the matter of their own rules. */
const IDS: Readonly<Record<string, string>> = {
  [CONVERSATION]: 'id',
  [SENDERS]: 'id',
  [WORKSPACES]: 'workspace_id',
  [CAMPAIGN]: 'campaign_id',
  [APP_READ]: 'app_id',
}

/** The resources that a reading shows: one, one in an envelope, or a list of them. */
function shown(exchange: Exchange): readonly JsonObject[] {
  const body = bodyOf(exchange)
  const data = valueAt(body, '/data')
  return [body, data, ...(Array.isArray(body) ? body : [])].filter(isRecord)
}

function nameOf({ operation }: Exchange, resource: JsonObject): string | undefined {
  const member = IDS[operation]
  const id = member === undefined ? undefined : resource[member]
  return isUuidText(id) ? `${operation} ${String(id).toLowerCase()}` : undefined
}

// Resources: a resource was created once.
const created = defineRule({
  id: 'msg/lasting/created-at',
  title: 'A resource that is read again was created when it was before',
  covers: ['msg.resource.created-stays'],
  run: async (t) => {
    const tally = new Tally(t, 'msg.resource.created-stays', 'the created_at of the reading before')
    const known = new Map<string, { at: string; exchange: Exchange }>()
    for (const exchange of t.exchanges()) {
      if (IDS[exchange.operation] === undefined || !isSuccess(exchange)) continue
      for (const resource of shown(exchange)) {
        const name = nameOf(exchange, resource)
        const at = resource.created_at
        // A time that is none is the matter of its own rule.
        if (name === undefined || typeof at !== 'string' || Number.isNaN(momentOf(at))) continue
        const before = known.get(name)
        if (before === undefined) known.set(name, { at, exchange })
        else if (momentOf(before.at) === momentOf(at)) tally.agree([before.exchange, exchange])
        else
          tally.contradict({
            subject: `created_at in ${subjectOf(exchange)}`,
            expected: show(before.at),
            actual: show(at),
            evidence: [before.exchange, exchange],
          })
      }
    }
    tally.close('nothing with a created_at was read twice in this run')
  },
})

export const createdAtStable: readonly Check[] = [created]

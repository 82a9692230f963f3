import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isUuidText, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, record, records } from '../client/answers.ts'
import { APP_CREATE, CAMPAIGN, listWorkspaces, SENDERS, WORKSPACES } from '../client/api.ts'
import { defineCheck, defineRule } from '../define.ts'
import { allWorkspaces } from './own-records.ts'

const KEYS = ['bound', 'unbound', 'otherUser'] as const

/** The UUIDs that a member holds in every record that answers of one operation show to one key. */
function uuids(all: readonly Exchange[], key: string, operation: string, member: string): ReadonlySet<string> {
  const answers = all.filter((each) => each.operation === operation && each.key === key && isSuccess(each))
  const shown = answers.flatMap((each): readonly JsonObject[] => records(each) ?? [record(each)].filter(isKnown))
  return new Set(shown.flatMap((each) => (isUuidText(each[member]) ? [String(each[member]).toLowerCase()] : [])))
}

const isKnown = (value: JsonObject | undefined): value is JsonObject => value !== undefined

const last = (all: readonly Exchange[], key: string, operation: string): readonly Exchange[] =>
  all.filter((each) => each.operation === operation && each.key === key && isSuccess(each)).slice(-1)

export const ownership: readonly Check[] = [
  // Resources › Sender and Workspace: both have the user_id of their user, and an app that a user makes has it too.
  defineRule({
    id: 'msg/senders/owner',
    title: 'Senders are those of the user whose workspaces and apps the same key is shown',
    covers: ['msg.senders.own-only'],
    run: async (t) => {
      const all = t.exchanges()
      const tally = new Tally(
        t,
        'msg.senders.own-only',
        'senders of the user whose workspaces and apps the key is shown',
      )
      for (const key of KEYS) {
        const owners = uuids(all, key, SENDERS, 'user_id')
        const own = new Set([...uuids(all, key, WORKSPACES, 'user_id'), ...uuids(all, key, APP_CREATE, 'user_id')])
        if (owners.size === 0 || own.size === 0) continue
        const evidence = [SENDERS, WORKSPACES, APP_CREATE].flatMap((operation) => last(all, key, operation))
        if ([...owners].some((each) => own.has(each))) tally.agree(evidence)
        else
          tally.contradict({
            subject: `the senders that the key ${key} is shown`,
            actual: 'senders of nobody among them',
            evidence,
          })
      }
      tally.close('no senders were seen beside workspaces or a new app of the same key, each with a user_id')
    },
  }),

  // Endpoints: all workspaces of the authenticated user, whichever key of that user asks.
  defineCheck({
    id: 'msg/workspaces/every-key',
    title: 'Two keys of one user are shown the same workspaces',
    covers: ['msg.workspaces.all-own'],
    needs: [...allWorkspaces.needs, 'messaging.keys.bound', 'messaging.keys.unbound'],
    uses: [allWorkspaces],
    cost: { requests: { unbound: 1 } },
    run: async (t) => {
      const id = 'msg.workspaces.all-own'
      const bound = await t.use(allWorkspaces)
      t.control(bound, status('2xx'))
      const key = t.key('unbound')
      const unbound = await listWorkspaces(t, key === undefined ? {} : { key }, 'with the other key')
      const [one, other] = [bound, unbound].map((each) => uuids([each], each.key, WORKSPACES, 'workspace_id')) as [
        ReadonlySet<string>,
        ReadonlySet<string>,
      ]
      // What neither shares may be two users; whether a key may be kept out of a workspace of its user is not told.
      if (![...one].some((each) => other.has(each)))
        return t.markUnexercised(id, 'not met', 'the two keys are shown no workspace that both have')
      const lost =
        [...other].filter((each) => !one.has(each)).length + [...one].filter((each) => !other.has(each)).length
      t.conclude(id, {
        ok: lost === 0,
        soft: true,
        subject: `${subjectOf(bound)} and ${subjectOf(unbound)}`,
        expected: 'the same workspaces',
        actual: `${lost} that only one of the keys is shown`,
        evidence: [bound, unbound],
      })
    },
  }),

  // The same: a campaign that the caller reads stands in a workspace.
  defineRule({
    id: 'msg/workspaces/of-campaigns',
    title: 'The workspace of a campaign of the user is listed',
    covers: ['msg.workspaces.all-own'],
    run: async (t) => {
      const all = t.exchanges()
      const tally = new Tally(t, 'msg.workspaces.all-own', 'the workspace of every campaign that the key reads')
      for (const key of ['bound', 'unbound']) {
        const listed = uuids(all, key, WORKSPACES, 'workspace_id')
        const evidence = [CAMPAIGN, WORKSPACES].flatMap((operation) => last(all, key, operation))
        for (const each of listed.size === 0 ? [] : uuids(all, key, CAMPAIGN, 'workspace_id')) {
          if (listed.has(each)) tally.agree(evidence)
          else
            tally.contradict({
              subject: 'the list of workspaces',
              actual: `${each} is not among them`,
              soft: true,
              evidence,
            })
        }
      }
      tally.close('no campaign and list of workspaces of one key were seen')
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, isUuidText } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Absence, closing } from '../../shared/absence.ts'
import {
  isRecordList,
  isSuccess,
  records,
  refusesInput,
  statusOf,
  success,
  unprocessable,
  withoutCopies,
} from '../client/answers.ts'
import { WORKSPACES } from '../client/api.ts'
import { isWritten, SAME_USER } from '../client/whose.ts'
import { defineCheck, defineRule, lineFor } from '../define.ts'
import { allWorkspaces, othersWorkspaces } from './own-records.ts'

const isIdentified = (workspace: JsonObject): boolean => isUuidText(workspace.workspace_id)
const idOf = (value: unknown): string => String(value).toLowerCase()

export const workspaces: readonly Check[] = [
  // Endpoints: all workspaces of the authenticated user, as an array.
  defineCheck({
    id: 'msg/workspaces/list',
    title: 'The workspaces of the user are listed, all of them',
    covers: ['msg.workspaces.list', 'msg.workspaces.all-own'],
    judgedWith: { 'msg.workspaces.all-own': ['messaging.fixtures.workspace'] },
    needs: allWorkspaces.needs,
    uses: [allWorkspaces],
    run: async (t) => {
      const answer = await t.use(allWorkspaces)
      t.judge('msg.workspaces.list', answer, success(isRecordList))
      t.judge('msg.workspaces.list', answer, success(withoutCopies('workspace_id')))
      const known = t.service.fixtures?.workspace
      const listed = records(answer)
      if (known === undefined) {
        const line = lineFor('messaging.fixtures.workspace')
        t.markUnexercised('msg.workspaces.all-own', 'not claimed', 'no workspace of the user is named', line)
      } else if (listed === undefined) t.markBlocked('msg.workspaces.all-own', 'no list came', [answer])
      else {
        const ok = listed.some((each) => idOf(each.workspace_id) === idOf(known))
        t.conclude('msg.workspaces.all-own', {
          ok,
          subject: subjectOf(answer),
          expected: `the workspace ${known} among them`,
          actual: `${listed.length} others`,
          ...(ok ? {} : { note: isWritten('messaging.fixtures.workspace') }),
          evidence: [answer],
        })
      }
    },
  }),

  // Endpoints, row 8: the path ends with a slash, in the table as in the example.
  defineRule({
    id: 'msg/workspaces/path',
    title: 'The workspace list stands at the path of the table',
    covers: ['msg.workspaces.list'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.workspaces.list', 'the list, or a redirect to it')
      const asked = t.exchanges().filter(({ operation }) => operation === WORKSPACES)
      const isListed = (each: Exchange): boolean => new URL(each.request.url).pathname.endsWith('/')
      for (const each of asked) {
        const served = asked.find((other) => other.key === each.key && !isListed(other) && isSuccess(other))
        if (!isListed(each)) continue
        if (served !== undefined && [404, 405].includes(statusOf(each)))
          tally.contradict({ subject: subjectOf(each), actual: cameBack(each), evidence: [each, served] })
        else if (isSuccess(each)) tally.agree([each])
      }
      tally.close('the path of the table was not answered with a list in this run')
    },
  }),

  // Endpoints: the list is that of the authenticated user.
  defineCheck({
    id: 'msg/workspaces/own-only',
    title: 'No workspace of another user is listed',
    covers: ['msg.workspaces.own-only', 'msg.workspaces.list'],
    needs: othersWorkspaces.needs,
    uses: [allWorkspaces, othersWorkspaces],
    run: async (t) => {
      const own = await t.use(allWorkspaces)
      const other = await t.use(othersWorkspaces)
      // Whether another user may list workspaces at all is not told.
      if (isSuccess(other)) t.judge('msg.workspaces.list', other, success(isRecordList))
      else t.markUnexercised('msg.workspaces.list', 'not met', "the other user's list did not come")
      const mine = records(own) ?? t.abortBlocked('the list of the user did not come', [own])
      const theirs = records(other) ?? t.abortBlocked("the other user's list did not come", [other])
      // Ids that are none are the matter of their own rule.
      const ids = new Set(theirs.filter(isIdentified).map((each) => idOf(each.workspace_id)))
      const shared = mine.filter((each) => isIdentified(each) && ids.has(idOf(each.workspace_id)))
      const ok = shared.length === 0
      t.conclude('msg.workspaces.own-only', {
        ok,
        // Shared by both users or shown to a stranger: where each list still has its own, sharing is possible.
        soft: shared.length < mine.length && shared.length < theirs.length,
        subject: subjectOf(own),
        expected: 'no workspace that another user has too',
        actual: `${shared.length} of ${mine.length} are listed for the other user as well`,
        ...(ok ? {} : { note: SAME_USER }),
        evidence: [own, other],
      })
    },
  }),

  // Endpoints: a 422 of this endpoint is an HTTPValidationError. What leads to one is not told.
  defineRule({
    id: 'msg/workspaces/refusal',
    title: 'A 422 of the workspace list is an HTTPValidationError',
    covers: ['msg.workspaces.refusal-shape'],
    run: async (t) => {
      const tally = new Tally(t, 'msg.workspaces.refusal-shape', unprocessable.expected)
      for (const each of t.exchanges()) {
        if (each.operation === WORKSPACES && statusOf(each) === 422)
          tally.test(subjectOf(each), each, unprocessable, each)
      }
      const lists: Absence = {
        among: (each) => each.operation === WORKSPACES && (isSuccess(each) || refusesInput(each)),
        observation: (many) =>
          `none of the ${many} requests by checks for the workspace list that came as far as their input was answered 422`,
      }
      tally.close(closing(lists, t.exchanges(), 'the workspace list was not answered in this run'))
    },
  }),
]

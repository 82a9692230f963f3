import type { Answer, Inbox } from 'assay-conformance/kit'
import type { FixtureContext } from '../define.ts'

export type EventType = 'loan.returned' | 'hold.ready'

/** More attempts than any sender makes while a run lasts. */
const MANY = 20

/** Where events of a type arrive; undefined where the target file names no place for webhooks. */
export const inboxFor = (t: FixtureContext, type: EventType, whose = ''): Inbox | undefined =>
  t.inbox(`library ${type}${whose === '' ? '' : ` ${whose}`}`)

/** Answers the first request so, whatever its event, and everything after it 200. */
export function answerFirst(inbox: Inbox, answer: Answer): void {
  inbox.script({ when: ({ nth }) => nth === 1, answers: Array.from({ length: MANY }, () => answer) })
}

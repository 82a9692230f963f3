import { perform } from '../../../kit/run/world/recipe.ts'
import type { FixtureContext } from '../define.ts'
import { conversationId } from './conversation-id.ts'

/**
 * Seconds: messages older than the time up to which the run marks messages read first, one that is later, and one of now: one
 * that is older would be read already to whoever takes what is dated before the last marking for read. The older ones are so by less than half an hour: whoever drops the minutes of an offset takes them for later ones.
 */
export const AGES = { older: 4500, upTo: 3600, later: 30, fresh: 0 } as const

/** Has an inbound message arrive, so many seconds old, where the target file tells how. */
export async function addInbound(t: FixtureContext, age: number): Promise<boolean> {
  const recipe = t.service.outcomes?.addInbound
  if (recipe === undefined || !t.permits('write')) return false
  await perform(t, 'addInbound', recipe, { id: conversationId(t), age: String(age) })
  return true
}

/** Has an outbound message leave beside the inbound ones, where the target file tells how. One that could not be sent is none. */
export async function addOutbound(t: FixtureContext, age: number): Promise<void> {
  const recipe = t.service.outcomes?.addOutbound
  const names = { id: conversationId(t), age: String(age) }
  if (recipe !== undefined) await perform(t, 'addOutbound', recipe, names).catch(() => undefined)
}

/** More than later ones, and than a page of ten: whoever marks those instead, or one page, marks too few. */
const OLDER = 12
/** As many as a person is asked for. */
const OLDER_BY_HAND = 3

/** How many messages there are that are older than the first time. */
export const olderOnes = ({ service }: Pick<FixtureContext, 'service'>): number =>
  service.outcomes?.addInbound?.ask === undefined ? OLDER : OLDER_BY_HAND

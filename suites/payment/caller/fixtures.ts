import { memberOf } from '../../shared/caller/judging.ts'
import { type Creation, create } from './creation.ts'
import { defineFixture } from './define.ts'

/** A creation that goes well: what others differ from in one thing. */
export const created = defineFixture({
  name: 'created',
  tier: 'read',
  make: async (t) => {
    const played = await create(t, 'a creation')
    const { told, fault, creations } = played
    if (told === undefined) t.abortBlocked(fault ?? 'the driver gave no answer', played.requests)
    if (creations.length === 0)
      t.abortBlocked('the client sent no creation to the base URL that it was given', played.requests)
    return played
  },
})

/** How to say where a client reads bodies of success, which the document does not show. */
export const RECORD_LINE = 'paymentCaller.record: { id: /data/id, status: /data/status }'

/** Why nothing is said of what a client reads in bodies of success; undefined where it found the payment that it created. */
export function unread({ told }: Creation): string | undefined {
  const isRecord = told?.ok === true && typeof told.result === 'object' && told.result !== null
  return isRecord && (memberOf(told.result, 'id') ?? null) === null
    ? 'the client found no id in a created payment: it may read it elsewhere than served'
    : undefined
}

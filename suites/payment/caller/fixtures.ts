import { create } from './creation.ts'
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

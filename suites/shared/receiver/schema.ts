import { object } from '../../../kit/schema/build.ts'
import { call, pointer } from '../../../kit/target/file/parts.ts'
import type { Budget } from '../../../kit/target/section.ts'

/** What a probe may say of an event's effect, beside its call. */
const places = {
  status: pointer('Pointer to what became of it, in the words of the receiver; `/status` when absent.', '/status'),
  applied: pointer('Pointer to how many times an event took effect; `/applied` when absent.', '/applied'),
}

const DESCRIPTION =
  'A window into what the receiver made of an event. Answers with JSON; a 404, an empty answer or null says that nothing was made of it. Without it only answers are judged.'

/** A window into what a receiver made of an event. */
export const effectsProbe = object({ call }, places, { description: DESCRIPTION })

/** The same of events that carry an amount. */
export const amountsProbe = object(
  { call },
  { ...places, amount: pointer('Pointer to the amount that it booked; not looked at when absent.', '/amount') },
  { description: DESCRIPTION },
)

/** What the budget of events is, for all who take them. */
export const eventsBudget = { what: 'Events', local: 2000, line: '200' } as const satisfies Budget

/** What to write for a probe. */
export const PROBE_LINES = {
  probe: '{ call: { url: "http://localhost:3000/…/{id}" } }',
} as const

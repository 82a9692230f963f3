import { type Delivered, deliver } from '../../shared/receiver/party.ts'
import { controlOf } from '../../shared/receiver/stage.ts'
import { type Claim, defineFixture } from './define.ts'
import { eventOf, stageOf, transaction } from './events.ts'

/** What every check of a receiver needs. */
export const SIGNED = ['allow.events', 'paymentReceiver.signingKey'] as const satisfies readonly Claim[]

/** Requests of so many events, each delivered once or, where that fails, again. */
export const costOf = (events: number) => ({
  requests: { none: events * 3 },
  spends: { events: events * 3 },
  typical: { requests: { none: events }, spends: { events } },
})

/** The first event of a run: a payment is completed. */
export const firstEvent = defineFixture({
  name: 'first-event',
  needs: SIGNED,
  cost: costOf(1),
  make: (t) => controlOf(t, stageOf(t)),
})

/** Events whose JSON is written as no writer of JSON usually does, each with what is unusual of it. */
const UNUSUAL: readonly (readonly [label: string, write: (text: string) => string])[] = [
  ['blanks between the members', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  [
    'escapes that are not needed',
    (text) => text.replaceAll('provider-', 'provider\\/\\u00e9\\u002d').replace('TZS', '\\u0054ZS'),
  ],
  [
    'letters beyond ASCII, and a line feed at its end',
    (text) => `${text.replace('"test":"', '"é":"ß€😀","test":"')}\n`,
  ],
  [
    'its members in another order',
    (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
  ],
]

/** Right events in unusual bytes. */
export const unusualEvents = defineFixture({
  name: 'unusual-events',
  needs: SIGNED,
  uses: [firstEvent],
  cost: costOf(UNUSUAL.length),
  make: async (t) => {
    await t.use(firstEvent)
    const { party } = stageOf(t)
    const all: Delivered[] = []
    for (const [label, written] of UNUSUAL)
      all.push(await deliver(t, party, eventOf(t, await transaction(t), { written }), `with ${label}`))
    return all
  },
})

/** An event that comes before the one of the end. */
export const PROCESSING = {
  event: 'payment.processing',
  status: 'processing',
  previous: 'pending',
  nth: 2,
} as const

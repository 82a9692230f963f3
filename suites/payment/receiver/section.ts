import { object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import { recipe, ruled, secret, url } from '../../../kit/target/file/parts.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { amountsProbe, eventsBudget, PROBE_LINES } from '../../shared/receiver/schema.ts'

const members = {
  signingKey: secret('Key with which the events are signed, as the receiver has it.', 'PAY_SIGNING_KEY'),
  callbackPath: ruled(
    (value) =>
      /^\/(?!\/)/.test(value) && URL.canParse(value, 'http://x') ? undefined : 'expected a path such as /callbacks',
    'Path at which the receiver takes what goes to callback_url: the one of `url` once more, where it takes both at one.',
    { examples: ['/callbacks'] },
  ),
  probe: amountsProbe,
  prepare: recipe(
    'How the receiver comes to know a payment before its events, where it takes those of payments that it knows alone. `{id}` is the transaction, `{reference}` the merchant reference.',
  ),
}

const schema = object(
  { url: url('URL to which events are sent, as it is.', 'http://localhost:3000/webhooks') },
  members,
  {
    description:
      'A receiver of payment webhooks. In the calls of `probe` and `prepare` `{id}` is the transaction, `{event}` the event_id, `{reference}` the merchant reference; each carries the id of the run.',
  },
)

/** A receiver of payment webhooks as the target file says it. */
export type PaymentReceiverSection = Static<typeof schema>

/** The section of a receiver of payment webhooks. */
export const paymentReceiverSection = defineSection({
  id: 'paymentReceiver',
  reached: 'by events',
  shorthand: { name: 'receiver', as: 'payment', by: ['signingKey'] },
  schema,
  claims: {
    '': '{ url: "http://localhost:3000/…" }',
    signingKey: '"${PAY_SIGNING_KEY}"',
    callbackPath: '/…',
    ...PROBE_LINES,
    prepare: '{ call: { url: "http://localhost:3000/…", json: { id: "{id}", reference: "{reference}" } } }',
  },
  allow: { budgets: { events: eventsBudget } },
})

/** The URL to which goes what goes to callback_url; undefined where that is no other. */
export const callbackUrlOf = ({
  url: own,
  callbackPath,
}: Pick<PaymentReceiverSection, 'url' | 'callbackPath'>): string | undefined =>
  callbackPath === undefined ? undefined : new URL(callbackPath, own).href

import { object } from '../../../kit/schema/build.ts'
import type { Static } from '../../../kit/schema/schema.ts'
import { recipe, secret, url } from '../../../kit/target/file/parts.ts'
import { valueAt } from '../../../kit/target/path.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { amountsProbe, eventsBudget, PROBE_LINES } from '../../shared/receiver/schema.ts'

const members = {
  signingKey: secret('Key with which the events are signed, as the receiver has it.', 'PAY_SIGNING_KEY'),
  callbackUrl: url(
    'Where the receiver takes what goes to callback_url, at the origin of `url`; where that is another place.',
    'http://localhost:3000/callbacks',
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

const originOf = (text: unknown): string | undefined =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text).origin : undefined

/** The section of a receiver of payment webhooks. */
export const paymentReceiverSection = defineSection({
  id: 'paymentReceiver',
  reached: 'by events',
  shorthand: { name: 'receiver', as: 'payment', by: ['signingKey'] },
  schema,
  claims: {
    '': '{ url: "http://localhost:3000/webhooks" }',
    signingKey: '"${PAY_SIGNING_KEY}"',
    callbackUrl: '"http://localhost:3000/callbacks"',
    ...PROBE_LINES,
    'probe.amount': '/amount',
    prepare: '{ call: { url: "http://localhost:3000/payments", json: { id: "{id}", reference: "{reference}" } } }',
  },
  allow: { budgets: { events: eventsBudget } },
  judge(section, { problem }) {
    const [own, other] = ['url', 'callbackUrl'].map((name) => originOf(valueAt(section, [name])))
    if (own !== undefined && other !== undefined && own !== other)
      problem(['callbackUrl'], `expected a URL at the origin of url, ${own}`)
  },
})

import {
  boolean,
  choice,
  count,
  either,
  integer,
  list,
  literal,
  mapOf,
  number,
  object,
  pair,
  text,
} from '../schema/build.ts'
import type { Static } from '../schema/schema.ts'

const moment = count({ description: 'Wall clock, milliseconds since the epoch.' })

const message = {
  headers: list(pair(text()), { description: 'Name and value, in the order and letter case of the wire.' }),
  body: text(),
  bytes: count({ description: 'Of the body before redaction.' }),
  digest: text({
    pattern: '^[0-9a-f]{64}$',
    description:
      'Equal for equal bodies of one run: HMAC-SHA-256 of the body before redaction, under a random key that is kept nowhere.',
  }),
}

const cut = {
  truncated: boolean({ description: 'Its body or its headers were longer than what is shown of them.' }),
}

const fault = object({
  kind: choice(['refused', 'reset', 'timeout', 'garbage', 'tls', 'dns', 'stopped']),
  message: text(),
})

/** JSON Schema of an exchange as a report shows it. */
export const reportedExchange = object(
  {
    id: text(),
    service: text({ description: 'Id of the service that was asked.' }),
    check: text(),
    label: text(),
    operation: text({ description: 'The endpoint of the document that it addresses; empty for none.' }),
    key: text({ description: 'Name of the key that it was sent with, its service in front; empty for none.' }),
    request: object({ ...message, method: text(), url: text() }, cut),
    sentAt: moment,
    endedAt: moment,
    curl: text({
      description:
        'The request as a command; what was redacted stands in it as a variable. What requests show that were under way together (`sentAt`, `endedAt`) their commands show together only.',
    }),
  },
  {
    expects429: literal(true, { description: 'It was sent to meet the rate limiter.' }),
    response: object({ ...message, status: integer() }, cut),
    fault,
    lacking: list(text(), {
      description: 'What `[secret]` in the command stands for, where it does: it does not run as it stands.',
    }),
  },
)

const answer = either(
  [
    object({ kind: literal('status'), status: integer() }, { delayMs: number(), headers: mapOf(text()), body: text() }),
    object({ kind: literal('hang'), forMs: number() }),
    object({ kind: literal('reset') }),
    object({ kind: literal('none') }),
  ],
  { description: 'What the receiver did with it.' },
)

/** JSON Schema of a webhook attempt as a report shows it. */
export const reportedDelivery = object(
  {
    id: text(),
    inbox: text(),
    event: text({ description: 'What its body calls the event; empty where it names none.' }),
    identity: text({ description: 'Equal for all attempts at one event in one inbox.' }),
    attempt: integer({ minimum: 1 }),
    method: text(),
    truncated: boolean({ description: 'Its body or its headers were longer than what is shown of them.' }),
    aborted: boolean(),
    ...message,
    arrivedAt: moment,
    answer,
  },
  {
    query: text({
      description:
        'Of the URL that was called, where it had one. Its path tells whose inbox it was, and is kept from readers.',
    }),
    below: text({ description: 'Path and query below the base URL that an interface was served at.' }),
    afterMs: number({ description: 'Milliseconds since the attempt before; absent for the first.' }),
  },
)

const reportedMessage = object(message, cut)

/** One side of an exchange as a report shows it. */
export type ReportedMessage = Static<typeof reportedMessage>
export interface ReportedExchange extends Static<typeof reportedExchange> {}
export interface ReportedDelivery extends Static<typeof reportedDelivery> {}

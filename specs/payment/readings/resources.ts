import type { PaymentReading } from './reading.ts'

/** Readings of requests and payloads. */
export const resourceReadings = {
  'pay.reading.event-values': {
    at: 'Payment › Resources › Webhook payload',
    conflict:
      'The payload has rows without conditions, yet no request brings metadata, and which providers give a reference is not told.',
    policy:
      'Other types fail. Absent or null metadata warns, and so do a completed payment without provider_reference and a time without a zone. Until then null passes for provider_reference, unless an answer or an earlier event of the payment told it. Members outside the table have values of their own at each URL.',
    touches: ['pay.event.metadata', 'pay.event.provider-reference', 'pay.event.timestamp', 'pay.webhook.same-payload'],
  },
  'pay.reading.required-fields': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'The request table has no column that tells which fields are required.',
    policy:
      'What a creation without one field answers is noted, but for two. A mobile payment without a phone asks nobody to pay, and one without an amount is below the minimum: both are to be refused. An empty body and wrong types are judged.',
    touches: ['pay.validation.empty-body', 'pay.validation.wrong-type', 'pay.phone.bad', 'pay.amount.wrong-type'],
  },
  'pay.reading.amount-forms': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'amount is a number, without a word on fractions or numbers written as text.',
    policy:
      '500.0, 500.5 and "500" are noted whatever they answer. Values that no parser takes for a number are judged. An event that cuts a fraction warns, and fails where an answer shows the amount with it.',
    touches: ['pay.amount.wrong-type', 'pay.amount.at-minimum', 'pay.event.amount'],
  },
  'pay.reading.converted-members': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'Every member has a type, without a word on values that a reader may convert or leave out.',
    policy:
      'null, empty texts, numbers in texts and numbers for names or phones are noted. A phone that is null or empty is as bad as none, and so is such an amount where the minimum holds. An object or a list in place of a text fails when it is taken. So does a value that is no currency, network, phone or e-mail address as a text either.',
    touches: [
      'pay.validation.wrong-type',
      'pay.amount.wrong-type',
      'pay.currency.unsupported',
      'pay.network.invalid',
      'pay.phone.bad',
      'pay.customer.email-valid',
      'pay.error.handled',
    ],
  },
  'pay.reading.lawful-forms': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'Names and keys are strings and the e-mail is valid, without a word on letters and lengths.',
    policy:
      'A valid e-mail address that is refused fails. Names of other letters than those of ASCII warn when they are refused. Lengths, fractions of amounts and signs in references are noted. Keys and references in other capitals are others, and so are references without their hyphens.',
    touches: [
      'pay.customer.email-accepted',
      'pay.customer.names-accepted',
      'pay.idempotency.keys-distinct',
      'pay.idempotency.long-key-distinct',
      'pay.reference.distinct',
    ],
  },
} as const satisfies Record<string, PaymentReading>

import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../domain/payment.ts'
import { renders, together } from '../patch.ts'
import { bodies, extraMembers, headers, status, upperCaseIds } from './patches.ts'
import type { Variant } from './variant.ts'

/** What answers look like. */
export const answerVariants = {
  'create-200': { title: 'Creation answers 200', patch: status('create', 200) },
  'create-202': { title: 'Creation answers 202', patch: status('create', 202) },
  'refresh-202': { title: 'Refresh answers 202', patch: status('refresh', 202) },
  'body-flat': { title: 'The payment is the whole body', patch: bodies((record) => record) },
  'body-nested-deep': {
    title: 'The payment lies three members deep',
    patch: bodies((record) => ({ ok: true, result: { items: { payment: record } } })),
  },
  'body-renamed': {
    title: 'The members of the payment have other names',
    patch: bodies(({ id, status: state, reference, ...rest }) => ({
      transaction: { transaction_id: id, state, merchant_reference: reference, amount: rest.amount },
    })),
  },
  'body-with-second-uuid': {
    title: 'The payment names its merchant and its customer by UUIDs, before its own id',
    patch: bodies((record) => ({
      status: 'success',
      data: {
        merchant_id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10',
        customer_id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a11',
        ...record,
      },
    })),
  },
  'body-with-request-uuid': {
    title: 'Every body has a UUID of the request, a new one each time, before its own members',
    patch: together(
      renders((body) => ({ request_id: randomUUID(), ...body })),
      (before) => ({
        ...before,
        body: (record, operation) => ({ request_id: randomUUID(), ...(before.body(record, operation) as JsonObject) }),
      }),
    ),
  },
  'replay-in-another-shape': {
    title: 'A creation shows the id alone, everything else shows it among other UUIDs',
    patch: (before) => ({
      ...before,
      body: (record, operation) =>
        operation === 'create'
          ? { status: 'success', data: { id: record.id } }
          : {
              merchant: { id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10' },
              provider: { id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a12', status: 'accepted' },
              result: before.body(record, operation),
            },
    }),
  },
  'ids-upper-case': { title: 'UUIDs of payments are written in capitals', patch: upperCaseIds },
  'extra-members': { title: 'Every body has members that the document does not name', patch: extraMembers },
  'profile-cannot-be-cleared': { title: 'An empty default URL is refused', patch: { clearsProfile: false } },
  'pretty-responses': {
    title: 'Responses are indented',
    patch: { serialise: (body) => `${JSON.stringify(body, null, 2)}\n` },
  },
  'chunked-responses': { title: 'Responses come in chunks', patch: { framing: 'chunked' } },
  'close-delimited': { title: 'The end of the connection ends a response', patch: { framing: 'until-close' } },
  'connection-close': { title: 'Connections close after a response', patch: headers({ Connection: 'close' }) },
  'lower-case-answer-headers': {
    title: 'Header names of answers are in lower case',
    patch: (before) => ({
      ...before,
      resetHeaders: (resetAt, now, operation) =>
        Object.fromEntries(
          Object.entries(before.resetHeaders(resetAt, now, operation)).map(([name, value]) => [
            name.toLowerCase(),
            value,
          ]),
        ),
    }),
  },
  'slow-answers': { title: 'Answers take 150 ms', patch: { answerPauseMs: 150 } },
  'slow-answers-250ms': { title: 'Answers take 250 ms', patch: { answerPauseMs: 250 } },
  'slow-answers-2s': { title: 'Answers take two seconds', patch: { answerPauseMs: 2000 } },
} as const satisfies Record<string, Variant>

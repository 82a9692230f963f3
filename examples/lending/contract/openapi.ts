const text = { type: 'string' } as const
const content = (schema: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } })
const answer = (description: string, schema: string) => ({ description, content: content(schema) })
const problem = {
  description: 'A problem.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
const errors = { '4XX': problem }
const id = { name: 'id', in: 'path', required: true, schema: text } as const
const asks = { required: true, content: content('Asked') }

const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties })
const dateTime = { type: 'string', format: 'date-time' } as const

/** The document as an OpenAPI description: what a run has seen of it is counted by this. */
export const openapi = {
  openapi: '3.1.0',
  info: { title: 'Lending library', version: '1' },
  paths: {
    '/loans': {
      post: { requestBody: asks, responses: { '201': answer('Lent.', 'Loan'), ...errors } },
      get: { responses: { '200': answer('The loans of the member.', 'Loans'), ...errors } },
    },
    '/loans/{id}': { parameters: [id], get: { responses: { '200': answer('The loan.', 'Loan'), ...errors } } },
    '/loans/{id}/renew': { parameters: [id], post: { responses: { '200': answer('Renewed.', 'Loan'), ...errors } } },
    '/loans/{id}/return': { parameters: [id], post: { responses: { '2XX': { description: 'Back.' }, ...errors } } },
    '/holds': { post: { requestBody: asks, responses: { '201': answer('Held.', 'Hold'), ...errors } } },
    '/holds/{id}': { parameters: [id], get: { responses: { '200': answer('The hold.', 'Hold'), ...errors } } },
  },
  components: {
    schemas: {
      Asked: object(['copy'], { copy: text, notify_url: { type: 'string', format: 'uri' } }),
      Loan: object(['id', 'copy', 'due', 'renewed', 'returned_at'], {
        id: text,
        copy: text,
        due: { type: 'string', format: 'date' },
        renewed: { type: 'boolean' },
        returned_at: { type: ['string', 'null'], format: 'date-time' },
      }),
      Loans: object(['loans'], { loans: { type: 'array', items: { $ref: '#/components/schemas/Loan' } } }),
      Hold: object(['id', 'copy', 'position', 'ready'], {
        id: text,
        copy: text,
        position: { type: 'integer', minimum: 1 },
        ready: { type: 'boolean' },
      }),
      Event: object(['id', 'type', 'created', 'data'], {
        id: text,
        type: { enum: ['loan.returned', 'hold.ready'] },
        created: dateTime,
        data: { type: 'object' },
      }),
      Problem: object(['type', 'title', 'status', 'code'], {
        type: { type: 'string', format: 'uri-reference' },
        title: text,
        status: { type: 'integer' },
        code: text,
        detail: text,
      }),
    },
  },
} as const

import type { Description } from '../../specs/contract.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** What a library offers, references among it. */
export const libraryDescription = {
  openapi: '3.1.0',
  paths: {
    '/loans': {
      post: {
        requestBody: json({ $ref: '#/components/schemas/Loan' }),
        responses: { 201: json({ type: 'object', required: ['id'] }), 400: {}, 409: {} },
      },
    },
    '/loans/{id}': { get: { responses: { '2XX': {} } } },
  },
  components: {
    schemas: {
      Loan: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string' },
          days: { type: 'integer', minimum: 3 },
          reader: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
        },
      },
    },
  },
} as const satisfies Description & { components: object }

/** What an archive offers. */
export const archiveDescription = {
  openapi: '3.1.0',
  paths: {
    '/copies': {
      post: {
        requestBody: json({
          type: 'object',
          required: ['page'],
          properties: { page: { type: 'string' }, made_as: { enum: ['print', 'film', 'scan'] } },
        }),
        responses: { 200: {}, 422: {} },
      },
    },
    '/originals': { get: { responses: { 200: {} } } },
  },
} as const satisfies Description

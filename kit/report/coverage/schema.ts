const count = { type: 'integer', minimum: 0 } as const
const counts = { type: 'object', additionalProperties: count } as const
const texts = { type: 'array', items: { type: 'string' } } as const
const object = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})
const met = object({ met: count, broken: count })

/** JSON Schema of what a report says about the descriptions. */
export const coverageSchema = {
  description: 'What of the interface descriptions the run has seen.',
  ...object({
    operations: {
      type: 'array',
      items: object({
        service: { enum: ['payment', 'messaging'] },
        operation: { type: 'string' },
        requests: count,
        statuses: counts,
        unseenStatuses: texts,
        enums: { type: 'object', additionalProperties: counts },
        keywords: object({ seen: { type: 'object', additionalProperties: met }, unseen: texts }),
      }),
    },
    errorRows: object({ seen: counts, unseen: texts }),
  }),
} as const

import { expect, test } from 'vitest'
import type { Contract } from '../../specs/contract.ts'
import { publishedDescription } from './published-description.ts'

const described = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  components: {
    schemas: {
      Code: { type: 'string', examples: ['NO_SUCH_BOOK'] },
      Told: { description: 'What callers branch on.', examples: ['NO_SUCH_BOOK', 'TOO_MANY'] },
      Title: { type: 'string', examples: ['Walden'] },
      Mixed: { type: 'string', examples: ['NO_SUCH_BOOK', 'toString'] },
    },
  },
}

const contract: Contract = {
  id: 'library',
  prefix: 'lib',
  title: 'Library',
  catalogue: { 'lib.loan.limit': { level: 'must', at: 'Loans', text: 'Nobody has more than five books.' } },
  unstated: {},
  readings: {},
  errors: { NO_SUCH_BOOK: { status: 404, meaning: 'There is none.' }, TOO_MANY: { status: 409, meaning: 'Five.' } },
  errorCodeAt: '/error',
  description: () => described,
}

test('error codes say what they mean, and other examples stay as they are', () => {
  const { components } = publishedDescription(contract) as unknown as typeof described
  expect(components.schemas).toEqual({
    ...described.components.schemas,
    Code: { ...described.components.schemas.Code, description: '- `NO_SUCH_BOOK`: There is none.' },
    Told: {
      ...described.components.schemas.Told,
      description: 'What callers branch on.\n\n- `NO_SUCH_BOOK`: There is none.\n- `TOO_MANY`: Five.',
    },
  })
})

test('what OpenAPI has no words for stands under x-assay, and nothing that is not there', () => {
  expect(publishedDescription(contract)).toMatchObject({ openapi: '3.1.0', info: described.info })
  expect((publishedDescription(contract) as unknown as { 'x-assay': object })['x-assay']).toEqual({
    contract: 'library',
    title: 'Library',
    errorCodeAt: '/error',
    errors: contract.errors,
    statements: contract.catalogue,
  })
})

test('the description of the contract stays as it was', () => {
  const before = structuredClone(described)
  publishedDescription(contract)
  expect(contract.description()).toEqual(before)
})

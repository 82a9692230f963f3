import { expect, test } from 'vitest'
import { blamedMember } from './bodies.ts'

test.each<[string, unknown, string | undefined]>([
  ['entries with field and message', [{ field: 'network', message: 'required' }], 'network'],
  ['entries that call it otherwise', [{ name: 'phone', reason: 'required' }], 'phone'],
  ['texts', ['network', 'phone'], 'network'],
  ['an object by field', { network: 'is required' }, 'network'],
  ['a path', { '$.customer.email': 'is no address' }, 'customer'],
  ['one entry', { field: 'network', reason: 'required' }, 'network'],
  ['an object whose member is called as what names one', { name: 'required' }, 'name'],
  ['sentences first', ['a member is missing', 'network'], 'network'],
  ['nothing', [], undefined],
  ['a number', 4, undefined],
])('details that are %s blame a member', (_, details, expected) => {
  expect(blamedMember({ error_code: 'VALIDATION_ERROR', message: 'bad body', details })).toBe(expected)
})

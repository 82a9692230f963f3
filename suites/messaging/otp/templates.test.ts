import { expect, test } from 'vitest'
import { readBy } from './templates.ts'

test('a text is read by its template, placeholder by placeholder', () => {
  const template = 'Hi: {expiry}, {code} / {code} end'
  expect(readBy(template, '(Hi: 7 minutes, 1234 / {code} end + more')).toEqual({
    found: [
      { name: '{expiry}', text: '7 minutes' },
      { name: '{code}', text: '1234' },
      { name: '{code}', text: '{code}' },
    ],
    rest: ' + more',
  })
})

test('another wording is not read', () => {
  expect(readBy('Hi: {code} end', 'Your code is 1234.')).toBeUndefined()
})

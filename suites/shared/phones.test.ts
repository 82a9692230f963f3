import { expect, test } from 'vitest'
import { listedPhones, numbersOf } from './phones.ts'

const listed = listedPhones({
  services: {
    payment: {
      baseUrl: 'http://127.0.0.1:1',
      bodies: { mobile: { phone: '255700000001', amount: 5_000_000_000 } },
      outcomes: { completed: { with: { phone: '+255 700 000 002' } } },
    },
    messaging: {
      baseUrl: 'http://127.0.0.1:2',
      fixtures: { phones: { otp: '255700000003' }, campaign: '255700000009' },
      outcomes: { secondPhone: { with: { phone_number: '255700000004' } } },
    },
  },
})

test('numbers are those that the target file names as such', () => {
  expect([...listed].toSorted()).toEqual(['255700000001', '255700000002', '255700000003', '255700000004'])
})

test.each([
  [{ phone: '255700000001' }, false],
  [{ phone_number: '+255700000003' }, false],
  [{ phone_number: '0255700000003' }, false],
  [{ recipients: ['255700000004', '255700000003'] }, false],
  [{ recipients: ['255700000004', '255711111111'] }, true],
  [{ phone: '255711111111' }, true],
  [{ customer: { phone: '+255711111111' } }, true],
  [{ phone: '+255 711-111-111' }, true],
  [{ phone: 255711111111 }, true],
  [{ phone: 'abc' }, false],
  [{ phone: '12345' }, false],
  [{ reference: '255711111111' }, false],
  [['255711111111'], false],
  [undefined, false],
])('%j holds a stranger: %s', (body, expected) => {
  expect(numbersOf(body).some((each) => !listed.has(each))).toBe(expected)
})

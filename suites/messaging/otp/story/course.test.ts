import { expect, test } from 'vitest'
import { courseOf } from './course.ts'

const courses = Array.from({ length: 36 }, (_, seed) => courseOf(seed))
const seen = (of: (course: ReturnType<typeof courseOf>) => unknown): number =>
  new Set(courses.slice(0, 10).map((each) => JSON.stringify(of(each)))).size

test('an unbound key names its app in the body and in the header, whatever the seed', () => {
  for (const { naming } of courses)
    expect(Object.values(naming)).toEqual(expect.arrayContaining(['app_key', 'X-App-ID']))
})

test('a code is asked for that is shorter than the default, and one that is longer', () => {
  for (const { lengths } of courses) {
    expect(Math.min(...Object.values(lengths))).toBeLessThan(6)
    expect(Math.max(...Object.values(lengths))).toBeGreaterThan(6)
  }
})

test('ten seeds in a row see every channel after each that they can follow', () => {
  expect(seen(({ second, nulls = 'sms' }) => [second, nulls])).toBe(6)
  expect(seen(({ rich, nulls }) => [rich, nulls === undefined])).toBe(3)
  expect(seen(({ elsewhere, naming }) => [elsewhere, naming.elsewhere])).toBe(6)
  expect(seen(({ template }) => template)).toBe(4)
  expect(seen(({ secret }) => secret)).toBe(3)
  expect(seen(({ second, nulls = 'sms', noCallback }) => [second === nulls, noCallback])).toBe(4)
  expect(seen(({ lengths }) => lengths)).toBe(3)
})

test('one resend names sms, whatever the seed', () => {
  for (const { rich, nulls } of courses) expect([rich, nulls].filter((each) => each === 'sms')).toHaveLength(1)
})

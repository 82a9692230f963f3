import { expect, test } from 'vitest'
import { nearestOf } from './nearest-ids.ts'

test('an id that several places know is offered once', () => {
  const known = ['pay.auth.invalid-key', 'pay.auth.revoked-key', 'pay.auth.invalid-key', 'msg.auth.unknown-key']
  const offered = nearestOf('pay.auth.missing-key', known)
  expect(offered.toSorted()).toEqual(['msg.auth.unknown-key', 'pay.auth.invalid-key', 'pay.auth.revoked-key'])
})

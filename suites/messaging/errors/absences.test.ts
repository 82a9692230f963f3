import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { closing } from '../../shared/absence.ts'
import { SHOWING, unprocessed } from './absences.ts'

const refused = (status: number) =>
  Array.from({ length: SHOWING }, () => exchangeOf({ operation: 'POST /v1/sms', status }))

test('refusals of input without a 422 say that there is none', () => {
  expect(closing(unprocessed, refused(400), 'nothing')).toMatchObject({
    observation: `none of ${SHOWING} refusals of input was answered 422`,
  })
})

test.each([401, 403, 404, 405, 429])('refusals by %i say nothing of how input is refused', (status) => {
  expect(closing(unprocessed, refused(status), 'nothing')).toBe('nothing')
})

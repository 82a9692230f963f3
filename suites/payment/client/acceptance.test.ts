import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { judgeAccepted } from './acceptance.ts'

const ID = 'pay.create.mobile'
const sent = { amount: 500, currency: 'TZS', type: 'mobile', phone: '255700000100' }
const answered = (status: number, details?: unknown) =>
  exchangeOf({
    operation: 'POST /api/v1/payments',
    sent,
    status,
    answer: { status: 'error', code: status, error_code: 'VALIDATION_ERROR', message: 'no', details },
  })

test.for<[string, ReturnType<typeof answered>, string]>([
  ['takes it', answered(201), 'pass'],
  ['asks for a member that the document lists', answered(400, [{ field: 'network', message: 'is needed' }]), 'blocked'],
  ['asks for one that it has', answered(400, [{ field: 'phone', message: 'is needed' }]), 'fail'],
  ['asks for one that has a default', answered(400, [{ field: 'webhook_url', message: 'is needed' }]), 'fail'],
  ['asks for one of its own', answered(400, [{ field: 'colour', message: 'is needed' }]), 'fail'],
  ['refuses it without a word on members', answered(400), 'fail'],
  ['refuses it with another status', answered(422, [{ field: 'network', message: 'is needed' }]), 'fail'],
])('a target that %s', ([_, answer, verdict]) => {
  const { t, said } = contextOf<CheckContext>({ service: { bodies: { mobile: sent } } } as never)
  judgeAccepted(t, ID, answer)
  expect(said).toEqual([`${verdict} ${ID}`])
})

test('a member that the target file has, and a creation of the run leaves out, is no matter of the file', () => {
  const { t, said } = contextOf<CheckContext>({
    service: { bodies: { mobile: { ...sent, network: 'alpha' } } },
  } as never)
  judgeAccepted(t, ID, answered(400, [{ field: 'network', message: 'is needed' }]))
  expect(said).toEqual([`fail ${ID}`])
})

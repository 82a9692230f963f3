import { expect, test } from 'vitest'
import { NotExercised } from '../../../../kit/check/signals.ts'
import type { FixtureContext } from '../../define.ts'
import { codeOf, codesOf, findAgain, newest } from './inbox.ts'

const entry = { code: '123456', text: 'x', channel: 'SMS', sender: null, sent: '2026-01-02T03:04:05Z', active: true }

test('reads either name of a member and leaves out what is not there', () => {
  const sent = Date.parse(entry.sent)
  expect(codeOf(entry)).toMatchObject({ code: '123456', channel: 'sms', sender: null, sent, active: true })
  expect(codeOf({ otp: 123456, message: 'x', delivery_method: 'call', sender_id: 'A', sent_at: sent / 1000 })).toEqual({
    code: '123456',
    text: 'x',
    channel: 'call',
    sender: 'A',
    template: undefined,
    sent,
    expires: undefined,
    active: undefined,
  })
})

test('finds the latest code that was not there before, and a code again whose state changed', () => {
  const old = codeOf(entry)
  const [a, b] = ['2026-01-02T03:05:00Z', '2026-01-02T03:06:00Z'].map((sent) => codeOf({ ...entry, sent }))
  expect(newest([old, b!, a!], [old])).toBe(b)
  expect(newest([old], [old])).toBeUndefined()
  expect(findAgain([{ ...old, active: false }], old)?.active).toBe(false)
})

test('stops where the target file has no probe of the inbox, with the line for it', async () => {
  const abortUnexercised: FixtureContext['abortUnexercised'] = (why, reason, line) => {
    throw new NotExercised(why, reason, line)
  }
  const t = { service: { baseUrl: 'http://127.0.0.1:1' }, abortUnexercised } as unknown as FixtureContext
  await expect(codesOf(t, '255700000001')).rejects.toMatchObject({
    why: 'not claimed',
    message: 'the target file has no probe otpInbox',
    line: expect.stringMatching(/^messaging\.probes\.otpInbox: /),
  })
})

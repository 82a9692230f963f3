import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from './define.ts'
import { partyOf } from './events.ts'

const KEY = 'the signing key'
const BODY = Buffer.from('{"amount":500}')

const stamped = (signing: object) => {
  const { t } = contextOf<FixtureContext>({ service: { url: 'http://127.0.0.1/in', signingKey: KEY } })
  const { headers, signed } = partyOf(t).stamped(BODY, signing)
  return { lines: Object.fromEntries(headers), signed }
}
const digestOf = (text: string): string => `sha256=${createHmac('sha256', KEY).update(text).digest('hex')}`

test('an event is signed over its timestamp and its body, and the record says over which', () => {
  const { lines, signed } = stamped({})
  const time = lines['X-Pay-Timestamp']
  expect(lines['X-Pay-Signature']).toBe(digestOf(`${time}.${BODY}`))
  expect(signed?.time).toMatchObject({ signed: Number(time) })
})

test('a forgery says which timestamp it was signed with, whatever it is told', () => {
  const { lines, signed } = stamped({ signedAt: 7, toldAt: 9 })
  expect(lines['X-Pay-Signature']).toBe(digestOf(`7.${BODY}`))
  expect([lines['X-Pay-Timestamp'], signed?.time?.signed]).toEqual(['9', 7])
  expect(stamped({ signedAt: 7, toldAt: null }).lines).not.toHaveProperty('X-Pay-Timestamp')
})

test('a signature of the body alone has none', () => {
  const { lines, signed } = stamped({ bodyAlone: true })
  expect(lines['X-Pay-Signature']).toBe(digestOf(BODY.toString()))
  expect(signed?.time).not.toHaveProperty('signed')
})

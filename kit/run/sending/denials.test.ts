import { expect, test } from 'vitest'
import { libraryTarget } from '../../../tests/made-up/service.ts'
import { Blocked } from '../../check/signals.ts'
import { Denials } from './denials.ts'

const target = libraryTarget(
  { keys: { reader: ['a', 'b'], other: 'c' } },
  { archive: { baseUrl: 'http://127.0.0.1:8' } },
)
const denied = (claim: string, blocks = true) => ({ claim, reason: `${claim} is not taken.`, blocks })

test('what needs a claim that is denied is blocked, with the reason of the first of several', () => {
  const denials = new Denials()
  denials.deny([denied('library.session'), denied('library.keys.other')], target)
  expect(() => denials.assertBorneOut(['library', 'library.keys.other', 'library.session'])).toThrow(
    new Blocked('library.keys.other is not taken.'),
  )
  expect(() => denials.assertBorneOut(['library', 'library.bodies.loan'])).not.toThrow()
})

test('a claim that is wrong and blocks nothing is no denial', () => {
  const denials = new Denials()
  denials.deny([denied('library.session', false)], target)
  expect(denials.has('library.session')).toBe(false)
  expect(() => denials.assertBorneOut(['library.session'])).not.toThrow()
})

test('a list of keys is denied once none of them is left, those before counted in', () => {
  const denials = new Denials()
  denials.deny([denied('library.keys.reader[1]')], target)
  expect(denials.has('library.keys.reader')).toBe(false)
  expect(() => denials.assertBorneOut(['library.keys.reader[1]'])).toThrow(Blocked)
  denials.deny([denied('library.keys.reader[0]')], target)
  expect(() => denials.assertBorneOut(['library.keys.reader'])).toThrow('library.keys.reader[0] is not taken.')
})

test('an empty list is not denied: it claims nothing', () => {
  const denials = new Denials()
  denials.deny([], libraryTarget({ keys: { reader: [] } }))
  expect(denials.has('library.keys.reader')).toBe(false)
})

test('a key of one service says nothing of a key of another with its name', () => {
  const denials = new Denials()
  denials.deny([denied('library.keys.other')], target)
  expect(() => denials.assertBorneOut(['archive.keys.other'])).not.toThrow()
})

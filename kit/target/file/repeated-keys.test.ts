import { expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { distinctKeys } from './repeated-keys.ts'

const library = (keys: object) => ({ name: 'x', library: { baseUrl: 'http://a.example', keys } })

test('a key that has two names stands for the first of them', () => {
  const { value, notes } = distinctKeys(
    library({ reader: ['lib_1', 'lib_2', 'lib_1'], other: 'lib_2', third: 'lib_3' }),
    sections,
  )
  expect(value).toEqual(library({ reader: ['lib_1', 'lib_2'], third: 'lib_3' }))
  expect(notes).toEqual([
    'library.keys.reader[2]: is the key of library.keys.reader[0], and counts as not said; name another one',
    'library.keys.other: is the key of library.keys.reader[1], and counts as not said; name another one',
  ])
})

test('a file whose keys differ is left as it is, and so is one without keys', () => {
  const file = library({ reader: ['lib_1'], other: 'lib_2' })
  expect(distinctKeys(file, sections)).toEqual({ value: file, notes: [] })
  expect(distinctKeys({ library: {} }, sections)).toEqual({ value: { library: {} }, notes: [] })
})

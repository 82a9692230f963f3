import { expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { distinctValues } from './repeated-values.ts'

const library = (keys: object) => ({ name: 'x', library: { baseUrl: 'http://a.example', keys } })

test('a key that has two names stands for the first of them', () => {
  const { value, notes } = distinctValues(
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
  expect(distinctValues(file, sections)).toEqual({ value: file, notes: [] })
  expect(distinctValues({ library: {} }, sections)).toEqual({ value: { library: {} }, notes: [] })
})

test('what a section has distinct is left out where it is said twice, and what it has not stays', () => {
  const distinct = [{ at: 'shelves.rooms', what: 'room', names: ['open', 'closed'] }]
  const [library, ...others] = sections
  const file = { library: { shelves: { rooms: { open: 'r1', closed: 'r1', late: 'r1' }, many: 2 } }, name: 'x' }
  expect(distinctValues(file, [{ ...library, distinct }, ...others])).toEqual({
    value: { library: { shelves: { rooms: { open: 'r1', late: 'r1' }, many: 2 } }, name: 'x' },
    notes: [
      'library.shelves.rooms.closed: is the room of library.shelves.rooms.open, and counts as not said; name another one',
    ],
  })
})

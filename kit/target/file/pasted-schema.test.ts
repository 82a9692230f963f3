import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { pastedSchemaOf } from './pasted-schema.ts'

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(pastedSchemaOf(sections))
const faults = (file: object): readonly string[] =>
  validate(file) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

const library = { baseUrl: 'http://a' }

test.each([
  ['nested', { library: { ...library, keys: { reader: ['a'] } } }],
  ['as paths alone', { 'library.baseUrl': 'http://a', 'library.keys.reader': ['a'] }],
  ['in both ways', { library: { keys: { other: 'b' } }, 'library.baseUrl': 'http://a' }],
  ['as an entry of a list', { library, 'library.keys.reader[1]': 'b' }],
  ['under a name of its author', { library, 'library.outcomes.lost': { run: './lose.sh' } }],
  ['within what is its author’s', { library, 'library.outcomes.lost.with.shelf': 3 }],
  ['beside the sections', { library, 'allow.loans': 3, 'webhooks.retryWithin': 120 }],
])('a member may be given %s', (_, file) => {
  expect(faults(file)).toEqual([])
})

test.each([
  ['an unknown path', { library, 'library.keys.raeder': ['a'] }, 'must NOT have additional properties'],
  ['a value of another kind', { library, 'library.keys.other': 7 }, '/library.keys.other must be string'],
  ['an entry of another kind', { library, 'library.keys.reader[1]': 7 }, '/library.keys.reader[1] must be string'],
  ['no section', { 'allow.loans': 3 }, "must have required property 'library'"],
  ['a section without its base URL', { library: { keys: {} } }, "must have required property 'library.baseUrl'"],
])('%s is refused', (_, file, fault) => {
  expect(faults(file).join('\n')).toContain(fault)
})

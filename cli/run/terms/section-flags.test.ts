import { expect, test } from 'vitest'
import { object } from '../../../kit/schema/build.ts'
import { secret, text } from '../../../kit/target/file/parts.ts'
import { defineSection } from '../../../kit/target/section.ts'
import { namesSection, sectionFlags, sectionsIn } from './section-flags.ts'

const section = (as: string, member: string, variable: string) =>
  defineSection({
    id: `${as}Desk`,
    reached: 'by events',
    shorthand: { name: 'desk', as, by: [member] },
    schema: object({ url: text('Where it is.') }, { [member]: secret('Signs.', variable) }),
    claims: { '': '{ url: "https://…" }', [member]: `"\${${variable}}"` },
  })
const library = section('library', 'signingKey', 'LIB_KEY')
const archive = section('archive', 'secret', 'ARC_SECRET')
const reader = defineSection({
  id: 'reader',
  reached: 'served',
  schema: object({}, { run: text('Starts it.') }),
  claims: { '': '{ run: "…" }' },
})
const sections = [library, archive, reader]
const url = 'http://127.0.0.1:3000/hooks?x=1'

test('every section has a flag, and so has a short name', () => {
  expect(sectionFlags(sections).map(({ flag }) => flag)).toEqual(['library-desk', 'archive-desk', 'reader', 'desk'])
  expect(namesSection({ desk: url }, sections)).toBe(true)
  expect(namesSection({ config: 'x.yaml' }, sections)).toBe(false)
})

test('a short flag means the section whose secret the environment has', () => {
  expect(sectionsIn({ desk: url }, sections, { ARC_SECRET: 's' })).toEqual({
    archiveDesk: { url, secret: '${ARC_SECRET}' },
  })
})

test('and the one that the target file has, which names its secret itself', () => {
  expect(sectionsIn({ desk: url }, sections, {}, ['libraryDesk'])).toEqual({ libraryDesk: { url } })
})

test('a command reaches what is served', () => {
  expect(sectionsIn({ reader: 'node x' }, sections, {})).toEqual({ reader: { run: 'node x' } })
})

test.each([
  ['no secret is there', { desk: url }, {}, '--desk: set LIB_KEY or ARC_SECRET, in the environment or in .env'],
  ['both are', { desk: url }, { LIB_KEY: 'k', ARC_SECRET: 's' }, 'name it with --library-desk or --archive-desk'],
  ['its own is not', { libraryDesk: url }, { ARC_SECRET: 's', LIB_KEY: '' }, '--library-desk: set LIB_KEY'],
])('a flag is refused where %s', (_, flags, env, problem) => {
  expect(() => sectionsIn(flags, sections, env)).toThrow(problem)
})

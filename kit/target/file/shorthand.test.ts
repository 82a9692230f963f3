import { describe, expect, test } from 'vitest'
import { object } from '../../schema/build.ts'
import { defineSection } from '../section.ts'
import { resolveTarget } from '../target.ts'
import { checkedTargetFile } from './load.ts'
import { record, secret, text, url } from './parts.ts'
import { TargetFileError } from './target-file-error.ts'

const probe = record('What it made of an event.', { url: url('Where it is.', 'https://desk.example/{id}') })
const claims = { '': '{ url: "https://…" }' }
const desk = defineSection({
  id: 'libraryDesk',
  reached: 'by events',
  shorthand: { name: 'desk', as: 'library', by: ['signingKey'] },
  schema: object({ url: url('Where it is.') }, { signingKey: secret('Signs.', 'LIB_KEY'), probe }),
  claims,
})
const archiveDesk = defineSection({
  id: 'archiveDesk',
  reached: 'by events',
  shorthand: { name: 'desk', as: 'archive', by: ['secret'] },
  schema: object({ url: url('Where it is.') }, { secret: secret('Signs.', 'ARC_SECRET'), probe }),
  claims,
})
const reader = defineSection({
  id: 'reader',
  reached: 'served',
  shorthand: { name: 'caller', as: 'library', by: [] },
  schema: object({}, { run: text('Starts it.') }),
  claims: { '': '{ run: "…" }' },
})
const sections = [desk, archiveDesk, reader] as const

const read = (tree: object) =>
  checkedTargetFile('t.yaml', tree, { LIB_KEY: 'lk', ARC_SECRET: 'as' }, sections).file as Record<string, unknown>
const at = 'https://desk.example/hooks/?team=1'

describe('a short form', () => {
  test('is the section that its members tell', () => {
    expect(read({ desk: { url: at, signingKey: '${LIB_KEY}' } })).toEqual({
      libraryDesk: { url: at, signingKey: 'lk' },
    })
    expect(read({ desk: { url: at, secret: '${ARC_SECRET}' } })).toEqual({ archiveDesk: { url: at, secret: 'as' } })
  })

  test('is both where it has members of both, each with its own', () => {
    expect(read({ desk: { url: at, signingKey: 'a', secret: 'b' } })).toEqual({
      libraryDesk: { url: at, signingKey: 'a' },
      archiveDesk: { url: at, secret: 'b' },
    })
  })

  test('is the section that it names', () => {
    expect(read({ desk: { service: 'archive', url: at } })).toEqual({ archiveDesk: { url: at } })
    expect(read({ caller: { service: 'library', run: 'node x' } })).toEqual({ reader: { run: 'node x' } })
  })

  test('holds several by their short names', () => {
    expect(read({ desk: { library: { url: at, signingKey: 'a' }, archive: { url: at } } })).toEqual({
      libraryDesk: { url: at, signingKey: 'a' },
      archiveDesk: { url: at },
    })
  })

  test('goes together with pasted lines of the long form', () => {
    const file = { desk: { url: at, signingKey: 'a' }, 'libraryDesk.probe': { url: 'https://desk.example/x' } }
    expect(read(file)).toEqual({
      libraryDesk: { url: at, signingKey: 'a', probe: { url: 'https://desk.example/x' } },
    })
  })

  test.each<[string, object, string]>([
    ['does not tell', { desk: { url: at } }, 'desk: says not whose it is; add signingKey for that of library, secret'],
    ['names another', { desk: { service: 'shop', url: at } }, 'desk: service is one of library, archive'],
    ['contradicts itself', { desk: { service: 'archive', url: at, signingKey: 'a' } }, 'signingKey is no member of'],
    ['mixes', { desk: { library: { url: at }, url: at } }, 'desk: url stands beside library; write it within'],
    [
      'contradicts the long form',
      { desk: { url: at, secret: 'b' }, archiveDesk: { url: 'https://other.example', secret: 'b' } },
      'desk is given twice, with different values; keep one of them',
    ],
    ['is no object', { desk: 7 }, 'desk: expected'],
  ])('that %s is refused', (_, tree, problem) => {
    expect(() => read(tree)).toThrow(TargetFileError)
    expect(() => read(tree)).toThrow(problem)
  })
})

describe('how a party is reached', () => {
  const resolved = (tree: object) => resolveTarget(read(tree), { sections, secrets: [] })

  test('events go to the URL as it is', () => {
    expect(resolved({ desk: { url: at, secret: 'b' } }).services.archiveDesk?.baseUrl).toBe(at)
  })

  test('what is served has no address, and is local', () => {
    const target = resolved({ reader: { run: 'node x' } })
    expect(target.services.reader?.baseUrl).toBe('')
    expect(target).toMatchObject({ environment: 'local', name: 'reader' })
  })
})

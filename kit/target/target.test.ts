import { expect, test } from 'vitest'
import { librarySection, sections } from '../../tests/made-up/sections.ts'
import { parseListen } from './address.ts'
import { fedFrom, resolveTarget, sectionOf, targetFromFlags } from './target.ts'

const local = 'http://127.0.0.1:4010/'
const remote = 'https://library.example'
const desk = { url: 'http://desk/' }

test('a target without a name is called by its place, path and all', () => {
  const named = (library: string) => targetFromFlags({ library }, sections).name
  expect([named('http://127.0.0.1:4010/api/'), named('https://library.example')]).toEqual([
    '127.0.0.1:4010/api',
    'library.example',
  ])
})

test('a loopback target without a word is local: budgets, a listener, usual times', () => {
  expect(targetFromFlags({ library: local }, sections)).toEqual({
    name: '127.0.0.1:4010',
    environment: 'local',
    timeScale: 1,
    allow: { budgets: { loans: 30, copies: 5 }, limits: {}, permissions: { closesDesk: false }, idle: ['closesDesk'] },
    services: { library: { baseUrl: 'http://127.0.0.1:4010' } },
    webhooks: { listen: { host: '127.0.0.1', port: 0 }, deliveryWithin: 30 },
    timing: { request: 30, settle: 10, person: 180 },
    network: { insecure: false },
    secrets: [],
  })
})

test('a target elsewhere is a test: no budget, no listener', () => {
  const target = targetFromFlags({ library: local, archive: remote }, sections)
  expect(target.environment).toBe('test')
  expect(target.allow.budgets).toEqual({ loans: 0, copies: 0 })
  expect(target.webhooks).toBeUndefined()
})

test('services stand in the order of the sections, whatever the order of the file', () => {
  const target = resolveTarget({ archive: { baseUrl: remote }, library: { baseUrl: local } }, { sections, secrets: [] })
  expect(Object.keys(target.services)).toEqual(['library', 'archive'])
  expect(target.name).toBe('127.0.0.1:4010 and library.example')
})

test('a permission needs what its section asks for, and a word except locally', () => {
  const holds = (baseUrl: string, closesDesk?: boolean, given?: typeof desk) =>
    resolveTarget(
      {
        library: { baseUrl, ...(given && { desk: given }) },
        allow: closesDesk === undefined ? {} : { closesDesk },
      },
      { sections, secrets: [] },
    ).allow.permissions.closesDesk
  expect(holds(local, undefined, desk)).toBe(true)
  expect(holds(local, false, desk)).toBe(false)
  expect(holds(local, true)).toBe(false)
  expect(holds(remote, undefined, desk)).toBe(false)
  expect(holds(remote, true, desk)).toBe(true)
})

test('a stated environment decides the budget, what is given wins, limits are those that are given', () => {
  const file = { environment: 'test', allow: { loans: 3, days: 7, generated: 2 }, library: { baseUrl: local } } as const
  expect(resolveTarget(file, { sections, secrets: [] }).allow).toEqual({
    budgets: { loans: 3, copies: 0 },
    limits: { days: 7 },
    permissions: { closesDesk: false },
    generated: 2,
  })
})

test('webhook settings are taken over', () => {
  const webhooks = { listen: '[::1]:8787', publicUrl: 'https://hooks.example/', retryWithin: 90 }
  expect(resolveTarget({ library: { baseUrl: remote }, webhooks }, { sections, secrets: [] }).webhooks).toEqual({
    listen: { host: '::1', port: 8787 },
    publicUrl: 'https://hooks.example',
    deliveryWithin: 30,
    retryWithin: 90,
  })
})

test('a file of deliveries takes the place of the listener, also where there was none', () => {
  const remoteOnly = targetFromFlags({ library: remote }, sections)
  expect(fedFrom(remoteOnly, '/d.jsonl').webhooks).toMatchObject({ deliveries: '/d.jsonl', deliveryWithin: 30 })
})

test('a section is read with the type of its definition', () => {
  const file = { library: { baseUrl: local, bodies: { loan: { title: 'a' } } } }
  const target = resolveTarget(file, { sections, secrets: [] })
  expect(sectionOf(target, librarySection)?.bodies?.loan).toEqual({ title: 'a' })
  expect(sectionOf(targetFromFlags({ archive: local }, sections), librarySection)).toBeUndefined()
})

test('a flag with an unusable URL is named', () => {
  expect(() => targetFromFlags({ library: 'localhost:80' }, sections)).toThrow(
    /--library: expected an absolute .* got "localhost:80"/,
  )
  expect(() => targetFromFlags({}, sections)).toThrow(
    'nothing to test: name a target file, or --library <url>, --archive <url>',
  )
})

test.each(['8787', 'host', 'host:65536', '::1:80', '[::1]', '[zz]:1', 'a b:1', ':80'])(
  '%s is no address to listen on',
  (text) => {
    expect(parseListen(text)).toBeUndefined()
  },
)

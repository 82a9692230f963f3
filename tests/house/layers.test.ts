import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Which rooms a room may import from, itself aside. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  specs: [],
  kit: ['specs'],
  generators: ['specs'],
  suites: ['specs', 'kit', 'generators'],
  reference: ['specs'],
  reporters: ['specs', 'kit'],
  cli: ['specs', 'kit', 'generators', 'suites', 'reference', 'reporters'],
}

/** The rooms of the kit, each of which may import from those before it. */
const KIT = [
  'virtual',
  'schema',
  'clock',
  'target',
  'rate',
  'http',
  'match',
  'signature',
  'webhooks',
  'driver',
  'evidence',
  'check',
  'contract',
  'plan',
  'run',
  'report',
  'certificate',
  'adapters',
]

/** The files of the kit that its users open: they may import from every room of it. */
const DOORS = /^kit\/[\w-]+\.ts$/

/** The rooms of the suites: what serves several contracts knows none of theirs. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  payment: ['shared', 'payment'],
  messaging: ['shared', 'messaging'],
}

interface Import {
  /** From the root, as in `kit/run/run.ts`. */
  readonly file: string
  readonly to: string
  /** As it is written. */
  readonly from: string
}

const sourcesIn = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(name))
    .map((name) => join(room, name))

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, from = '']) => {
    const to = from.startsWith('.') ? relative(root, resolve(root, dirname(file), from)) : ''
    return { file, to, from }
  })
}

const rooms = Object.keys(ROOMS).filter((room) => existsSync(join(root, room)))
const roomOf = (file: string, depth = 0): string => file.split('/')[depth] ?? ''
const told = ({ file, from }: Import): string => `${file} imports ${from}`

test.for(rooms)('%s imports only what the house allows', (room) => {
  const strays = sourcesIn(room)
    .flatMap(importsOf)
    .filter(({ to }) => to !== '' && roomOf(to) !== room && !ROOMS[room]?.includes(roomOf(to)))
  expect(strays.map(told)).toEqual([])
})

test.for(['kit', 'reporters', 'generators'])(
  '%s sees of the documents what every contract has, and no contract',
  (room) => {
    const strays = sourcesIn(room)
      .flatMap(importsOf)
      .filter(({ to }) => roomOf(to) === 'specs' && to !== 'specs/contract.ts')
    expect(strays.map(told)).toEqual([])
  },
)

test('every room of the kit imports from the rooms before it', () => {
  const strays = sourcesIn('kit')
    .filter((file) => !DOORS.test(file))
    .flatMap(importsOf)
    .filter(({ file, to }) => roomOf(to) === 'kit' && KIT.indexOf(roomOf(to, 1)) > KIT.indexOf(roomOf(file, 1)))
  expect(strays.map(told)).toEqual([])
  expect(sourcesIn('kit').filter((file) => !DOORS.test(file) && !KIT.includes(roomOf(file, 1)))).toEqual([])
})

test('nothing in the house imports through the doors of the kit', () => {
  const strays = rooms
    .flatMap(sourcesIn)
    .filter((file) => !DOORS.test(file))
    .flatMap(importsOf)
    .filter(({ to }) => DOORS.test(to))
  expect(strays.map(told)).toEqual([])
})

test('the command knows our suites in a room of its own, which nothing else of it imports', () => {
  const strays = sourcesIn('cli')
    .filter((file) => !OWN.test(file.replace('cli/', '')))
    .flatMap(importsOf)
    .filter(({ to }) => /^(cli\/own|suites|reference)\//.test(to))
  expect(strays.map(told)).toEqual([])
})

test('a suite sees itself and what is shared, no other suite', () => {
  const strays = sourcesIn('suites')
    .flatMap(importsOf)
    .filter(({ file, to }) => roomOf(to) === 'suites' && !SUITES[roomOf(file, 1)]?.includes(roomOf(to, 1)))
  expect(strays.map(told)).toEqual([])
})

/** The files that can be reached from themselves, each circle once, as the way round it. */
function circles(files: readonly string[]): string[] {
  const known = new Set(files)
  const next = new Map(
    files.map((file) => [file, [...new Set(importsOf(file).map(({ to }) => to))].filter((to) => known.has(to))]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file)
    if (at >= 0) found.push([...way.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...way, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

test('no file comes back to itself by what it imports', () => {
  expect(circles(rooms.flatMap(sourcesIn))).toEqual([])
})

/** What a service is known by: its name, its paths, its headers, the beginnings of its ids. */
const SERVICES =
  /payment|messaging|merchant|whatsapp|\bsms\b|x-pay-|x-svc-|\/api\/v1|['"`/]\/v1\/|\bpay[./]\w|\bmsg[./]\w/i

/** What of the command knows our two services: its own room, and the process that it is. */
const OWN = /^(own\/|main\.ts$)/

test.for(['kit', 'reporters', 'generators', 'cli'])('%s names no service', (room) => {
  const strays = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|css)$/.test(name) && !/\.(test|bench)\.ts$/.test(name))
    .filter((name) => room !== 'cli' || !OWN.test(name))
    .flatMap((name) => {
      const lines = readFileSync(join(root, room, name), 'utf8').split('\n')
      return lines.flatMap((line, index) =>
        SERVICES.test(line) ? [`${room}/${name}:${index + 1}: ${line.trim()}`] : [],
      )
    })
  expect(strays).toEqual([])
})

test('in the kit sockets are opened in http/ and webhooks/ only, and stood in for in virtual/', () => {
  const sockets = /^(node:(http|https|http2|net|tls|dgram)|undici)$/
  const strays = sourcesIn('kit')
    .flatMap(importsOf)
    .filter(({ file, from }) => sockets.test(from) && !/^kit\/(http|webhooks|virtual)\//.test(file))
  expect(strays.map(told)).toEqual([])
})

test('no file is a drawer', () => {
  const names = rooms.flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }))
  expect(names.filter((name) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/.test(name))).toEqual([])
})

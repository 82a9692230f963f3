import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** Which rooms a room may import from, itself aside. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  specs: [],
  kit: ['specs'],
  generators: ['specs'],
  suites: ['specs', 'kit', 'generators'],
  reference: ['specs'],
  reporters: ['specs', 'kit'],
  cli: ['specs', 'kit', 'generators', 'suites', 'reference', 'reporters'],
}

interface Import {
  readonly file: string
  readonly from: string
}

function importsOf(room: string): Import[] {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(name))
    .flatMap((name) => {
      const file = join(root, room, name)
      const text = readFileSync(file, 'utf8')
      const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
      return [...found].map(([, from]) => ({ file: relative(root, file), from: from ?? '' }))
    })
}

const roomOf = ({ file, from }: Import): string | undefined =>
  from.startsWith('.') ? relative(root, resolve(root, dirname(file), from)).split('/')[0] : undefined

const rooms = Object.keys(ALLOWED).filter((room) => existsSync(join(root, room)))

test.for(rooms)('%s imports only what the house allows', (room) => {
  const strays = importsOf(room).filter((each) => {
    const to = roomOf(each)
    return to !== undefined && to !== room && !ALLOWED[room]?.includes(to)
  })
  expect(strays).toEqual([])
})

test('in the kit sockets are opened in http/ and webhooks/ only', () => {
  const sockets = /^(node:(http|https|http2|net|tls|dgram)|undici)$/
  const strays = importsOf('kit').filter(
    ({ file, from }) => sockets.test(from) && !/^kit\/(http|webhooks)\//.test(file),
  )
  expect(strays).toEqual([])
})

test('no file is a drawer', () => {
  const names = rooms.flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }))
  expect(names.filter((name) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/.test(name))).toEqual([])
})

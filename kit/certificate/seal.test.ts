import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { chained, unchained } from './chain.ts'
import { ed25519Key } from './envelope.ts'
import type { ReplayLog } from './replay/replay-log.ts'
import { seal, unseal } from './seal.ts'

const whole = sampleReport(40)
/** Short, so that many of its bytes can be tried. */
const report = {
  ...whole,
  coverage: { operations: [], errorRows: whole.coverage.errorRows },
  requirements: whole.requirements.slice(0, 3),
  exchanges: whole.exchanges.slice(0, 3),
  deliveries: whole.deliveries.slice(0, 2),
}
const target = {
  name: 'x',
  environment: 'test',
  timeScale: 1,
  allow: { budgets: {}, limits: {}, permissions: {} },
  services: { library: { baseUrl: 'http://127.0.0.1:9' } },
  timing: { request: 1, settle: 1, person: 1 },
}
const log: ReplayLog = { target, made: [], keys: [], starts: {}, arrivals: {}, attested: [], hasPerson: false }
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const text = seal(report, log, { key: privateKey })
const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ type, format: 'pem' } as never).toString()

test('what was sealed comes out again, with the name of its key', () => {
  const bundle = unseal(text, ed25519Key(pem(publicKey, 'spki'), 'public'))
  // What nothing bears out is not sealed.
  const { command: _, ...suite } = report.suite
  const bare = report.exchanges.map((each) => ({
    ...each,
    curl: '',
    request: expect.anything(),
    response: expect.anything(),
  }))
  expect(bundle.report).toEqual({ ...report, suite, variables: {}, exchanges: bare })
  expect(bundle.log).toEqual(log)
  expect(bundle.signedBy).toMatch(/^[0-9a-f]{64}$/)
  expect(unseal(seal(report, log)).signedBy).toBeUndefined()
})

test('every cut is refused', () => {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const cuts = [0, 1, ...ends.slice(0, -1).flatMap((end) => [end, end + 1, end + 2]), text.length - 1]
  for (const cut of cuts) expect(() => unseal(text.slice(0, cut)), `cut at ${cut}`).toThrow(/cut short|cannot be read/)
})

test('what is added behind the footer is named as that', () => {
  for (const added of [' ', 'x', '\n', 'x\n'])
    expect(() => unseal(`${text}${added}`), JSON.stringify(added)).toThrow(/stands behind the footer/)
})

describe('one byte edited', () => {
  /** Every byte of the last line, and one in so many of the others. */
  const lastLine = text.slice(0, -1).lastIndexOf('\n') + 1
  const places = [...text].map((_, index) => index).filter((index) => index >= lastLine || index % 47 === 0)

  test.each([
    ['signed', text],
    ['not signed', seal(report, log)],
  ])('%s: is refused wherever it stands', (_, sealed) => {
    for (const place of places.filter((index) => index < sealed.length)) {
      const other = sealed[place] === '1' ? '2' : '1'
      const edited = sealed.slice(0, place) + other + sealed.slice(place + 1)
      expect(() => unseal(edited), `byte ${place}: ${edited.slice(place - 30, place + 5)}`).toThrow()
    }
  })
})

test.each([
  ['a line taken out', (lines: string[]) => lines.toSpliced(5, 1), 'lines are missing or in another order'],
  [
    'two lines changed about',
    (lines: string[]) => [...lines.slice(0, 5), lines[6], lines[5], ...lines.slice(7)],
    'lines are missing or in another order',
  ],
  ['line ends made CRLF', (lines: string[]) => lines.map((each) => `${each}\r`), 'CRLF'],
  ['a line added behind the footer', (lines: string[]) => [...lines, '{}'], 'stands behind the footer'],
])('%s is refused', (_, change, reason) => {
  const lines = change(text.slice(0, -1).split('\n'))
  expect(() => unseal(`${lines.join('\n')}\n`)).toThrow(reason)
})

test.each([
  ['a byte order mark', `\ufeff${text}`, 'it begins with a byte order mark'],
  [
    'its lines printed with indents',
    text.replace(/^.+$/gm, (line) => JSON.stringify(JSON.parse(line), null, 2)),
    'it was printed anew, over several lines',
  ],
  [
    'its lines made one list',
    JSON.stringify(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      null,
      2,
    ),
    'it was printed anew, over several lines',
  ],
])('a bundle with %s is told what became of it', (_, changed, what) => {
  expect(() => unseal(changed)).toThrow(`${what}; a bundle is copied byte for byte`)
})

test('a signature is asked for by key: another key, and none, are refused', () => {
  const other = generateKeyPairSync('ed25519').publicKey
  expect(() => unseal(text, other)).toThrow('signed with another key')
  expect(() => unseal(seal(report, log), publicKey)).toThrow('it is not signed')
})

test('a chain that is made anew keeps no signature', () => {
  const lines = unchained(text)
  const foot = lines.at(-1)
  const forged = chained(
    lines
      .slice(0, -1)
      .map(({ kind, body }) => ({ kind, body: kind === 'head' ? { ...(body as object), run: 'x' } : body })),
  )
  const again = chained([...lines.slice(0, -1), { kind: 'foot' as const, body: foot?.body }]).at(-1)
  expect(() => unseal(`${[...forged, again].join('\n')}\n`)).toThrow()
})

test('only Ed25519 keys sign', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  expect(() => ed25519Key(pem(rsa, 'pkcs8'), 'private')).toThrow('of the type rsa')
})

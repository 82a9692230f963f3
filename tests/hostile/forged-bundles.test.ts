import { generateKeyPairSync, verify as holds } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loaded } from '../../cli/assembly.ts'
import { suitesNamed } from '../../cli/certificate/bundle-file.ts'
import { own } from '../../cli/own/own.ts'
import { BundleRefused, chained, type Line, sha256, unchained } from '../../kit/certificate/chain.ts'
import { assertReport } from '../../kit/certificate/records.ts'
import type { Replay } from '../../kit/certificate/replay/judge-again.ts'
import { type Bundle, seal, unseal } from '../../kit/certificate/seal.ts'
import { statementOf } from '../../kit/certificate/statement.ts'
import { assertConsistent, replayed, sealable, standingOf } from '../../kit/certificate/verify.ts'
import { certified } from '../made-up/sealed-run.ts'
import { otherThan, withValue } from './forged.ts'
import { type Forgery, forgeriesOf, type Records } from './forgeries.ts'

/** What nothing in a bundle bears out: whoever signs it says so. docs/certification.md lists the same, by these names. */
const SIGNERS_WORD: readonly string[] = [
  'report.run.failOn added',
  'report.run.minExercised added',
  'report.cost.spends.payments changed',
  'report.cost.waitedSeconds changed',
  'report.cost.longestWaitSeconds changed',
  'report.notes with one more',
  'report.steps.*.text changed',
  'report.steps.*.startedAt changed',
  'report.exchanges.*.request.url with another path',
  'report.exchanges.*.request.headers.* dropped',
  'report.exchanges.*.request.bytes changed',
  'report.exchanges.*.response.headers.* dropped',
  'report.deliveries.*.digest changed',
  'report.deliveries.*.query added',
  'log.stalls changed',
  'log.late.*.* changed',
  'log.late without its first',
  'log.late in another order',
  'log.hasPerson changed',
  'another name in target and report',
  'another environment in target and report',
  'another base URL everywhere',
]

/** What a replay goes by: where a forgery changes none of it, it comes to the same. */
const inputsOf = ({ report, log }: Records): readonly unknown[] => [
  log.target,
  log.made,
  log.keys,
  log.inboxes,
  log.starts,
  log.arrivals,
  log.stalls,
  log.late,
  log.attested,
  log.hasPerson,
  log.unasked,
  report.exchanges,
  report.deliveries,
  report.steps,
  ...['seed', 'depth', 'only', 'skip', 'startedAt', 'endedAt'].map((name) => report.run[name as 'seed']),
]

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const { services, checks } = await loaded(suitesNamed(['payment', 'messaging'], own))

let text = ''
let bundle: Bundle
let honest: Replay
let forgeries: readonly Forgery[] = []
beforeAll(async () => {
  // Late enough to be kept, and not to excuse anything.
  const run = await certified({ lateMs: 40, parties: 'services' })
  const sealed = await sealable(run, services, checks)
  text = seal(sealed.report, sealed.log, { key: privateKey, validUntil: '2999-12-31' })
  bundle = unseal(text, publicKey)
  honest = await replayed(bundle, services, checks)
  forgeries = forgeriesOf(bundle)
}, 120_000)

/** Judges records that a forger has sealed anew, as a command does. Gives back why they are refused. */
async function refusal(records: Records): Promise<string | undefined> {
  try {
    assertReport(records.report)
    assertConsistent(records, services, checks)
    const before = inputsOf(bundle)
    const isSame = inputsOf(records).every((each, index) => each === before[index])
    const replay = isSame ? honest : await replayed(records, services, checks)
    standingOf({ ...records, statement: statementOf(records.report, records.log, { digest: '' }) }, services, replay)
    return undefined
  } catch (error) {
    expect(error, (error as Error).stack ?? '').toBeInstanceOf(BundleRefused)
    return (error as Error).message
  }
}

test('what was sealed holds, in both services', () => {
  const { confirmed } = standingOf(bundle, services, honest)
  for (const { contract } of services)
    expect(confirmed.filter((id) => id.startsWith(`${contract.prefix}.`)).length).toBeGreaterThan(150)
  expect(bundle.report.outcome.headline).toBe('conformant')
})

test('every forgery is refused with its place, but for what is listed as the word of the signer', {
  timeout: 600_000,
}, async () => {
  const held: string[] = []
  const placeless: string[] = []
  const whole = JSON.stringify({ report: bundle.report, log: bundle.log })
  for (const { name, forge } of forgeries) {
    const records = forge({ report: bundle.report, log: bundle.log })
    expect(JSON.stringify(records) === whole, name).toBe(false)
    const reason = await refusal(records)
    if (reason === undefined) held.push(name)
    else if (!PLACE.test(reason)) placeless.push(`${name}: ${reason}`)
  }
  expect(forgeries.length).toBeGreaterThan(150)
  expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length)
  expect(placeless).toEqual([])
  expect(held.toSorted()).toEqual(SIGNERS_WORD.toSorted())
})

/** A member, a record or a requirement by name. */
const PLACE = /(report|log)\.\w|\/\w+|\b[xd]\d+|\b(pay|msg)\.[a-z]|its verdicts make it|step \w/

test('the document lists the word of the signer by the same names', () => {
  const document = readFileSync(new URL('../../docs/certification.md', import.meta.url), 'utf8')
  expect(SIGNERS_WORD.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
})

describe('with the key of the signer', () => {
  test.each(['another name in target and report', 'report.notes with one more', 'report.run.seed changed'])(
    'what another seals is refused by the key alone: %s',
    (name) => {
      const forged = forgeries.find((each) => each.name === name)?.forge(bundle) ?? bundle
      expect(() => unseal(seal(forged.report, forged.log, { key: stranger.privateKey }), publicKey)).toThrow(
        'signed with another key',
      )
      expect(() => unseal(seal(forged.report, forged.log), publicKey)).toThrow('it is not signed')
    },
  )

  test('a day that the signer did not set is refused', () => {
    const foot = unchained(text).at(-1)?.body as { envelope: { payload: string } }
    const statement = JSON.parse(Buffer.from(foot.envelope.payload, 'base64').toString('utf8'))
    const later = withValue(statement, 'predicate.validUntil', () => '2099-01-31')
    const payload = Buffer.from(JSON.stringify(later)).toString('base64')
    expect(() => unseal(text.replace(foot.envelope.payload, payload), publicKey)).toThrow('its signature does not hold')
  })
})

describe('lines that are put together anew', () => {
  type Entry = Pick<Line, 'kind' | 'body'>

  /** The same lines with digests that fit, under the statement and the signature that there were. */
  function relinked(change: (entries: readonly Entry[]) => readonly Entry[]): string {
    const entries = change(unchained(text).map(({ kind, body }) => ({ kind, body })))
    const foot = entries.find(({ kind }) => kind === 'foot')
    const lines = chained(entries.filter(({ kind }) => kind !== 'foot'))
    const whole = `${lines.join('\n')}\n`
    const body = { ...Object(foot?.body), lines: lines.length, sha256: sha256(whole) }
    const last = { n: lines.length, prev: sha256(lines.at(-1) ?? ''), kind: 'foot', body }
    return foot === undefined ? whole : `${whole}${JSON.stringify(last)}\n`
  }
  const body =
    (kind: Line['kind'], place: string, change: (value: unknown) => unknown) => (entries: readonly Entry[]) => {
      const at = entries.findIndex((each) => each.kind === kind)
      return withValue(entries, `${at}.body.${place}`, change) as readonly Entry[]
    }
  const without = (kind: Line['kind']) => (entries: readonly Entry[]) => entries.filter((each) => each.kind !== kind)
  const twice = (kind: Line['kind']) => (entries: readonly Entry[]) => {
    const at = entries.findIndex((each) => each.kind === kind)
    return entries.toSpliced(at, 0, entries[at] as Entry)
  }
  const kinds = ['head', 'target', 'log', 'exchange', 'delivery', 'report'] as const

  test.each([
    ...kinds.map((kind) => [`one ${kind} twice`, twice(kind)] as const),
    ...kinds.map((kind) => [`no ${kind}`, without(kind)] as const),
    ['no footer', without('foot')] as const,
    ...kinds.map((kind) => [`a ${kind} with a member more`, body(kind, 'colour', () => 'red')] as const),
    [
      'a record that there is not',
      (entries: readonly Entry[]) => [...entries, { kind: 'x' as 'log', body: {} }],
    ] as const,
    [
      'the report before the log',
      (entries: readonly Entry[]) =>
        entries.toSorted((a, b) => Number(b.kind === 'report') - Number(a.kind === 'report')),
    ] as const,
    [
      'members in another order',
      (entries: readonly Entry[]) => body('head', 'run', () => undefined)(body('head', 'again', () => 'x')(entries)),
    ] as const,
    ...['run', 'outcome.headline', 'outcome.exitCode', 'suite.version', 'suite.catalogue.sha256', 'format'].map(
      (place) => [`a head with another ${place}`, body('head', place, otherThan)] as const,
    ),
    ...['payloadType', 'payload', 'signatures', 'signatures.0.keyid', 'signatures.0.sig'].map(
      (place) => [`a footer with another envelope.${place}`, body('foot', `envelope.${place}`, otherThan)] as const,
    ),
    [
      'a footer with another publicKey',
      body('foot', 'publicKey', () => stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')),
    ] as const,
    ['a footer without a publicKey', body('foot', 'publicKey', () => undefined)] as const,
    ['a report under the same statement', body('report', 'target.name', otherThan)] as const,
  ])('%s: refused', (_, change) => {
    expect(() => unseal(relinked(change))).toThrow(BundleRefused)
  })

  const statementPlaces = [
    '_type',
    'predicateType',
    'subject.0.name',
    'subject.0.digest.sha256',
    'predicate.format',
    'predicate.target.name',
    'predicate.target.environment',
    'predicate.target.timeScale',
    'predicate.target.baseUrls.payment',
    'predicate.run.id',
    'predicate.run.seed',
    'predicate.run.depth',
    'predicate.run.only',
    'predicate.run.skip',
    'predicate.run.startedAt',
    'predicate.run.endedAt',
    'predicate.suite.version',
    'predicate.suite.catalogue.sha256',
    'predicate.contracts',
    'predicate.leftOut',
    'predicate.outcome.headline',
    'predicate.counts.pass',
    'predicate.withheld',
  ]

  test.each(statementPlaces)('a statement with another %s, signed anew: refused with the place', (place) => {
    const foot = unchained(text).at(-1)?.body as { envelope: { payload: string } }
    const statement = withValue(
      JSON.parse(Buffer.from(foot.envelope.payload, 'base64').toString('utf8')),
      place,
      otherThan,
    )
    const payload = Buffer.from(JSON.stringify(statement)).toString('base64')
    const unsigned = (entries: readonly Entry[]) =>
      body(
        'foot',
        'publicKey',
        () => undefined,
      )(body('foot', 'envelope', (envelope) => ({ ...Object(envelope), payload, signatures: [] }))(entries))
    const [top] = place.split('.')
    expect(() => unseal(relinked(unsigned))).toThrow(`its statement says something else than its records: ${top}`)
  })
})

test('the envelope is one that other tools check: DSSE over an in-toto statement', () => {
  const { envelope } = Object(unchained(text).at(-1)?.body) as {
    envelope: { payloadType: string; payload: string; signatures: { sig: string }[] }
  }
  const payload = Buffer.from(envelope.payload, 'base64')
  const { payloadType: type } = envelope
  const pae = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])
  expect(type).toBe('application/vnd.in-toto+json')
  expect(envelope.signatures.map(({ sig }) => holds(null, pae, publicKey, Buffer.from(sig, 'base64')))).toEqual([true])
  const statement = JSON.parse(payload.toString('utf8'))
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: expect.stringMatching(/^urn:/),
  })
  // The subject is every line before the footer, as `head -n -1` gives them.
  const before = `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`
  expect(statement.subject).toEqual([{ name: bundle.report.target.name, digest: { sha256: sha256(before) } }])
})

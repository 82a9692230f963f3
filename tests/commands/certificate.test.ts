import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { chained, sha256 } from '../../kit/certificate/chain.ts'
import { type Bundle, seal, unseal } from '../../kit/certificate/seal.ts'
import { verifyBundle } from '../../kit/certificate/verify.ts'
import type { ReportedExchange } from '../../kit/evidence/recorder.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { messagingService } from '../../suites/messaging/service/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { paymentService } from '../../suites/payment/service/index.ts'
import { assay, emptyFolder } from '../command.ts'

const checks = [...paymentChecks, ...messagingChecks]
const services = [paymentService, messagingService]
const notReplayable = services.flatMap((each) => Object.keys(each.notReplayable))
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

let folder = ''
let text = ''
let bundle: Bundle
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  folder = emptyFolder()
  writeFileSync(at('private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const { stderr } = await assay([
    'run',
    '--certify',
    '--bundle',
    at('run.jsonl'),
    '--sign',
    at('private.pem'),
    '--yes',
  ])
  expect(stderr).toContain(`sealed in ${at('run.jsonl')}`)
  text = readFileSync(at('run.jsonl'), 'utf8')
  bundle = unseal(text)
}, 120_000)

const verify = (changed: Bundle) => verifyBundle(changed, services, checks)
const withReport = (change: (report: Report) => Report): Bundle => ({ ...bundle, report: change(bundle.report) })

/** The same report with another word on one requirement, consistent in itself. */
const saying = (id: string, verdict: ReportedRequirement['verdict']): Bundle =>
  withReport((report) => ({
    ...report,
    requirements: report.requirements.map((each) =>
      each.id === id
        ? { ...each, verdict, judgements: each.judgements.map((judgement) => ({ ...judgement, verdict })) }
        : each,
    ),
  }))

describe('a bundle of a whole run', { timeout: 120_000 }, () => {
  test('holds: what is not withheld comes out the same from the evidence', async () => {
    const { code, stdout } = await assay(['verify', at('run.jsonl'), '--key', at('public.pem')])
    expect(code, stdout).toBe(bundle.report.outcome.exitCode)
    expect(stdout).toMatch(/^\d+ verdicts come out the same from the evidence alone$/m)
    expect(stdout).toContain('the bundle holds')
    const { confirmed, withheld } = await verify(bundle)
    expect(confirmed.length).toBeGreaterThan(380)
    expect(bundle.report.services.map(({ id }) => id)).toEqual(['payment', 'messaging'])
    for (const { contract } of services)
      expect(confirmed.filter((id) => id.startsWith(`${contract.prefix}.`)).length).toBeGreaterThan(100)
    expect(withheld.every(({ id }) => notReplayable.includes(id))).toBe(true)
  })

  test('cut short, edited by one byte, or signed by somebody else: refused with the reason', async () => {
    const other = generateKeyPairSync('ed25519').publicKey
    writeFileSync(at('other.pem'), other.export({ type: 'spki', format: 'pem' }))
    writeFileSync(at('cut.jsonl'), text.slice(0, text.length / 2))
    const place = text.indexOf('"status":201')
    writeFileSync(at('edited.jsonl'), `${text.slice(0, place)}"status":200${text.slice(place + 12)}`)
    for (const [args, reason] of [
      [[at('cut.jsonl')], /^refused: it is cut short/],
      [[at('edited.jsonl')], /^refused: line \d+ is not the one that was sealed/],
      [[at('run.jsonl'), '--key', at('other.pem')], /^refused: it is signed with another key/],
    ] as const) {
      const { code, stdout } = await assay(['verify', ...args])
      expect(code).toBe(1)
      expect(stdout).toMatch(reason)
    }
  })

  test('an answer changed in evidence, and sealed anew: its verdict is not borne out', async () => {
    const kept = bundle.report.requirements.find(({ id }) => id === 'pay.idempotency.replay-status')
    const id = kept?.judgements[0]?.evidence[0]
    const changed = (each: ReportedExchange): ReportedExchange =>
      each.id === id && each.response !== undefined ? { ...each, response: { ...each.response, status: 201 } } : each
    const forged = withReport((report) => ({ ...report, exchanges: report.exchanges.map(changed) }))
    const resealed = unseal(seal(forged.report, forged.log))
    await expect(verify(resealed)).rejects.toThrow(
      'pay.idempotency.replay-status is said to be pass, and its evidence says fail',
    )
  })

  test('a verdict changed against its evidence is not borne out', async () => {
    await expect(verify(saying('pay.idempotency.key-required', 'noted'))).rejects.toThrow(
      'pay.idempotency.key-required is said to be noted, and its evidence says pass',
    )
  })

  test('a missing requirement, a missing piece of evidence, a milder wording and a better outcome are refused', async () => {
    const first = bundle.report.requirements[0]?.id
    const without = withReport((report) => ({ ...report, requirements: report.requirements.slice(1) }))
    await expect(verify(without)).rejects.toThrow(`it lacks the required ${first}`)
    const bare = withReport((report) => ({ ...report, exchanges: report.exchanges.slice(1) }))
    await expect(verify(bare)).rejects.toThrow('which is not in the bundle')
    const milder = withReport((report) => ({
      ...report,
      requirements: report.requirements.map((each, index) => (index === 0 ? { ...each, level: 'may' } : each)),
    }))
    await expect(verify(milder)).rejects.toThrow('it words otherwise')
    const better = withReport((report) => ({
      ...report,
      outcome: { ...report.outcome, exitCode: 0, headline: 'conformant', because: 'all is well' },
    }))
    await expect(verify(better)).rejects.toThrow('its verdicts make it')
  })
})

test('a bundle of the old format is refused by its version', async () => {
  const head = { format: 'assay-bundle/1', suite: bundle.report.suite, run: bundle.report.run.id }
  const lines = chained([
    { kind: 'head', body: head },
    { kind: 'foot', body: { lines: 1, sha256: sha256('') } },
  ])
  const old = `${lines.join('\n')}\n`
  const message = 'it is of the format version assay-bundle/1; this assay reads assay-bundle/2'
  expect(() => unseal(old)).toThrow(message)
  writeFileSync(at('old.jsonl'), old)
  const { code, stdout } = await assay(['verify', at('old.jsonl')])
  expect(code).toBe(1)
  expect(stdout).toContain(`refused: ${message}`)
})

test('a key that is none is told before anything is sent', async () => {
  writeFileSync(at('no.pem'), 'no key')
  const cwd = emptyFolder()
  const { code, stderr } = await assay(['run', '--certify', '--sign', at('no.pem')], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('no private Ed25519 key in PEM')
  expect(existsSync(join(cwd, 'assay-bundle.jsonl'))).toBe(false)
})

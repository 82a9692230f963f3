import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Assembly } from '../../cli/assembly.ts'
import { verified } from '../../cli/certificate/bundle-file.ts'
import { BundleRefused, sha256 } from '../../kit/certificate/chain.ts'
import { replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import { seal } from '../../kit/certificate/seal.ts'
import { sealable } from '../../kit/certificate/verify.ts'
import type { Check } from '../../kit/check/check.ts'
import { recorderFor } from '../../kit/contract/recorder.ts'
import { status } from '../../kit/match/index.ts'
import { planOf } from '../../kit/plan/plan.ts'
import { buildReport } from '../../kit/report/report.ts'
import { Run } from '../../kit/run/run.ts'
import { Session } from '../../kit/run/session.ts'
import { defineCheck, defineFixture, libraryService, libraryTarget } from '../made-up/service.ts'
import { inMemory } from '../made-up/world.ts'
import { damaged, garbage, isUnpolluted, looking, mutatedTrees, timeout } from './mutations.ts'

const loan = defineFixture({
  name: 'loan',
  cost: { requests: { reader: 1 }, spends: { loans: 1 } },
  make: (t) =>
    t.send({
      method: 'POST',
      url: `${t.service.baseUrl}/loans`,
      operation: 'POST /loans',
      label: t.fresh('loan'),
      headers: [['Authorization', `Bearer ${t.key('reader')?.value}`]],
      key: 'reader[0]',
      spends: { loans: 1 },
    }),
})
const checks: readonly Check[] = [
  defineCheck({
    id: 'lib/loan/created',
    title: 'A loan is created',
    covers: ['lib.loan.created'],
    uses: [loan],
    run: async (t) => {
      const made = await t.use(loan)
      await t.step({ recipe: 'wait', kind: 'call', text: 'GET http://127.0.0.1:9' }, async () => undefined)
      t.judge('lib.loan.created', made, status(201))
    },
  }),
]
const assembly: Assembly = {
  name: 'library',
  description: 'A library',
  suites: [{ service: libraryService, checks: async () => checks }],
}

/** A bundle that holds. */
async function sealed(): Promise<string> {
  const target = libraryTarget({ keys: { reader: ['a', 'b'], other: 'c' } })
  const services = [libraryService]
  const options = { target, services, seed: 1, depth: 'standard' as const }
  const session = new Session(options, (own) => inMemory(own, () => [201, { id: 'l-1' }]))
  const run = new Run({ ...options, session, checks })
  await run.all()
  await run.close()
  const record = recorderFor(target, services)
  const plan = planOf({ ...options, checks, hasPerson: false })
  const told = JSON.parse(
    JSON.stringify({ report: await buildReport(run, record, { plan, certify: true }), log: replayLogOf(run, record) }),
  )
  const { report, log } = await sealable(told, services, checks)
  return seal(report, log)
}

let text = ''
let entries: readonly { readonly kind: string; readonly body: object }[] = []
beforeAll(async () => {
  text = await sealed()
  entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
})

/** The bundle with another body, in JSON, in one of its lines, and with digests that fit. */
function resealed(at: number, json: string): string {
  let lines: string[] = []
  for (const [n, { kind, body }] of entries.entries()) {
    const whole = `${lines.join('\n')}\n`
    const foot = { ...entries.at(-1)?.body, lines: n, sha256: sha256(whole) }
    const own = n === at ? canonical(json) : JSON.stringify(kind === 'foot' ? foot : body)
    lines = [...lines, `{"n":${n},"prev":"${sha256(lines.at(-1) ?? '')}","kind":"${kind}","body":${own}}`]
  }
  return `${lines.join('\n')}\n`
}

function canonical(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json)) ?? json
  } catch {
    return json
  }
}

/** Judges a bundle as the command does: it holds, or is refused. */
async function told(bundle: string): Promise<boolean> {
  try {
    await verified(bundle, undefined, assembly)
    return true
  } catch (error) {
    expect(error, (error as Error).stack ?? '').toBeInstanceOf(BundleRefused)
    expect((error as Error).message.length).toBeLessThan(2_000)
    return false
  } finally {
    expect(isUnpolluted()).toBe(true)
  }
}

test('a bundle with another record in it, sealed again, holds or is refused', { timeout }, async () => {
  expect(await told(text)).toBe(true)
  const changed = fc
    .nat(entries.length - 1)
    .chain((at) => fc.tuple(fc.constant(at), mutatedTrees(entries[at]?.body ?? {})))
    .map(([at, json]) => resealed(at, json))
  await fc.assert(
    fc.asyncProperty(changed, async (bundle) => void (await told(bundle))),
    looking(400),
  )
})

test('a bundle that is damaged, and what is none, is refused', { timeout }, async () => {
  const files = fc.oneof(damaged(fc.constant(text)), garbage).filter((bytes) => bytes.toString('utf8') !== text)
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      expect(await told(bytes.toString('utf8'))).toBe(false)
    }),
    looking(200),
  )
})

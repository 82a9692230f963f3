import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { expandDotted } from '../../kit/target/file/dotted.ts'
import type { TargetFile } from '../../kit/target/file/file.ts'
import { schemaProblems } from '../../kit/target/file/problems.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { judgeTargetFile } from '../../kit/target/file/rules.ts'
import { addressMember } from '../../kit/target/reached.ts'
import type { SectionDefinition } from '../../kit/target/section.ts'
import { resolveTarget } from '../../kit/target/target.ts'
import { claims, sections } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-claims-'))
afterAll(() => rmSync(folder, { recursive: true }))
const configPath = join(folder, 'x.yaml')

const addressed = (section: SectionDefinition): object => ({ [addressMember(section) ?? 'run']: 'https://x' })

/** A blank without quotes, which a number fills in. */
const NUMBER = /: …(?=[ ,}])/g

/** What fills in the others: a name, a part of a URL, or a phone. */
const TEXT = '255700000001'

/** A minimal file with the line of a claim added, its blanks filled in. */
function fileWith(claim: string): TargetFile {
  const base = Object.fromEntries(sections.map((section) => [section.id, addressed(section)]))
  const added = parse(claims.lineFor(claim).replaceAll(NUMBER, ': 500').replaceAll('…', TEXT)) as Record<
    string,
    unknown
  >
  const own = Object.fromEntries(Object.entries(base).filter(([id]) => !Object.hasOwn(added, id)))
  const env = new Proxy({}, { get: (_, name) => `sk_test_${String(name)}` })
  return resolveReferences(expandDotted(configPath, { ...own, ...added }), env, sections).value as TargetFile
}

const open = ['payment.keys.live[2]', 'messaging.outcomes.delivered', 'messaging.probes.otpInbox']

test.each([...claims.all, ...open])('the line for %s makes the claim', (claim) => {
  const file = fileWith(claim)
  expect(schemaProblems(file, sections, [])).toEqual([])
  // The only line whose blanks are names of files.
  if (claim === 'webhooks.tls') writeFileSync(join(folder, TEXT), 'PEM')
  else expect(judgeTargetFile(file, configPath, sections, []).problems).toEqual([])
  const target = resolveTarget(file, { sections, configPath, secrets: [] })
  expect(claims.isMade(target, claim)).toBe(true)
})

test('a target with addresses only makes no claim beyond its parties', () => {
  const urls = Object.fromEntries(sections.map((section) => [section.id, addressed(section)]))
  const target = resolveTarget(urls, { sections, secrets: [] })
  const ids: string[] = sections.map(({ id }) => id)
  expect([...claims.all, ...open].filter((claim) => claims.isMade(target, claim))).toEqual(ids)
})

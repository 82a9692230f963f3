import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CLAIMS, type Claim, hasClaim, lineFor } from './claims.ts'
import type { TargetFile } from './file.ts'
import { schemaProblems } from './problems.ts'
import { resolveReferences } from './references.ts'
import { judgeTargetFile } from './rules.ts'
import { resolveTarget } from './target.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-claims-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Tree = { [name: string]: Tree | unknown }

/** A minimal file with the line of a claim added, its blanks filled in. */
function fileWith(claim: Claim): unknown {
  const file: Tree = { payment: { baseUrl: 'https://x' }, messaging: { baseUrl: 'https://x' } }
  const added = parse(lineFor(claim).replaceAll('…', 'x')) as Record<string, unknown>
  for (const [dotted, value] of Object.entries(added)) {
    const names = dotted.split('.')
    const last = names.pop() ?? ''
    let node = file
    for (const name of names) {
      node[name] ??= {}
      node = node[name] as Tree
    }
    node[last] = value
  }
  const env = new Proxy({}, { get: (_, name) => `value-of-${String(name)}` })
  return resolveReferences(file, env).value
}

const open: Claim[] = ['payment.keys.live[2]', 'messaging.outcomes.delivered', 'messaging.probes.otpInbox']

test.each([...CLAIMS, ...open])('the line for %s makes the claim', (claim) => {
  const file = fileWith(claim)
  expect(schemaProblems(file, [])).toEqual([])
  if (claim === 'webhooks.tls') {
    // The only line whose blanks are names of files.
    writeFileSync(join(folder, 'x'), 'PEM')
  } else {
    expect(judgeTargetFile(file, join(folder, 'x.yaml'), []).problems).toEqual([])
  }
  const target = resolveTarget(file as TargetFile, { configPath: join(folder, 'x.yaml'), secrets: [] })
  expect(hasClaim(target, claim)).toBe(true)
})

test('a target with base URLs only makes no claim beyond its services', () => {
  const target = resolveTarget(
    { payment: { baseUrl: 'https://x' }, messaging: { baseUrl: 'https://x' } },
    { secrets: [] },
  )
  expect([...CLAIMS, ...open].filter((claim) => hasClaim(target, claim))).toEqual(['payment', 'messaging'])
})

test('one live key is no second one', () => {
  const target = resolveTarget({ payment: { baseUrl: 'https://x', keys: { live: ['a'] } } }, { secrets: [] })
  expect(hasClaim(target, 'payment.keys.live[0]')).toBe(true)
  expect(hasClaim(target, 'payment.keys.live[1]')).toBe(false)
})

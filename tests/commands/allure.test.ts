import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assay, emptyFolder } from '../command.ts'
import { httpServer } from '../servers.ts'

interface AllureStep {
  readonly name: string
  readonly status: string
  /** Each attachment is a step of its own. */
  readonly steps: readonly AllureStep[]
}

interface AllureResult {
  readonly name: string
  readonly status: string
  readonly statusDetails: { readonly message?: string }
  readonly labels: readonly { readonly name: string; readonly value: string }[]
  readonly steps: readonly AllureStep[]
}

/** Results of the check of a missing Idempotency-Key, and the texts of its attachments. */
async function resultsOf(baseUrl?: string): Promise<{ result: AllureResult; texts: string; out: string }> {
  const service = await startPaymentService({ timeScale: 60, flaw: 'creates-without-key' })
  try {
    const file = service.targetFile()
    const payment = { ...(file.payment as object), ...(baseUrl === undefined ? {} : { baseUrl }) }
    const folder = emptyFolder()
    const config = join(folder, 'target.json')
    writeFileSync(config, JSON.stringify({ ...file, payment }))
    const out = join(folder, 'results')
    await assay(['run', '--config', config, '--only', 'pay/validation/key-required', '--allure', out])
    const names = readdirSync(out)
    const results = names
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => JSON.parse(readFileSync(join(out, name), 'utf8')) as AllureResult)
    const result = results.find(({ status }) => status === 'failed' || status === 'broken')
    if (result === undefined) throw new Error('no result is failed or broken')
    expect(results.filter(({ status }) => status === 'skipped').length).toBe(results.length - 1)
    const texts = names.filter((name) => name.endsWith('.txt')).map((name) => readFileSync(join(out, name), 'utf8'))
    return { result, texts: texts.join('\n'), out }
  } finally {
    await service.close()
  }
}

interface Rendered {
  readonly summary: { readonly status: string; readonly stats: { readonly failed?: number; readonly retries?: number } }
  readonly results: readonly { readonly name: string; readonly status: string }[]
  readonly html: string
}

const ALLURE = fileURLToPath(new URL('../../node_modules/allure/cli.js', import.meta.url))

/** What the allure package makes of results. */
function rendered(results: string): Rendered {
  const out = join(results, '..', 'page')
  execFileSync(process.execPath, [ALLURE, 'generate', results, '-o', out], { cwd: join(results, '..'), stdio: 'pipe' })
  const read = (path: string): unknown => JSON.parse(readFileSync(join(out, path), 'utf8'))
  return {
    summary: read('summary.json') as Rendered['summary'],
    results: readdirSync(join(out, 'data/test-results')).map(
      (name) => read(`data/test-results/${name}`) as Rendered['results'][number],
    ),
    html: readFileSync(join(out, 'index.html'), 'utf8'),
  }
}

test('a contradiction is a failed result with labels, steps, and the exchange attached', async () => {
  const { result, texts, out } = await resultsOf()
  expect(result.status).toBe('failed')
  expect(result.statusDetails.message).toMatch(/expected 400 .*, got .*Payment › Errors › Request and validation\./)
  const labels = result.labels.map(({ name, value }) => `${name} ${value}`)
  for (const label of [
    'epic Payment',
    'feature idempotency',
    'story pay.idempotency.key-required',
    'severity critical',
  ])
    expect(labels).toContain(label)
  const step = result.steps.find(({ status }) => status === 'failed')
  expect(step?.name).toBe('pay.idempotency.key-required: fail')
  expect(step?.steps.map(({ name }) => name)).toEqual(['judgement', expect.stringMatching(/^x\d+$/)])
  expect(texts).toContain('POST http://127.0.0.1')
  expect(texts).toMatch(/Bearer '"\$PAY_KEY(?:_\d)?"/)
  expect(texts).not.toMatch(/sk_live_\w/)
  const page = rendered(out)
  expect(page.summary).toMatchObject({ status: 'failed', stats: { failed: 1 } })
  // Results of one name would be taken for attempts at one test.
  expect(page.summary.stats.retries ?? 0).toBe(0)
  const shown = page.results.find(({ status }) => status === 'failed')
  expect(shown).toMatchObject({
    name: result.name,
    groupedLabels: { epic: ['Payment'], story: ['pay.idempotency.key-required'], severity: ['critical'] },
  })
  expect(page.html).toContain('<script')
})

test('a check that came to no verdict is a broken result', async () => {
  const server = await httpServer((_, response) => response.writeHead(500).end())
  try {
    const { result } = await resultsOf(server.url)
    expect(result.status).toBe('broken')
    expect(result.steps.some(({ status }) => status === 'broken')).toBe(true)
  } finally {
    await server.close()
  }
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementOf } from '../../kit/certificate/statement.ts'
import { htmlCertificate } from '../../reporters/html/certificate.ts'
import { emptyFolder } from '../command.ts'
import { NOTHING } from '../made-up/recorded-evidence.ts'
import { sampleReport } from '../made-up/sample-report.ts'
import { hasBrowser, launchBrowser } from './browser.ts'
import { faintTexts } from './contrast.ts'

const sample = sampleReport(120)
const report = { ...sample, target: { ...sample.target, name: '<b>acme</b> "staging"' } }
const log = { ...NOTHING, target: { services: report.target.baseUrls } }
const page = htmlCertificate({
  report,
  statement: statementOf(report, log, { digest: 'ab'.repeat(32), validUntil: '2026-01-31' }),
  standing: { confirmed: [], withheld: [{ id: report.requirements[0]?.id ?? '', verdict: 'pass' }] },
  isKeyKnown: false,
  command: 'assay verify bundle.jsonl --key public.pem',
  commandElsewhere: 'assay verify bundle.jsonl --key public.pem',
  program: 'assay-conformance 0.1.0',
  today: '2026-03-01',
})

describe.skipIf(!hasBrowser)('the certificate in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)(
    '%s, %i px wide: says what has to be known first, and nothing is cut off or faint',
    async (colorScheme, width) => {
      const path = join(emptyFolder(), 'certificate.html')
      writeFileSync(path, page)
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const opened = await context.newPage()
      const complaints: string[] = []
      opened.on('console', (message) => complaints.push(message.text()))
      await opened.goto(pathToFileURL(path).href)
      const marks = await opened.getByRole('list', { name: 'What has to be known first' }).innerText()
      for (const word of ['unsigned', 'last day was 2026-01-31', report.outcome.headline]) expect(marks).toContain(word)
      expect(await opened.getByRole('heading', { level: 1 }).innerText()).toBe('Not conformant')
      expect(await opened.locator('body').innerText()).toContain('<b>acme</b> "staging"')
      expect(await opened.getByText('assay verify').count()).toBe(1)
      expect(await opened.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      expect(await faintTexts(opened)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

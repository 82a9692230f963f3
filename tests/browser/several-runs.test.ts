import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlComparison } from '../../reporters/html/comparison.ts'
import { htmlMatrix } from '../../reporters/html/matrix.ts'
import { compared } from '../../reporters/views/runs/comparison.ts'
import { matrixOf } from '../../reporters/views/runs/matrix.ts'
import { emptyFolder } from '../command.ts'
import { sampleReport } from '../made-up/sample-report.ts'
import { hasBrowser, launchBrowser } from './browser.ts'
import { faintTexts } from './contrast.ts'

const sample = sampleReport(90)

/** Deployments that differ in every third statement. */
const reports = Array.from({ length: 10 }, (_, index) => ({
  ...sample,
  target: { ...sample.target, name: index === 0 ? '<b>acme</b>' : `acme ${index} of a region with a long name` },
  requirements: sample.requirements.map((each, at) =>
    at % 3 === 0 && at % 10 === index ? { ...each, verdict: 'pass' as const } : each,
  ),
}))
const [a = sample, b = sample] = reports

const pages = {
  matrix: htmlMatrix(matrixOf(reports.map((report, index) => ({ report, name: `r${index}` })))),
  comparison: htmlComparison(a, b, compared(a, b)),
}

describe.skipIf(!hasBrowser)('pages of several runs in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  test.each([
    ['matrix', 'light', 1280],
    ['matrix', 'dark', 1280],
    ['matrix', 'light', 390],
    ['comparison', 'dark', 390],
  ] as const)('%s, %s, %i px wide: nothing is wider than the page, or faint', async (name, colorScheme, width) => {
    const path = join(emptyFolder(), `${name}.html`)
    writeFileSync(path, pages[name])
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
    const opened = await context.newPage()
    const complaints: string[] = []
    opened.on('console', (message) => complaints.push(message.text()))
    await opened.goto(pathToFileURL(path).href)
    expect(await opened.locator('body').innerText()).toContain('<b>acme</b>')
    expect(await opened.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    expect(await faintTexts(opened)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlReport } from '../../reporters/html/page.ts'
import { emptyFolder } from '../command.ts'
import { poisoned, sampleReport, tally } from '../made-up/sample-report.ts'
import { hasBrowser, launchBrowser } from './browser.ts'
import { faintTexts } from './contrast.ts'

const report = sampleReport(500)
const source = htmlReport(report)
const many = tally(report)
/** Enough for what does not depend on how much there is. */
const small = sampleReport(60)
const smallSource = htmlReport(small)

const POISON = [
  `"'></title></style></textarea></script>`,
  '<script>window.stung = 1</script><img src=x onerror="window.stung = 2"><svg onload="window.stung = 3"><a href="javascript:window.stung = 4">',
  '<iframe srcdoc="<script>parent.stung = 5</script>"></iframe><form action="https://example.org"><base href="https://example.org/">',
  '&lt;script&gt;${window.stung = 6}\u202e\u0007\u0000]]>--><!--',
].join('')

describe.skipIf(!hasBrowser)('the HTML report in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  /** The page from a file, as a reader opens it, with what it complained of and what it asked the network for. */
  async function open(html: string, options: BrowserContextOptions = {}) {
    const path = join(emptyFolder(), 'report.html')
    writeFileSync(path, html)
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    const requests: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    page.on('dialog', (dialog) => {
      complaints.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    const url = pathToFileURL(path).href
    await page.goto(url)
    return { page, complaints, requests, url, close: () => context.close() }
  }

  const shown = (page: Page): Promise<number> => page.locator('.req:not([hidden])').count()

  test('is one file: no request but its own, no complaint, landmarks, one outline', async () => {
    const { page, complaints, requests, url, close } = await open(source)
    expect(complaints).toEqual([])
    expect(requests.filter((each) => !each.startsWith('data:'))).toEqual([url])
    for (const role of ['banner', 'main', 'navigation', 'complementary', 'contentinfo', 'search'] as const) {
      expect(await page.getByRole(role).count(), role).toBe(1)
    }
    const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((each) => Number(each.tagName[1])))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true)
    const ids = await page.locator('[id]').evaluateAll((all) => all.map((each) => each.id))
    expect(ids.length).toBe(new Set(ids).size)
    const lost = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) =>
        all
          .map((each) => each.getAttribute('href') ?? '')
          .filter((href) => document.getElementById(href.slice(1)) === null),
      )
    expect(lost).toEqual([])
    await close()
  })

  test('says the verdict and shows each failure with what was expected, what came, where it is written and how to see it again', async () => {
    const { page, close } = await open(source)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not conformant')
    const card = page.locator('.req.fail').first()
    const first = report.requirements.find(({ verdict }) => verdict === 'fail')
    expect(await card.getAttribute('id')).toBe(first?.id)
    // What is out of sight is not laid out and has no text then; what is laid out above it moves it away again.
    const shownText = async () => {
      await card.scrollIntoViewIfNeeded()
      return (await card.innerText()).replace(/\s+/g, ' ')
    }
    await expect.poll(shownText).not.toBe('')
    const text = await shownText()
    for (const part of [
      first?.text,
      first?.at,
      '400 VALIDATION_ERROR with the field amount in details',
      '200 (no error_code)',
      'curl -sS',
      `assay explain ${first?.id}`,
    ]) {
      expect(text).toContain(part)
    }
    await close()
  })

  test('shows what the baseline makes of it, and what was planned beside what was used', async () => {
    const { page, close } = await open(smallSource)
    const gate = page.getByRole('region', { name: 'Gate closed' })
    const known = small.gate?.known ?? []
    expect(await gate.getByRole('row').count()).toBe(known.length + 1)
    for (const { requirement, reason } of known) {
      expect(await gate.getByRole('row', { name: requirement }).innerText()).toContain(reason)
    }
    const holds = known.find(({ state }) => state === 'holds')
    await gate.getByRole('link', { name: holds?.requirement ?? '' }).click()
    const item = page.locator(`[id="${holds?.requirement}"]`)
    await expect.poll(() => item.innerText()).toContain(`known until ${holds?.expires}`)
    expect(await page.getByText(/known until/).count()).toBe(1)
    const plan = page.getByRole('region', { name: 'Planned and used' })
    expect((await plan.getByRole('row', { name: 'payments' }).innerText()).split(/\s+/)).toEqual([
      'payments',
      '18',
      '24',
      '20',
    ])
    await close()
  })

  test('narrows down by keyboard alone', async () => {
    const { page, complaints, close } = await open(source)
    const filters = page.locator('#filters')
    expect(await shown(page)).toBe(500)
    await page.keyboard.press('/')
    await page.keyboard.type('extra limit')
    expect(await shown(page)).toBe(report.requirements.filter(({ id }) => id.startsWith('pay.extra')).length)
    await page.keyboard.press('Escape')
    expect(await shown(page)).toBe(500)

    await filters.getByRole('checkbox', { name: /fail/ }).focus()
    await page.keyboard.press('Space')
    expect(await shown(page)).toBe(many.fail)
    expect(await page.locator('#shown').textContent()).toBe(`${many.fail} of 500 requirements`)
    await filters.getByRole('checkbox', { name: /^may/ }).focus()
    await page.keyboard.press('Space')
    const mayFailed = report.requirements.filter(({ verdict, level }) => verdict === 'fail' && level === 'may').length
    expect(await shown(page)).toBe(mayFailed)
    await filters.getByRole('button', { name: 'Show all' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page)).toBe(500)

    await filters.getByRole('checkbox', { name: 'messaging' }).focus()
    await page.keyboard.press('Space')
    expect(await shown(page)).toBe(report.requirements.filter(({ id }) => id.startsWith('msg.')).length)

    const cell = page.locator('aside').getByRole('button', { name: /^pay\.idempotency, must/ })
    await cell.focus()
    await page.keyboard.press('Enter')
    const own = report.requirements.filter(({ id, level }) => id.startsWith('pay.idempotency.') && level === 'must')
    expect(await shown(page)).toBe(own.length)
    expect(await cell.getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('.req:not([hidden])').first().isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  test('every control is reached with Tab, and seen when it has the focus', async () => {
    const { page, close } = await open(smallSource)
    const seen = new Set<string>()
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate(() => {
        const element = document.activeElement
        if (element === null) return { name: '', outline: '' }
        return {
          name: element.id || `${element.tagName} ${element.textContent}`,
          outline: getComputedStyle(element).outlineStyle,
        }
      })
      expect(focus.outline, focus.name).not.toBe('none')
      seen.add(focus.name)
    }
    const links = await page.locator('nav a').evaluateAll((all) => all.map((each) => `A ${each.textContent}`))
    expect(['theme', ...links, 'q', 'area', 'all'].filter((each) => !seen.has(each))).toEqual([])
    await page.getByRole('link', { name: 'To the requirements' }).focus()
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#requirements')
    await close()
  })

  test.each([true, false])('on a phone every section is a touch away, with a script: %s', async (javaScriptEnabled) => {
    const { page, close } = await open(smallSource, { viewport: { width: 390, height: 844 }, javaScriptEnabled })
    const links = await page.locator('nav a').all()
    expect(links.length).toBeGreaterThan(6)
    for (const link of links) {
      await link.click()
      const section = page.locator(await link.getAttribute('href').then(String))
      const top = await section.evaluate((each) => each.getBoundingClientRect().top)
      const header = await page.locator('.top').evaluate((each) => each.getBoundingClientRect().bottom)
      expect(top).toBeGreaterThanOrEqual(header - 1)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await close()
  })

  test('a link opens what is folded, also where a filter hides it', async () => {
    const { page, close } = await open(smallSource)
    await page.locator('#filters').getByRole('checkbox', { name: /fail/ }).check()
    const kept = small.requirements.find(({ verdict }) => verdict === 'pass')
    await page.evaluate((id) => {
      location.hash = `#${id}`
    }, kept?.id)
    const item = page.locator(`[id="${kept?.id}"]`)
    await expect.poll(() => item.getAttribute('open')).toBe('')
    expect(await item.locator('.body').isVisible()).toBe(true)
    await item.locator('.links a').first().click()
    await expect.poll(() => page.locator('#messages > .evidence[open]').count()).toBe(1)
    await close()
  })

  test.each(['light', 'dark'] as const)(
    '%s: follows the system, changes at the button, every text has contrast AA',
    async (scheme) => {
      const { page, close } = await open(smallSource, { colorScheme: scheme })
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
      })
      expect(await faintTexts(page)).toEqual([])
      const before = await background()
      await page.locator('#theme').click()
      expect(await background()).not.toBe(before)
      expect(await faintTexts(page)).toEqual([])
      await page.reload()
      expect(await background()).not.toBe(before)
      await close()
    },
  )

  test('500 requirements: opens and filters within a second, in less than 3 MB', async () => {
    expect(Buffer.byteLength(source)).toBeLessThan(3_000_000)
    const opening: number[] = []
    const filtering: number[] = []
    // The best of three: the machine may be busy with something else.
    for (let time = 0; time < 3; time += 1) {
      const { page, close } = await open(source)
      opening.push(
        await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().loadEventEnd as number),
      )
      filtering.push(
        await page.evaluate(async () => {
          const field = document.getElementById('q') as unknown as { value: string; dispatchEvent(event: Event): void }
          const started = performance.now()
          field.value = 'validation'
          field.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          return performance.now() - started
        }),
      )
      expect(await shown(page)).toBeGreaterThan(0)
      await close()
    }
    expect(Math.min(...opening)).toBeLessThan(1000)
    expect(Math.min(...filtering)).toBeLessThan(1000)
  })

  test('what a target wrote stays text, wherever it stands', async () => {
    const { page, complaints, requests, close } = await open(htmlReport(poisoned(sampleReport(60), POISON)))
    const alien = await page.evaluate(() => ({
      stung: (globalThis as { stung?: unknown }).stung,
      scripts: document.scripts.length,
      elements: document.querySelectorAll('img, iframe, object, embed, base, textarea, form:not(#filters), [style]')
        .length,
      handlers: Array.from(document.querySelectorAll('*')).filter((each) =>
        each.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      links: Array.from(document.querySelectorAll('a')).filter(
        (each) => each.getAttribute('href')?.startsWith('#') !== true,
      ).length,
      read: document.body.textContent?.includes('<script>window.stung = 1</script>'),
    }))
    expect(alien).toEqual({ stung: undefined, scripts: 1, elements: 0, handlers: 0, links: 0, read: true })
    // Nothing had to be held back by the policy.
    expect(complaints).toEqual([])
    expect(requests.filter((each) => !each.startsWith('file:') && !each.startsWith('data:'))).toEqual([])
    await close()
  })

  test('behind the escaping stands a policy that runs no script but its own', async () => {
    const smuggled = smallSource.replace(
      '<main id="main">',
      '<main id="main"><script>window.stung = 1</script><img src="https://example.org/x.png" onerror="window.stung = 2">',
    )
    const { page, complaints, close } = await open(smuggled)
    expect(await page.evaluate(() => (globalThis as { stung?: unknown }).stung)).toBeUndefined()
    expect(complaints.filter((each) => each.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(2)
    await close()
  })

  test('without script it is all there, and nothing that would not work', async () => {
    const { page, close } = await open(smallSource, { javaScriptEnabled: false })
    expect(await page.locator('#filters').isVisible()).toBe(false)
    expect(await page.locator('.req.fail').first().isVisible()).toBe(true)
    expect(await page.locator('.req').count()).toBe(60)
    await close()
  })
})

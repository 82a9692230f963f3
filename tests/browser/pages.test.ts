import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from './browser.ts'

const folder = fileURLToPath(new URL('../../site/dist', import.meta.url))
const isBuilt = existsSync(join(folder, 'index.html'))
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

describe.skipIf(!hasBrowser || !isBuilt)('the pages that npm run docs makes, where they are made', () => {
  let browser: Browser
  let server: Server
  let address: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))
      const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
      if (!existsSync(file)) return response.writeHead(404).end()
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      return createReadStream(file).pipe(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    server?.close()
  })

  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(data|file|blob):/.test(request.url())) strangers.push(request.url())
    })
    await page.goto(url)
    return { page, strangers, close: () => context.close() }
  }

  test('search finds a requirement, and asks nobody else for anything', async () => {
    const { page, strangers, close } = await open(`${address}/requirements/`)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.locator('#localsearch-input').fill('replay-status')
    await page.locator('#localsearch-list a').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('h1', { hasText: 'replay-status' }).waitFor()
    expect(page.url()).toContain('/requirements/')
    expect(strangers).toEqual([])
    await close()
  })

  test('nothing is wider than a phone', async () => {
    for (const path of [
      '',
      'requirements/',
      'requirements/pay.idempotency.replay-status.html',
      'guides/target-file.html',
    ]) {
      const { page, close } = await open(`${address}/${path}`, { viewport: { width: 390, height: 844 } })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
      await close()
    }
  })

  test('the page of a requirement is read from the folder as a report links to it, with its style', async () => {
    const { page, strangers, close } = await open(
      pathToFileURL(join(folder, 'requirements/pay.idempotency.replay-status.html')).href,
    )
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('pay.idempotency.replay-status')
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
    await page.locator('.vp-doc a[href*="areas/"]').first().click()
    expect(new URL(page.url()).protocol).toBe('file:')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('pay.idempotency')
    expect(strangers).toEqual([])
    await close()
  })

  test('every link and every file that a page names is there', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    const lost = names.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/ (?:href|src)="([^"#:]+)(?:#[^"]*)?"/g)]
        .map(([, link = '']) => posix.join(posix.dirname(name), decodeURIComponent(link)))
        .filter((path) => !files.has(path))
        .map((path) => `${name}: ${path}`),
    )
    expect(names.length).toBeGreaterThan(20)
    expect(lost).toEqual([])
  })
})

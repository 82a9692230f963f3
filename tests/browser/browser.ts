import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** The browser comes with the development dependencies, for Linux alone. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64'

/** Made for functions that live for one request: a browser that opens several pages has no use for these. */
const SHORT_LIVED = /^--(single-process|no-zygote|headless)/

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => !SHORT_LIVED.test(arg)),
    headless: true,
  })
}

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { htmlReport } from '../../reporters/html/page.ts'
import type { Assembly } from '../assembly.ts'
import { browser } from '../files/browser.ts'
import { writeInFolder } from '../files/folder.ts'
import { reportOrLast } from '../run/kept/find.ts'

/**
 * Makes the page of a report, prints where it is, and shows it where there is a display.
 * @param file a report or a bundle, or a run that is kept: its folder, its name or `last`; the last one when absent
 * @throws UsageError where there is none
 */
export async function open(file: string | undefined, assembly: Assembly): Promise<number> {
  const { report } = await reportOrLast(file, assembly, process.cwd())
  const path = resolve(await writeInFolder(process.cwd(), ['last.html'], htmlReport(report)))
  const isShown = await browser(path, process.platform, process.env)
  process.stdout.write(isShown ? `${path}\n` : `${pathToFileURL(path).href}\n`)
  return 0
}

import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { Report } from '../kit/report.ts'

/** Writes the report as one file, whole or not at all. Rejects when it cannot be written. */
export async function writeJson(path: string, report: Report): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    await writeFile(draft, `${JSON.stringify(report, undefined, 2)}\n`)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

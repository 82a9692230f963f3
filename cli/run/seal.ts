import { resolve } from 'node:path'
import type { ReplayLog } from '../../kit/certificate/replay/replay-log.ts'
import { seal } from '../../kit/certificate/seal.ts'
import type { Recorder } from '../../kit/evidence/recorder.ts'
import type { Report } from '../../kit/report/report.ts'
import { writeWhole } from '../../reporters/whole-file.ts'
import { keyFrom } from '../commands/verify.ts'
import { assertFile, reasonOf } from './output/report-files.ts'

export interface SealFlags {
  /** File that receives the bundle. */
  readonly bundle?: string
  /** PEM file of a private key. */
  readonly sign?: string
}

/** What a run came to, and what has it judged again. */
export interface Judged {
  readonly report: Report
  readonly log?: ReplayLog
  /** Where it was not a deployment but the reference of this process, which is gone by now. */
  readonly isEmbedded?: boolean
  /** Takes out of later words on it what must not be kept. */
  readonly record: Pick<Recorder, 'text' | 'signed'>
}

const BUNDLE = 'assay-bundle.jsonl'

/**
 * What seals a run once it is over, and gives back what could not be written. Finds out beforehand whether it can.
 * @param command as people type it
 * @throws UsageError for a file that cannot be written, and for one that holds no key
 */
export async function sealingFor(
  { bundle = BUNDLE, sign }: SealFlags,
  command: string,
): Promise<(judged: Judged) => Promise<string[]>> {
  assertFile(`--bundle ${bundle}`, resolve(bundle))
  const key = sign === undefined ? undefined : await keyFrom('--sign', sign, 'private')
  return async ({ report, log }) => {
    // What a stop cut off is judged by what was cut off, which evidence does not hold.
    if (log === undefined || report.run.stopped !== undefined) {
      process.stderr.write(`${command}: no bundle: the run was stopped before its end\n`)
      return []
    }
    const text = seal(report, log, key)
    try {
      await writeWhole(bundle, text)
    } catch (error) {
      return [`--bundle ${bundle} could not be written: ${reasonOf(error)}`]
    }
    process.stderr.write(`sealed in ${bundle}: ${command} verify ${bundle}\n`)
    return []
  }
}

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { startSandbox } from '../../cli/own/sandbox/sandbox.ts'
import type { Report } from '../../kit/report/report.ts'
import { emptyFolder } from '../command.ts'
import { type Deed, proxy } from './proxy.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** How a run against a proxy before both services ended. */
export interface Judged {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly seconds: number
  /** Largest resident size of the process, MB. */
  readonly peakMb: number
  /** As it was written; undefined where there is no file. */
  readonly report: Report | undefined
  readonly folder: string
}

export interface JudgedOptions {
  readonly args?: readonly string[]
  /** Flags that name reports, in place of one of each format. */
  readonly reports?: readonly string[]
  /** Seconds. */
  readonly maxTime?: number
  readonly file?: (file: Record<string, unknown>) => Record<string, unknown>
}

/** Notes the largest resident size when the process ends. */
const METER = `process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)))`

const REPORTS = ['--json', 'report.json', '--html', 'report.html', '--junit', 'report.xml', '--markdown', 'report.md']

/** Each run takes most of a processor; more at once would wait for each other, and be late. */
const AT_ONCE = 2
const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve())
let turn = 0

/** Runs the real command on both reference services, each behind a proxy of its own, when its turn has come. */
export function judgedBehind(deed: () => Deed, options: JudgedOptions = {}): Promise<Judged> {
  const lane = turn % AT_ONCE
  turn += 1
  const judged = (lanes[lane] ?? Promise.resolve()).then(() => ran(deed, options))
  lanes[lane] = judged.catch(() => undefined)
  return judged
}

async function ran(
  deed: () => Deed,
  { args = [], reports = REPORTS, maxTime = 25, file = (each) => each }: JudgedOptions,
): Promise<Judged> {
  const sandbox = await startSandbox({ timeScale: 20 })
  const proxies = await Promise.all([proxy(sandbox.payment.url, deed()), proxy(sandbox.messaging.url, deed())])
  const folder = emptyFolder()
  try {
    const { payment, messaging, paymentReceiver: _, messagingReceiver: __, ...rest } = sandbox.file
    const changed = file({
      ...rest,
      payment: { ...payment, baseUrl: proxies[0]?.url },
      messaging: { ...messaging, baseUrl: proxies[1]?.url },
      timing: { ...sandbox.file.timing, request: 3 },
    })
    writeFileSync(join(folder, 'target.yaml'), stringify(changed))
    writeFileSync(join(folder, 'meter.cjs'), METER)
    const startedAt = performance.now()
    const peak = join(folder, 'peak')
    const child = spawn(
      process.execPath,
      [
        '--require',
        join(folder, 'meter.cjs'),
        MAIN,
        'run',
        '--config',
        'target.yaml',
        '--yes',
        '--depth',
        'quick',
        '--max-time',
        String(maxTime),
        ...reports,
        ...args,
      ],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', PEAK_FILE: peak },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    const seconds = (performance.now() - startedAt) / 1000
    const path = join(folder, 'report.json')
    return {
      code,
      stdout,
      stderr,
      seconds,
      peakMb: existsSync(peak) ? Number(readFileSync(peak, 'utf8')) / 1024 : Number.NaN,
      report: existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined,
      folder,
    }
  } finally {
    for (const each of proxies) each.close()
    await sandbox.close()
  }
}

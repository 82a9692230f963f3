import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assayHere, emptyFolder } from '../command.ts'
import { reportIn } from '../reports.ts'
import { fileOf } from '../targets.ts'

const shell = promisify(execFile)

let service: Awaited<ReturnType<typeof startPaymentService>>
let keys: Record<string, string> = {}
const folder = emptyFolder()
// One for each: the limiter of a service goes on counting what another test sent.
beforeEach(async () => {
  service = await startPaymentService({ timeScale: 60, flaw: 'replay-201' })
  const live = fileOf(service).payment?.keys?.live ?? []
  keys = Object.fromEntries(live.map((key, index) => [index === 0 ? 'PAY_KEY' : `PAY_KEY_${index + 1}`, key]))
})
afterEach(() => service?.close())

async function judged(environment: string, ...flags: string[]): Promise<{ report: Report; stdout: string }> {
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...service.targetFile(), environment }))
  const { stdout } = await assayHere(['run', '--config', 'target.json', ...flags, '--json', 'report.json'], {
    cwd: folder,
  })
  return { report: reportIn(join(folder, 'report.json')), stdout }
}

/** What the command of a report is answered with. */
async function status(curl: string, env: Record<string, string> = {}): Promise<number> {
  const { stdout } = await shell('sh', ['-c', curl], { env: { PATH: process.env.PATH ?? '', ...keys, ...env } })
  return Number(/^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1])
}

describe.skipIf(process.platform === 'win32')('commands of a report on this machine', { timeout: 120_000 }, () => {
  test('do what the run did, in their order: only the keys are needed', async () => {
    const { report } = await judged('local', '--only', 'pay/validation/*', '--seed', '5')
    const asked = report.exchanges.filter(({ key }) => key.startsWith('live'))
    expect(asked.length).toBeGreaterThan(20)
    const again: (number | undefined)[] = []
    for (const { curl } of asked) again.push(await status(curl, { RUN: report.run.id.replace(/..$/, 'xx') }))
    expect(again).toEqual(asked.map(({ response }) => response?.status))
  })

  test('a creation is a new one each time, and the lines of a failure show it', async () => {
    const { stdout, report } = await judged('local', '--seed', '7', '--only', 'pay.idempotency.replay-status')
    const curl = /^ +(curl .*)$/m.exec(stdout)?.[1] ?? ''
    expect(curl, stdout).toContain('"${RUN:-')
    expect(stdout).toContain('keys and references are new each second, and the commands of one group in brackets share')
    const created = report.exchanges.find(({ response }) => response?.status === 201)
    const answers = [
      await status(created?.curl ?? ''),
      await status(curl, { RUN: 'pair' }),
      await status(curl, { RUN: 'pair' }),
    ]
    // The flaw answers a replay as it answered the creation.
    expect(answers).toEqual([201, 201, 201])
    const { stdout: answer } = await shell('sh', ['-c', curl], { env: { PATH: process.env.PATH ?? '', ...keys } })
    expect(answer).not.toContain(report.run.id)
  })

  test('elsewhere they hold no people, and what was sent as it was', async () => {
    const { report } = await judged('test', '--only', 'pay.idempotency.replay-status', '--yes')
    expect(report.exchanges.length).toBeGreaterThan(2)
    for (const { curl } of report.exchanges) expect(curl).not.toMatch(/\$\{RUN|"phone":"\d{9}/)
    expect(report.exchanges.some(({ curl }) => curl.includes(report.run.id))).toBe(true)
  })

  test('the command of a generated value works word for word, and names the target of a run that is not kept', async () => {
    const { report, stdout } = await judged(
      'local',
      ...['--only', 'pay/generated/histories', '--depth', 'deep', '--no-keep', '--seed', '7'],
    )
    const [command = ''] = /(?<=^ *run it again with: ).*$/m.exec(stdout) ?? []
    expect(command).toMatch(
      /^assay replay pay\/generated\/histories --seed 7 --path \d+,[\w,:+/=]+ --config target\.json$/,
    )
    expect(report.requirements.flatMap(({ judgements }) => judgements).map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/\nrun it again with: assay replay .* --config target\.json$/),
    )
    const again = await assayHere(command.split(' ').slice(1), { cwd: folder })
    expect(again.code, again.stderr).toBe(1)
    expect(again.stdout).toContain(`run it again with: ${command}\n`)
    const known = await assayHere(['report', 'report.json', '--junit', '-'], { cwd: folder })
    expect(known.stdout).toContain(`run it again with: ${command}\n`)
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { emptyFolder } from '../command.ts'
import { closedPort } from '../servers.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const main = join(root, 'dist/cli/main.js')
const script = join(root, 'ci/judge-in-job.sh')

async function judge(cwd: string, env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(script, [], {
    cwd,
    env: { PATH: process.env.PATH, ASSAY: `node ${main}`, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stderr }
}

const freePort = async (): Promise<string> => new URL(await closedPort()).port

test.concurrent('a job starts its service, judges it, keeps the reports, and stops it', {
  timeout: 120_000,
}, async () => {
  const cwd = emptyFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { code, stderr } = await judge(cwd, {
    ASSAY_START: `node ${main} serve --payment-port ${port} --time-scale 60 --write target.yaml`,
    ASSAY_WAIT: url,
    ASSAY_ARGS: '--config target.yaml --only pay.auth.missing-header',
  })
  expect(code, stderr).toBe(0)
  for (const name of ['report.json', 'report.html', 'junit.xml', 'summary.md', 'service.log'])
    expect(existsSync(join(cwd, 'assay-report', name)), name).toBe(true)
  await expect(fetch(url)).rejects.toThrow()
})

test.concurrent('a flaw of the service is the exit code of the job', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const { code } = await judge(emptyFolder(), {
    ASSAY_START: `node ${main} serve --payment-port ${port} --time-scale 60 --flaw creates-without-key --write target.yaml`,
    ASSAY_WAIT: `http://127.0.0.1:${port}/`,
    ASSAY_ARGS: '--config target.yaml --only pay.idempotency.key-required',
  })
  expect(code).toBe(1)
})

test.concurrent('a service that ends is told with the end of its log, and one that never answers, too', async () => {
  const ASSAY_WAIT = `http://127.0.0.1:${await freePort()}/`
  const ended = await judge(emptyFolder(), { ASSAY_START: 'echo no such module; exit 1', ASSAY_WAIT })
  expect(ended.code).toBe(5)
  expect(ended.stderr).toContain('the service ended before')
  expect(ended.stderr).toContain('no such module')
  const mute = await judge(emptyFolder(), { ASSAY_START: 'sleep 600', ASSAY_WAIT, ASSAY_WITHIN: '0' })
  expect(mute.code).toBe(5)
  expect(mute.stderr).toContain('did not answer within 0 s')
})

test('the action and the template hand over what the script reads', () => {
  const known = [...readFileSync(script, 'utf8').matchAll(/^# (ASSAY\w*) /gm)].map(([, name]) => name)
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const step = action.runs.steps.find((each: { name: string }) => each.name === 'Judge the service')
  expect(Object.keys(step.env).filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(action.inputs)).toEqual(['start', 'wait', 'args', 'out'])
  expect(step.run).toContain('ci/judge-in-job.sh')
  const template = parse(readFileSync(join(root, 'ci/gitlab.yml'), 'utf8'))['.assay']
  expect(template.script[0]).toContain('ci/judge-in-job.sh')
  expect(template.artifacts.reports.junit).toBe('assay-report/junit.xml')
})

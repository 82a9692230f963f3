import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { emptyFolder } from '../command.ts'
import { sampleReport } from '../made-up/sample-report.ts'
import { closedPort } from '../servers.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const main = join(root, 'dist/cli/main.js')
const script = join(root, 'ci/judge-in-job.sh')
const matrixScript = join(root, 'ci/matrix-in-job.sh')

const judge = (cwd: string, env: Record<string, string>) => started(script, cwd, env)

async function started(
  path: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(path, [], {
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
  expect(Object.keys(action.inputs)).toEqual(['start', 'wait', 'args', 'out', 'name'])
  expect(step.run).toContain('ci/judge-in-job.sh')
  const template = parse(readFileSync(join(root, 'ci/gitlab.yml'), 'utf8'))['.assay']
  expect(template.script[0]).toContain('ci/judge-in-job.sh')
  expect(template.artifacts.reports.junit).toBe('assay-report/junit.xml')
})

test('one job makes the matrix of the reports of others, and says where there is none', async () => {
  const cwd = emptyFolder()
  for (const name of ['eu', 'us']) {
    mkdirSync(join(cwd, 'assay-reports', name), { recursive: true })
    const report = sampleReport(20)
    writeFileSync(
      join(cwd, 'assay-reports', name, 'report.json'),
      JSON.stringify({ ...report, target: { ...report.target, name: `acme ${name}` } }),
    )
  }
  const made = await started(matrixScript, cwd, { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') })
  expect(made.code, made.stderr).toBe(0)
  const { columns } = JSON.parse(readFileSync(join(cwd, 'assay-matrix', 'matrix.json'), 'utf8'))
  expect(columns.map(({ label }: { label: string }) => label)).toEqual(['acme eu', 'acme us'])
  expect(existsSync(join(cwd, 'assay-matrix', 'matrix.html'))).toBe(true)
  expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('| acme eu |')
  const none = await started(matrixScript, emptyFolder(), {})
  expect(none.code).toBe(5)
  expect(none.stderr).toContain('no report.json below assay-reports')
})

test('the templates of many deployments judge by the script, keep each report apart, and make the matrix always', () => {
  const { jobs } = parse(readFileSync(join(root, 'ci/github-matrix.yml'), 'utf8'))
  expect(Object.keys(jobs)).toEqual(['targets', 'judge', 'matrix'])
  expect(jobs.judge.strategy['fail-fast']).toBe(false)
  const known = [...readFileSync(script, 'utf8').matchAll(/^# (ASSAY\w*) /gm)].map(([, name]) => name)
  const judging = jobs.judge.steps.find(({ run = '' }: { run?: string }) => run.endsWith('ci/judge-in-job.sh'))
  const given = Object.keys(judging.env).filter((name) => name.startsWith('ASSAY'))
  expect(given.filter((name) => !known.includes(name))).toEqual([])
  const artifact = (job: string, what: string) =>
    jobs[job].steps.find(({ uses = '' }: { uses?: string }) => uses.includes(what)).with
  const { pattern } = artifact('matrix', 'download-artifact')
  expect(artifact('judge', 'upload-artifact').name.startsWith(pattern.replace('*', ''))).toBe(true)
  expect([jobs.matrix.needs, jobs.matrix.if]).toEqual(['judge', 'always()'])
  expect(jobs.matrix.steps.some(({ run = '' }: { run?: string }) => run.endsWith('ci/matrix-in-job.sh'))).toBe(true)
  const gitlab = parse(readFileSync(join(root, 'ci/gitlab-matrix.yml'), 'utf8'))
  expect(gitlab['.assay-judge'].extends).toBe('.assay')
  expect(gitlab['.assay-judge'].variables.ASSAY_OUT.startsWith(gitlab['.assay-matrix'].variables.ASSAY_IN)).toBe(true)
  expect(gitlab['.assay-matrix'].script[0]).toContain('ci/matrix-in-job.sh')
  expect(gitlab['.assay-matrix'].when).toBe('always')
})

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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
  expect(ended.stderr).toContain('the service ended with exit code')
  expect(ended.stderr).toContain('no such module')
  const mute = await judge(emptyFolder(), { ASSAY_START: 'sleep 600', ASSAY_WAIT, ASSAY_WITHIN: '0' })
  expect(mute.code).toBe(5)
  expect(mute.stderr).toContain('did not answer within 0 s')
})

test.concurrent('reports that an earlier job has left are none of a job that judges nothing; other files stay', async () => {
  const cwd = emptyFolder()
  const folder = join(cwd, 'assay-report')
  mkdirSync(folder)
  const left = ['report.json', 'report.html', 'junit.xml', 'summary.md']
  for (const name of [...left, 'notes.txt']) writeFileSync(join(folder, name), 'of an earlier job')
  const ASSAY_WAIT = `http://127.0.0.1:${await freePort()}/`
  const { code } = await judge(cwd, { ASSAY_START: 'exit 1', ASSAY_WAIT })
  expect(code).toBe(5)
  for (const name of left) expect(existsSync(join(folder, name)), name).toBe(false)
  expect(existsSync(join(folder, 'notes.txt'))).toBe(true)
})

test.concurrent('what answers before the service was started is not judged in its place', async () => {
  const port = await freePort()
  const stray = createServer((_, response) => void response.end()).listen(Number(port), '127.0.0.1')
  try {
    const taken = await judge(emptyFolder(), { ASSAY_START: 'sleep 600', ASSAY_WAIT: `http://127.0.0.1:${port}/` })
    expect(taken.code).toBe(5)
    expect(taken.stderr).toContain('before the service was started')
  } finally {
    stray.close()
  }
})

test.concurrent('arguments with blanks, quotes and signs arrive as they were meant', async () => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'told.mjs'), TOLD)
  writeFileSync(join(cwd, 'pay.one'), '')
  const words = String.raw`--config "my target.yaml" --only 'pay.*' pay.* --name it\'s 'a "b"' '$HOME' '' $(id)
    --level must`
  const { code, stderr } = await judge(cwd, { ASSAY: `node '${join(cwd, 'told.mjs')}'`, ASSAY_ARGS: words })
  expect(code, stderr).toBe(0)
  const [run, ...told] = JSON.parse(readFileSync(join(cwd, 'told.json'), 'utf8'))
  expect(run).toBe('run')
  expect(told.slice(0, told.indexOf('--yes'))).toEqual([
    ...['--config', 'my target.yaml', '--only', 'pay.*', 'pay.*', '--name', "it's", 'a "b"', '$HOME', '', '$(id)'],
    ...['--level', 'must'],
  ])
})

/** A command in the place of assay that keeps what it was told and which signals came, the service still being there. */
const TOLD = `import { appendFileSync, writeFileSync } from 'node:fs'
writeFileSync('told.json', JSON.stringify(process.argv.slice(2)))
const [, url] = process.argv.slice(2)
const onSignal = async (signal) => {
  appendFileSync('signals.txt', signal + '\\n')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { ok } = await fetch(url)
  appendFileSync('signals.txt', ok + '\\n')
  process.exit(3)
}
if (url?.startsWith('http')) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  setInterval(() => {}, 1000)
  writeFileSync('ready', '')
}`

test.concurrent.for([
  [
    '--junit mine.xml --json=r/mine.json --jsonish x',
    '--html assay-report/report.html --markdown assay-report/summary.md',
  ],
  ['--html mine.html --markdown m.md --json j --junit=x', ''],
  [
    '--config a.yaml b.yaml',
    '--json assay-report/ --html assay-report/ --junit assay-report/ --markdown assay-report/',
  ],
  [
    '--config=a.yaml --config b.yaml',
    '--json assay-report/ --html assay-report/ --junit assay-report/ --markdown assay-report/',
  ],
  ['--config a.yaml --matrix m.md --html h/', '--json assay-report/ --junit assay-report/ --markdown assay-report/'],
  [
    '--name junit',
    '--json assay-report/report.json --html assay-report/report.html --junit assay-report/junit.xml --markdown assay-report/summary.md',
  ],
] as const)('a report that the arguments name themselves stands where they say: %s', async ([words, own]) => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'told.mjs'), TOLD)
  const { code, stderr } = await judge(cwd, { ASSAY: `node '${join(cwd, 'told.mjs')}'`, ASSAY_ARGS: words })
  expect(code, stderr).toBe(0)
  const told = JSON.parse(readFileSync(join(cwd, 'told.json'), 'utf8')).join(' ')
  expect(told).toBe(['run', words, '--yes', own].filter((each) => each !== '').join(' '))
})

/** As npx does: a shell between it and assay, which ends at SIGTERM without a word to assay. */
const RUNNER = `import { spawn } from 'node:child_process'
const words = process.argv.slice(2).map((each) => "'" + each + "'").join(' ')
const shell = spawn('sh', ['-c', "node '" + import.meta.dirname + "/told.mjs' " + words + '; exit $?'], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => shell.kill(signal))
shell.on('exit', (code, signal) => process.exit(code ?? 143))`

const SERVICE = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`

/** The script with a service that answers, from the moment on that assay goes on. */
async function judging(command: string) {
  const cwd = emptyFolder()
  const PORT = await freePort()
  const url = `http://127.0.0.1:${PORT}/`
  writeFileSync(join(cwd, 'told.mjs'), TOLD)
  writeFileSync(join(cwd, 'runner.mjs'), RUNNER)
  writeFileSync(join(cwd, 'service.cjs'), SERVICE)
  const child = spawn(script, [], {
    cwd,
    detached: true,
    env: {
      PATH: process.env.PATH,
      PORT,
      ASSAY: `node '${join(cwd, command)}'`,
      ASSAY_ARGS: url,
      ASSAY_START: 'node service.cjs',
      ASSAY_WAIT: url,
    },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  for (let waited = 0; !existsSync(join(cwd, 'ready')); waited += 20) {
    expect(waited, 'time until assay goes on').toBeLessThan(30_000)
    await pause(20)
  }
  return { cwd, url, ended, pid: Number(child.pid) }
}

test.concurrent.for([
  ['SIGTERM', 'the script alone', 1, 'told.mjs', 3],
  ['SIGINT', 'the script alone', 1, 'told.mjs', 3],
  ['SIGINT', 'its group, as a terminal sends it', -1, 'told.mjs', 3],
  ['SIGHUP', 'its group, as a terminal sends it', -1, 'told.mjs', 3],
  ['SIGTERM', 'the script before npx', 1, 'runner.mjs', 143],
  ['SIGINT', 'the script before npx', 1, 'runner.mjs', 130],
] as const)(
  '%s to %s has assay end first, told once, then the service',
  {
    timeout: 60_000,
  },
  async ([signal, _, sign, command, code]) => {
    const { cwd, url, ended, pid } = await judging(command)
    process.kill(sign * pid, signal)
    expect(await ended).toBe(code)
    expect(readFileSync(join(cwd, 'signals.txt'), 'utf8')).toBe('SIGTERM\ntrue\n')
    await expect(fetch(url)).rejects.toThrow()
  },
)

test.concurrent('a signal before assay has begun stops the service, and is the exit code', async () => {
  const cwd = emptyFolder()
  const child = spawn(script, [], {
    cwd,
    env: {
      PATH: process.env.PATH,
      ASSAY: 'false',
      ASSAY_START: 'echo $$ > service.pid; sleep 600',
      ASSAY_WAIT: `http://127.0.0.1:${await freePort()}/`,
    },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const pidFile = join(cwd, 'service.pid')
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await pause(20)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow()
})

test.concurrent('a package that npx cannot get is no service that is not conformant', async () => {
  const cwd = emptyFolder()
  const bin = join(cwd, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const { code, stderr } = await judge(cwd, { ASSAY: '', PATH: `${bin}:${process.env.PATH}` })
  expect([code, stderr]).toEqual([2, expect.stringContaining('npx could not start assay-conformance')])
})

test.concurrent('no arguments are none, and a quote that is left open is told', async () => {
  const cwd = emptyFolder()
  for (const ASSAY_ARGS of ['', ' \n ']) {
    const { code, stderr } = await judge(cwd, { ASSAY: 'test', ASSAY_ARGS })
    expect([code, stderr]).toEqual([expect.any(Number), expect.not.stringContaining('a quote')])
  }
  const { code, stderr } = await judge(cwd, { ASSAY_ARGS: "--only 'pay.*" })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("ASSAY_ARGS: a quote in it is not closed on its line: --only 'pay.*"),
  ])
})

const scriptNames = [...readFileSync(script, 'utf8').matchAll(/^# (ASSAY\w*) /gm)].map(([, name]) => name)

test('the action and the component hand over what the script reads, and install their own version', () => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const step = action.runs.steps.find((each: { name: string }) => each.name === 'Judge the service')
  expect(Object.keys(step.env).filter((each) => !scriptNames.includes(each))).toEqual(['ASSAY_FOLDER'])
  expect(Object.keys(action.inputs)).toEqual(['start', 'wait', 'args', 'out', 'artifact', 'package'])
  const [spec, component] = parseAllDocuments(readFileSync(join(root, 'templates/judge.yml'), 'utf8')).map((each) =>
    each.toJS(),
  )
  expect(spec.spec.inputs.package.default).toBe(`${name}@${version}`)
  const job = component['$[[ inputs.job ]]']
  expect(Object.keys(job.variables).filter((each) => !scriptNames.includes(each))).toEqual(['ASSAY_PACKAGE'])
  for (const lines of [step.run, job.script.at(-1)]) expect(lines).toContain(`node_modules/${name}/ci/judge-in-job.sh`)
  expect(step.run).toMatch(/^exec "[^"]*judge-in-job\.sh"$/m)
  expect(job.artifacts.reports.junit).toBe('assay-report/junit.xml')
})

test('docs/ci.md uses inputs that there are', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const guide = readFileSync(join(root, 'docs/ci.md'), 'utf8')
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const [spec] = parseAllDocuments(readFileSync(join(root, 'templates/judge.yml'), 'utf8')).map((each) => each.toJS())
  const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text))
  const used: object[] = blocks.flatMap(({ jobs = {} }) =>
    Object.values(jobs as Record<string, { steps?: { uses?: string; with?: object }[] }>)
      .flatMap(({ steps = [] }) => steps)
      .flatMap((step) => (step.uses?.endsWith(`@v${version}`) ? [step.with ?? {}] : [])),
  )
  const included: object[] = blocks.flatMap(({ include = [] }) =>
    include.map((each: { inputs: object }) => each.inputs),
  )
  expect([used.length, included.length]).toEqual([2, 1])
  expect(used.flatMap(Object.keys).filter((each) => !(each in action.inputs))).toEqual([])
  expect(included.flatMap(Object.keys).filter((each) => !(each in spec.spec.inputs))).toEqual([])
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
  const { name: published, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const judging = jobs.judge.steps.find(({ uses = '' }: { uses?: string }) => uses.endsWith(`/assay@v${version}`))
  expect(Object.keys(judging.with).filter((each) => !(each in inputs))).toEqual([])
  const artifact = (job: string, what: string) =>
    jobs[job].steps.find(({ uses = '' }: { uses?: string }) => uses.includes(what)).with
  const { pattern } = artifact('matrix', 'download-artifact')
  expect(judging.with.artifact.startsWith(pattern.replace('*', ''))).toBe(true)
  expect([jobs.matrix.needs, jobs.matrix.if]).toEqual(['judge', 'always()'])
  expect(jobs.matrix.steps.some(({ run = '' }: { run?: string }) => run.endsWith('ci/matrix-in-job.sh'))).toBe(true)
  const gitlab = parse(readFileSync(join(root, 'ci/gitlab-matrix.yml'), 'utf8'))
  for (const text of [JSON.stringify(jobs.matrix), gitlab['.assay'].variables.ASSAY_PACKAGE])
    expect(text).toContain(`${published}@${version}`)
  const known = [...scriptNames, 'ASSAY_PACKAGE', 'ASSAY_IN']
  for (const job of ['.assay', '.assay-judge', '.assay-matrix']) {
    expect(Object.keys(gitlab[job].variables).filter((each) => !known.includes(each))).toEqual([])
    expect([job, gitlab[job].extends]).toEqual([job, job === '.assay' ? undefined : '.assay'])
  }
  expect(gitlab['.assay-judge'].script[0]).toContain('ci/judge-in-job.sh')
  expect(gitlab['.assay-judge'].variables.ASSAY_OUT.startsWith(gitlab['.assay-matrix'].variables.ASSAY_IN)).toBe(true)
  expect(gitlab['.assay-matrix'].script[0]).toContain('ci/matrix-in-job.sh')
  expect(gitlab['.assay-matrix'].when).toBe('always')
})

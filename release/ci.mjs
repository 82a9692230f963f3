// Runs the steps of the action and of the GitLab component, as their machines would, on the package as it would be
// published: judging a sandbox that the job starts. npm run release:ci
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { environment, npm } from './nodes.mjs'
import { run } from './process.mjs'

const REPORTS = ['report.json', 'report.html', 'junit.xml', 'summary.md']

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'release-ci-'))
const say = (text) => process.stdout.write(`${text}\n`)

/** A job that judges the sandbox of the package it was given; a blank stands in every place where one may. */
const inputs = (sandbox, port) => ({
  start: `${sandbox} serve --payment-port ${port} --time-scale 60 --write 'the target.yaml'`,
  wait: `http://127.0.0.1:${port}/`,
  args: `--config "the target.yaml" --only 'pay.auth.*' pay.idempotency.key-required`,
})

async function action(tarball) {
  const { inputs: known, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const place = made('action of ours')
  const work = made('job of theirs')
  const temp = made('temporary')
  cpSync(join(root, 'package.json'), join(place, 'package.json'))
  const sandbox = `'${join(temp, 'assay-conformance/node_modules/.bin/assay')}'`
  const given = { ...inputs(sandbox, 4110), package: tarball }
  const defaults = Object.fromEntries(Object.entries(known).map(([name, each]) => [name, each.default]))
  const values = new Map(Object.entries({ ...defaults, ...given }).map(([name, value]) => [`inputs.${name}`, value]))
  values.set('github.action_path', place).set('runner.temp', temp).set('runner.os', 'Linux')
  const filled = (text) => text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name) => values.get(name) ?? '')
  for (const step of runs.steps.filter((each) => each.run !== undefined)) {
    const output = join(folder, `output-${step.id ?? 'none'}`)
    writeFileSync(output, '')
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]))
    await shell(filled(step.run), work, { ...env, GITHUB_OUTPUT: output })
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      values.set(`steps.${step.id}.outputs.${name}`, value)
    say(`action: ${step.name}`)
  }
  assertReports(work)
  // Without an input the step names the version that stands beside the action.
  const named = runs.steps.find(({ id }) => id === 'package')
  const output = join(folder, 'output-own')
  writeFileSync(output, '')
  const env = {
    ASSAY_PACKAGE: '',
    ASSAY_MANIFEST: join(place, 'package.json'),
    ASSAY_FOLDER: temp,
    GITHUB_OUTPUT: output,
  }
  await shell(named.run, work, env)
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (!readFileSync(output, 'utf8').includes(`spec=${name}@${version}\n`)) throw new Error(readFileSync(output, 'utf8'))
  say(`action: takes ${name}@${version} where no package is named`)
}

async function component(tarball) {
  const documents = parseAllDocuments(readFileSync(join(root, 'templates/judge.yml'), 'utf8'))
  const [{ spec }, template] = documents.map((each) => each.toJS())
  const given = { ...inputs('.assay-package/node_modules/.bin/assay', 4120), package: tarball }
  const values = {
    ...Object.fromEntries(Object.entries(spec.inputs).map(([name, each]) => [name, each.default])),
    ...given,
  }
  const filled = (text) => text.replaceAll(/\$\[\[ *inputs\.(\w+) *\]\]/g, (_, name) => values[name] ?? '')
  const [job] = Object.values(template)
  const work = made('their repository')
  const env = Object.fromEntries(Object.entries(job.variables).map(([name, text]) => [name, filled(text)]))
  for (const time of ['with an empty cache', 'with what the cache has']) {
    const { seconds } = await shell(job.script.map(filled).join('\n'), work, env)
    assertReports(work)
    rmSync(join(work, 'assay-report'), { recursive: true })
    say(`component: ${time}, ${seconds.toFixed(1)} s`)
  }
}

const made = (name) => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}

const shell = (text, cwd, env) =>
  run('bash', ['-eo', 'pipefail', '-c', text], { cwd, env: { ...environment(process.execPath), ...env } })

function assertReports(work) {
  const missing = REPORTS.filter((name) => !existsSync(join(work, 'assay-report', name)))
  if (missing.length > 0) throw new Error(`the job left no ${missing.join(', ')}`)
  const report = JSON.parse(readFileSync(join(work, 'assay-report/report.json'), 'utf8'))
  const passed = report.requirements.filter(({ verdict }) => verdict === 'pass')
  if (report.outcome.exitCode !== 0 || passed.length === 0) throw new Error(JSON.stringify(report.outcome))
}

try {
  const { stdout } = await npm(process.execPath, ['pack', '--json', '--pack-destination', folder], root)
  const tarball = join(folder, JSON.parse(stdout.slice(stdout.indexOf('[')))[0].filename)
  await action(tarball)
  await component(tarball)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

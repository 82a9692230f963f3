import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Has Assay judge clients on well-known libraries, each set up as its documentation says, and writes the table of what they
 * keep and break: node judge.js > table.md; node judge.js got for one of them.
 */

const here = import.meta.dirname
const built = join(here, '../../dist/cli/main.js')
const assay = existsSync(built) ? [process.execPath, built] : ['npx', '--yes', 'assay-conformance']
const python = existsSync(join(here, 'python/.venv')) ? 'python/.venv/bin/python' : 'python3'
const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const pinned = Object.fromEntries(
  readFileSync(join(here, 'python/requirements.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('==')),
)
const [goVersion] = /(?<=go-retryablehttp v)\S+/.exec(readFileSync(join(here, 'go/go.mod'), 'utf8'))

const CLIENTS = [
  [`got ${dependencies.got}`, 'node javascript/got.js', ['as it comes', 'POST retried']],
  [`ky ${dependencies.ky}`, 'node javascript/ky.js', ['as it comes', 'POST retried']],
  [
    `axios ${dependencies.axios}, axios-retry ${dependencies['axios-retry']}`,
    'node javascript/axios.js',
    ['as it comes', 'POST retried'],
  ],
  [`undici ${dependencies.undici}, its retry`, 'node javascript/undici.js', ['as it comes', 'POST retried']],
  [
    `requests ${pinned.requests}, urllib3 ${pinned.urllib3}`,
    `${python} python/with_requests.py`,
    ['as it comes', 'POST retried'],
  ],
  [`httpx ${pinned.httpx}`, `${python} python/with_httpx.py`, ['as it comes', `tenacity ${pinned.tenacity}`]],
  [`go-retryablehttp ${goVersion}`, '.built/go-driver', ['as it comes']],
]

const COLUMNS = [
  ['same key', 'pay-caller.key.same-on-retry'],
  ['same request', 'pay-caller.retry.same-request'],
  ['backoff', 'pay-caller.retry.backoff'],
  ['X-RateLimit-Reset', 'pay-caller.retry.after-reset'],
  ['replay', 'pay-caller.retry.replay-is-success'],
  ['401', 'pay-caller.auth.not-retried'],
  ['400–422', 'pay-caller.refusal.fixed-first'],
  ['402, 409', 'pay-caller.refusal.not-unchanged'],
  ['no blind retry', 'msg-caller.retry.not-blind'],
  ['Retry-After', 'msg-caller.retry.retry-after'],
  ['307', 'msg-caller.redirect.body'],
  ['keys stay', 'msg-caller.redirect.credentials'],
]

const SIGNS = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  noted: '–',
  inapplicable: '–',
  blocked: '?',
  broken: '?',
  unexercised: '·',
}

const only = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'callers-'))
const rows = []
if (CLIENTS.some(([name]) => name.startsWith('go-') && (only === undefined || name.startsWith(only))))
  execFileSync('go', ['build', '-o', '../.built/go-driver', '.'], { cwd: join(here, 'go'), stdio: 'inherit' })
for (const [name, command, ways] of CLIENTS) {
  if (only !== undefined && !name.startsWith(only)) continue
  for (const [index, way] of ways.entries()) {
    const file = join(folder, `${rows.length}.json`)
    const env = { ...process.env, ...(index > 0 ? { RETRY_POST: '1' } : {}) }
    const [program, ...given] = assay
    spawnSync(program, [...given, 'run', '--caller', command, '--json', file, '--quiet'], {
      cwd: here,
      env,
      stdio: ['ignore', 2, 2],
    })
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const verdicts = Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    rows.push({ name, way, verdicts, broken, seconds: report.run.seconds.total })
  }
}

const head = ['client', 'retries', ...COLUMNS.map(([title]) => title), 's']
const lines = rows.map(({ name, way, verdicts, seconds }) =>
  [name, way, ...COLUMNS.map(([, id]) => SIGNS[verdicts[id]]), seconds.toFixed(0)].join(' | '),
)
const date = new Date().toISOString().slice(0, 10)
console.log(`${[head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |`).join('\n')}

${date}. ✓ kept, ✗ broken, ! advised against, – the client sends nothing again (or follows no redirect), ? not judged.
`)
for (const { name, way, broken } of rows) console.error(`${name}, ${way}: ${broken.join(', ') || 'nothing broken'}`)

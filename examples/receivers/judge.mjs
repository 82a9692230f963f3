// Starts every receiver of this folder, has assay judge it, and writes what came of it as a table of Markdown.
//   npm install && pip install -r requirements.txt && node judge.mjs [file]
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const assay = process.env.ASSAY ?? join(here, '../../dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'receivers-'))
/** Letters beyond ASCII: how a secret becomes a key is judged as well. */
const SECRET = 'a-clé-of-this-run'

const versionOf = (name) => JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version
const npm =
  (...names) =>
  () =>
    names.map((name) => `${name} ${versionOf(name)}`).join(', ')
const said = (command, ...args) => spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()
const node = (file) => () => [process.execPath, [join(here, file)]]
const python = (file) => () => ['python3', [join(here, file)]]
const go = (place) => () => {
  const binary = join(folder, place.replaceAll('/', '-'))
  const built = spawnSync('go', ['build', '-o', binary, join(here, place, 'main.go')], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr ?? 'go is not there')
  return [binary, []]
}
const flask = () =>
  `Flask ${said('python3', '-c', 'from importlib.metadata import version; print(version("flask"))')}, ${said('python3', '--version')}`

const RECEIVERS = [
  [
    'payment',
    'Express, JSON parser first, signature over JSON.stringify',
    node('payment/express-json.mjs'),
    npm('express'),
  ],
  ['payment', 'Express, raw body, by hand', node('payment/express-raw.mjs'), npm('express')],
  ['payment', "Express, raw body, Stripe's package", node('payment/express-stripe.mjs'), npm('express', 'stripe')],
  [
    'payment',
    'Fastify, fastify-raw-body, by hand',
    node('payment/fastify-raw-body.mjs'),
    npm('fastify', 'fastify-raw-body'),
  ],
  ['payment', 'Flask, raw body, hmac', python('payment/flask_raw.py'), flask],
  ['payment', 'Go net/http, raw body, crypto/hmac', go('payment/go-net-http'), () => said('go', 'env', 'GOVERSION')],
  [
    'messaging',
    "Express, JSON parser first, Octokit's package over JSON.stringify",
    node('messaging/express-octokit-json.mjs'),
    npm('express', '@octokit/webhooks-methods'),
  ],
  [
    'messaging',
    "Express, raw body, Octokit's package",
    node('messaging/express-octokit.mjs'),
    npm('express', '@octokit/webhooks-methods'),
  ],
  ['messaging', 'Fastify, own parser, by hand', node('messaging/fastify-parser.mjs'), npm('fastify')],
  ['messaging', 'Flask, raw body, hmac', python('messaging/flask_raw.py'), flask],
]

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function listening(url, until = Date.now() + 30_000) {
  for (;;) {
    const answered = await fetch(`${url}/effects/none`).catch(() => undefined)
    if (answered !== undefined) return
    if (Date.now() > until) throw new Error(`nobody listens at ${url}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function judged(kind, start) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [command, args] = start()
  const env = { ...process.env, PORT: String(port), SECRET }
  const receiver = spawn(command, args, { env, stdio: 'ignore' })
  try {
    await listening(url)
    const probe = {
      call: { method: 'GET', url: `${url}/effects/{id}` },
      ...(kind === 'payment' ? { amount: '/amount' } : {}),
    }
    const secret = kind === 'payment' ? { signingKey: SECRET } : { secret: SECRET }
    const config = join(folder, `${port}.json`)
    writeFileSync(config, JSON.stringify({ receiver: { url: `${url}/webhooks`, ...secret, probe } }))
    const report = join(folder, `${port}.report.json`)
    const started = Date.now()
    spawnSync(process.execPath, [assay, 'run', '--config', config, '--json', report, '--no-keep', '--quiet'], {
      cwd: folder,
    })
    return { report: JSON.parse(readFileSync(report, 'utf8')), seconds: (Date.now() - started) / 1000 }
  } finally {
    receiver.kill()
  }
}

const short = (id) => `\`${id.replace(/^[a-z]+-receiver\./, '')}\``
const list = (ids) => (ids.length === 0 ? '–' : ids.map(short).join(', '))

const rows = []
for (const [kind, title, start, versions] of RECEIVERS) {
  try {
    const { report, seconds } = await judged(kind, start)
    const by = (verdict) => report.requirements.filter((each) => each.verdict === verdict).map(({ id }) => id)
    rows.push([
      kind,
      title,
      versions(),
      String(by('pass').length),
      list(by('fail')),
      list(by('warn')),
      list(by('blocked')),
    ])
    process.stderr.write(`${kind}: ${title}: ${seconds.toFixed(1)} s\n`)
  } catch (error) {
    process.stderr.write(`${kind}: ${title}: left out: ${error.message}\n`)
  }
}
rmSync(folder, { recursive: true })

const table = [
  '| document | receiver | versions | kept | broken (must) | against advice (should) | not judged for it |',
  '|---|---|---|---|---|---|---|',
  ...rows.map((row) => `| ${row.join(' | ')} |`),
].join('\n')
const text = `Judged on ${new Date().toISOString().slice(0, 10)} with assay ${said(process.execPath, assay, '--version')} on Node ${process.versions.node}.\n\n${table}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, readFileSync(file, 'utf8').replace(/(<!-- table -->\n)[\s\S]*(<!-- end -->)/, `$1${text}$2`))

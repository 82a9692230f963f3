// What a release has to pass: the package as it would be published, linted, installed in empty folders by every Node that
// it promises to run on, and used there. npm run release:check; versions of Node after `--` in place of all.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertNothingRuns, installed } from './install.mjs'
import { installedNode, NODES, npm } from './nodes.mjs'
import { run } from './process.mjs'
import { developed, trials } from './trials.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'release-check-'))
const say = (text) => process.stdout.write(`${text}\n`)

/** @throws with what the linter says */
const lint = (...args) => npm(process.execPath, ['exec', '--yes', '--', ...args], folder)

async function packed() {
  const { stdout } = await npm(process.execPath, ['pack', '--json', '--pack-destination', folder], root)
  const [{ filename, size, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  say(`${filename}: ${files.length} files, ${megabytes(size)} MB`)
  return join(folder, filename)
}

const VALIDATORS = ['@seriousme/openapi-schema-validator@2.11.0', '@apidevtools/swagger-parser@13.0.0']
const VALIDATED = `
import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import SwaggerParser from '@apidevtools/swagger-parser'
for (const file of process.argv.slice(2)) {
  const { valid, errors } = await new Validator().validate(JSON.parse(await readFile(file, 'utf8')))
  if (!valid) throw new Error(file + ': ' + JSON.stringify(errors))
  await SwaggerParser.validate(file)
}
`

/** The descriptions that `assay schema openapi` prints, held to OpenAPI 3.1 by tools of others. */
async function assertDescriptions(services) {
  const place = join(folder, 'validators')
  mkdirSync(place)
  await npm(process.execPath, ['install', '--no-audit', '--no-fund', ...VALIDATORS], place)
  writeFileSync(join(place, 'validate.mjs'), VALIDATED)
  for (const service of services) {
    const main = join(root, 'dist/cli/main.js')
    const { stdout } = await run(process.execPath, [main, 'schema', 'openapi', service], { cwd: place })
    writeFileSync(join(place, `${service}.json`), stdout)
  }
  await run(process.execPath, ['validate.mjs', ...services.map((each) => `${each}.json`)], { cwd: place })
}

async function row(version, tarball) {
  const { path: node, version: exact } = await installedNode(version, folder)
  const told = (text) => say(`Node ${exact}: ${text}`)
  const plain = join(folder, `plain-${exact}`)
  const { packages, bytes, seconds } = await installed(node, plain, [tarball])
  assertNothingRuns(plain, packages)
  told(`installed, ${packages.length} packages, nothing run, no warning`)
  const { first, whole } = await trials({ node, folder: plain, manifest, told })
  const full = join(folder, `full-${exact}`)
  const { vitest, typescript, '@types/node': types } = manifest.devDependencies
  await installed(node, full, [tarball, `vitest@${vitest}`, `typescript@${typescript}`, `@types/node@${types}`])
  await developed({ node, folder: full, manifest, told })
  return [exact, packages.length, megabytes(bytes), ...[seconds, first, whole].map((each) => each.toFixed(1))]
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1)

try {
  const tarball = await packed()
  await lint('publint@0.3.25', '--strict', tarball)
  await lint('@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', tarball)
  say('publint and attw: nothing wrong')
  await assertDescriptions(['payment', 'messaging'])
  say('the OpenAPI descriptions: valid by two validators')
  const rows = []
  for (const version of wanted.length === 0 ? NODES : wanted) rows.push(await row(version, tarball))
  const head = ['Node', 'packages', 'MB', 's to install', 's to a first verdict', 's for the embedded run']
  for (const cells of [head, head.map(() => '---'), ...rows]) say(`| ${cells.join(' | ')} |`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

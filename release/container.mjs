// Builds the image of the Dockerfile and uses it. Where no builder is at hand, its steps are carried out in an empty root.
// npm run release:container
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { imageOf, stagesOf } from './dockerfile.mjs'
import { started } from './process.mjs'
import { rootOf, startedIn } from './root.mjs'

const NODE_USER = 1000

const context = dirname(dirname(fileURLToPath(import.meta.url)))
const stages = stagesOf(join(context, 'Dockerfile'))
const { version } = JSON.parse(readFileSync(join(context, 'package.json'), 'utf8'))
const say = (text) => process.stdout.write(`${text}\n`)
const assert = (holds, message) => {
  if (!holds) throw new Error(message)
}

/** What is started, where its working folder is seen from outside, and its size. */
async function built(place) {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
    const made = await rootOf(stages, context, place)
    const work = join(made.root, made.image.workdir)
    say('no builder: the steps were carried out in an empty root')
    return { start: (args) => startedIn(made, args), work, bytes: bytesIn(join(made.root, 'opt')) }
  }
  const tag = `assay:${version}`
  execFileSync('docker', ['build', '--tag', tag, context], { stdio: 'inherit' })
  const image = imageOf(stages.at(-1))
  const work = join(place, 'work')
  mkdirSync(work)
  chownSync(work, NODE_USER, NODE_USER)
  const ports = image.ports.flatMap((port) => ['--publish', `127.0.0.1:${port}:${port}`])
  const flags = ['run', '--rm', '--init', '--volume', `${work}:${image.workdir}`, ...ports, tag]
  const size = execFileSync('docker', ['image', 'inspect', '--format', '{{.Size}}', tag])
  return { start: (args) => started('docker', [...flags, ...args], {}), work, bytes: Number(size) }
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0)
}

async function used({ start, work }) {
  const ended = async (args, codes = [0]) => {
    const { output, stdout, code } = await start(args).ended
    assert(codes.includes(code), `${args.join(' ')} ended with ${code}:\n${output}`)
    return stdout
  }
  assert((await ended([])).includes('Usage: assay'), 'without arguments it shows no help')
  assert((await ended(['--version'])).trim() === version, 'it has another version')
  // Its clocks are ninety times as fast: on a busy machine it may leave the rate limit unjudged.
  await ended(['run', '--json', 'report.json'], [0, 3])
  const file = join(work, 'report.json')
  assert(existsSync(file) && statSync(file).uid === NODE_USER, 'the report is not that of an ordinary user')
  say('help, version, and the embedded run as an ordinary user')
  const [first, second] = [await served(start, work), await served(start, work)]
  assert(first === second, 'a sandbox that starts again is another one')
  say('serve: every port answers, it ends when it is asked to, and it starts again with the same keys')
}

/** What a sandbox has printed of itself; it is asked on every port that the image names, and ended. */
async function served(start, work) {
  const sandbox = start(['serve', '--write', 'sandbox.yaml'])
  const said = await sandbox.says('Ctrl-C ends it')
  for (const port of imageOf(stages.at(-1)).ports) {
    const { status } = await fetch(`http://127.0.0.1:${port}/health`)
    assert(status < 500, `port ${port} answered ${status}`)
  }
  assert(readFileSync(join(work, 'sandbox.yaml'), 'utf8').includes('http://127.0.0.1:4010'), 'it has another address')
  sandbox.stop('SIGTERM')
  const { code, output } = await sandbox.ended
  assert(code === 0, `serve ended with ${code}:\n${output}`)
  return said
}

const place = mkdtempSync(join(tmpdir(), 'release-container-'))
try {
  const container = await built(place)
  say(`${(container.bytes / 1e6).toFixed(1)} MB`)
  await used(container)
} finally {
  rmSync(place, { recursive: true, force: true })
}

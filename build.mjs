// Compiles the rooms into dist/, copies the data files that the compiler leaves behind, makes JSON of the YAML ones, and
// takes away what has no source any more. Does nothing where no source has changed since.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const compilerFolder = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

/** Rooms with code, and folders with data for it. */
const ROOMS = ['specs', 'kit', 'generators', 'suites', 'reference', 'reporters', 'cli']
const DATA = ['specs/payment', 'specs/messaging', 'specs/vectors', 'reporters/html/assets']
const SETTINGS = ['build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name)
    return each.isDirectory() ? filesIn(path) : [path]
  })

const sources = ROOMS.flatMap((room) => filesIn(join(root, room))).filter((path) => !/\.(test|bench)\.ts$/.test(path))
const stamp = stampOf([...sources, ...SETTINGS.map((name) => join(root, name)), join(compilerFolder, 'package.json')])
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) await build()

/** Changes with every name, size and time of change. */
function stampOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

async function build() {
  rmSync(stampFile, { force: true })
  const compiler = join(compilerFolder, 'bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  const { parse } = await import('yaml')
  const made = new Set([join(dist, '.tsbuildinfo')])
  for (const path of sources.filter((each) => each.endsWith('.ts'))) {
    const name = join(dist, relative(root, path)).replace(/\.ts$/, '')
    made.add(`${name}.js`).add(`${name}.d.ts`)
  }
  for (const room of DATA) {
    for (const name of readdirSync(join(root, room)).filter((file) => /\.(yaml|json|css|js)$/.test(file))) {
      const source = join(root, room, name)
      const target = join(dist, room, name.replace(/yaml$/, 'json'))
      mkdirSync(dirname(target), { recursive: true })
      if (name.endsWith('.yaml')) writeFileSync(target, JSON.stringify(parse(readFileSync(source, 'utf8'))))
      else copyFileSync(source, target)
      made.add(target)
    }
  }
  for (const path of filesIn(dist)) if (!made.has(path)) rmSync(path)
  writeFileSync(stampFile, stamp)
}

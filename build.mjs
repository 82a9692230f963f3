// Bundles the rooms into dist/: one file for each door of the package, chunks for what they share, and a declaration for
// each source. Copies the data files, makes JSON of the YAML ones, and takes away what has no source any more. Does
// nothing where no source has changed since.
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
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')
const compilerFolder = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))

/** Rooms with code, and folders with data for it. */
const ROOMS = ['specs', 'kit', 'generators', 'suites', 'reference', 'reporters', 'cli']
const DATA = ['specs/payment', 'specs/messaging', 'specs/vectors', 'reporters/html/assets']
/** Modules that somebody imports by their address; what else there is stands in chunks. */
const DOORS = [
  'cli/main',
  'cli/command',
  'cli/own/index',
  'cli/own/in-vitest',
  'kit/index',
  'kit/vitest',
  'kit/webhooks',
  'kit/virtual-time',
  'reporters/index',
  'suites/payment/index',
]
/** Where the licences of what is bundled stand. */
const NOTICES = 'third-party-licences.txt'
/** Packages that are installed with this one, or by its users; what else is imported goes into the bundle. */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const INSTALLED = Object.keys({ ...dependencies, ...peerDependencies })
const SETTINGS = ['build.mjs', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name)
    return each.isDirectory() ? filesIn(path) : [path]
  })

const sources = ROOMS.flatMap((room) => filesIn(join(root, room))).filter((path) => !/\.(test|bench)\.ts$/.test(path))
const stamp = stampOf([...sources, ...SETTINGS.map((name) => join(root, name)), join(compilerFolder, 'package.json')])

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
  const made = new Set([join(dist, '.tsbuildinfo')])
  for (const path of sources.filter((each) => each.endsWith('.ts')))
    made.add(join(dist, relative(root, path)).replace(/\.ts$/, '.d.ts'))
  for (const name of await bundle()) made.add(join(dist, name))
  const { parse } = await import('yaml')
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

/**
 * A process starts a fifth sooner where it opens a few files instead of four hundred. Dependencies stay outside.
 * Gives back the names of the files that were written.
 */
async function bundle() {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(DOORS.map((door) => [door, join(root, `${door}.ts`)])),
    platform: 'node',
    external: (id) => isBuiltin(id) || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [addresses],
  })
  const { output } = await bundled.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  })
  await bundled.close()
  writeFileSync(join(dist, NOTICES), notices(output.flatMap(({ moduleIds = [] }) => moduleIds)))
  return [...output.map(({ fileName }) => fileName), NOTICES]
}

/** The licences of all packages that went into the bundle: each asks for its text to go where its code goes. */
function notices(modules) {
  const folders = new Set(modules.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))
  const texts = new Set([...folders].map(notice))
  return `Code of these packages is part of this one.\n\n${[...texts].toSorted().join(`\n${'-'.repeat(80)}\n\n`)}`
}

function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file === undefined ? usualText(license) : readFileSync(join(folder, file), 'utf8')
  const by = file === undefined ? `Copyright (c) ${author?.name ?? author ?? `the authors of ${name}`}\n\n` : ''
  return `${name} ${version} (${license})\n\n${by}${text.trim()}\n`
}

/** For packages that name their licence and bring no text of it. */
function usualText(license) {
  const known = { MIT: join(root, 'LICENSE'), 'Apache-2.0': join(compilerFolder, 'LICENSE') }[license]
  if (known === undefined) throw new Error(`there is no text of the licence ${license}, which a bundled package has`)
  return readFileSync(known, 'utf8').replace(/^[\s\S]*?^(?=Permission is hereby)/m, '')
}

/** Modules read the data beside them: each keeps the address that it would have in a file of its own. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    const own = relative(root, id).replace(/\.ts$/, '.js')
    if (!ROOMS.some((room) => own.startsWith(`${room}/`)) || !code.includes('import.meta.url')) return
    return code.replaceAll('import.meta.url', `__addressOf(${JSON.stringify(own)})`)
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll(/__addressOf\((".*?")\)/g, (_, own) => {
      const way = relative(dirname(fileName), JSON.parse(own))
      return `new URL(${JSON.stringify(way)}, import.meta.url).href`
    })
  },
}

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) await build()

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { imageOf } from './dockerfile.mjs'
import { installedNode } from './nodes.mjs'
import { run, started } from './process.mjs'

/** What an image has to run steps with, beside Node and npm. */
const PROGRAMS = ['/bin/sh', '/usr/bin/env', '/bin/chown', '/bin/tar', '/bin/gzip']
const USERS = { root: '0:0', node: '1000:1000' }
const WITHIN = 900

/**
 * Carries out the steps of a Dockerfile in folders that hold a shell and Node, and nothing else, each with its own root.
 * Wants a system with `unshare` and `chroot`, and the rights to both.
 * @param place is filled with a folder for each stage
 * @returns the root and the image of the last stage
 */
export async function rootOf(stages, context, place) {
  const roots = new Map()
  for (const [at, stage] of stages.entries()) {
    const root = join(place, stage.name ?? `stage-${at}`)
    await base(stage.from, root, place)
    await carryOut(stage, root, context, roots)
    roots.set(stage.name, root)
  }
  const last = stages.at(-1)
  return { root: join(place, last.name ?? `stage-${stages.length - 1}`), image: imageOf(last) }
}

async function base(from, root, place) {
  const [, version] = /^node:([\d.]+)-/.exec(from) ?? []
  if (version === undefined) throw new Error(`FROM ${from}: expected node:<version>-<system>`)
  for (const folder of ['dev', 'proc', 'tmp', 'etc', 'usr/local/bin', 'usr/local/lib/node_modules'])
    mkdirSync(join(root, folder), { recursive: true })
  const { path } = await installedNode(version, place, basename(root))
  copied(path, join(root, 'usr/local/bin/node'), root)
  for (const program of PROGRAMS) copied(program, join(root, program), root)
  const npm = dirname(dirname(process.env.npm_execpath))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', process.env.NODE_EXTRA_CA_CERTS ?? ''])
    if (file !== '' && existsSync(file)) copied(file, join(root, file), root)
}

/** Parts of the C library that older programs name on their own: every system has them. */
const PARTS = /^lib(rt|dl|pthread|m|util|resolv)\.so\.\d+$/

/** A file, and the libraries that it asks for. */
function copied(from, to, root) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  let libraries = ''
  try {
    libraries = execFileSync('ldd', [from], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch {
    return // No program.
  }
  for (const [library] of libraries.matchAll(/\/\S+/g)) {
    const target = join(root, library)
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(library, target)
    if (!library.includes('/libc.so')) continue
    for (const name of readdirSync(dirname(library)).filter((each) => PARTS.test(each)))
      copyFileSync(join(dirname(library), name), join(dirname(target), name))
  }
}

async function carryOut({ steps }, root, context, roots) {
  const state = { env: {}, user: 'root', workdir: '/' }
  for (const { word, text } of steps) {
    if (word === 'WORKDIR') {
      state.workdir = resolve('/', text)
      mkdirSync(join(root, state.workdir), { recursive: true })
    } else if (word === 'ENV') state.env = { ...state.env, ...imageOf({ steps: [{ word, text }] }).env }
    else if (word === 'USER') state.user = text
    else if (word === 'COPY') copy(text, root, state.workdir, context, roots)
    else if (word === 'RUN') await run(...inside(root, ['/bin/sh', '-c', text], { ...state, online: true }))
  }
}

function copy(text, root, workdir, context, roots) {
  const words = text.split(/\s+/)
  const from = words[0].startsWith('--from=') ? roots.get(words.shift().slice('--from='.length)) : undefined
  const target = words.pop()
  const ignored = from === undefined ? ignoredNames(context) : []
  for (const source of words) {
    const path = join(from ?? context, source)
    const isFile = !source.endsWith('.') && /\.\w+$/.test(source)
    const to = join(root, resolve(workdir, target), isFile ? basename(source) : '')
    cpSync(path, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => !ignored.includes(each.slice(path.length + 1)),
    })
  }
}

/** Names at the top of the context; a star at the end of one stands for anything. */
function ignoredNames(context) {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const names = readdirSync(context)
  return lines.flatMap((line) =>
    line.endsWith('*') ? names.filter((name) => name.startsWith(line.slice(0, -1))) : [line],
  )
}

/** The command and its options that run something in a root of its own, as nobody but the user that is named. */
function inside(root, words, { env, user, workdir, online = false }) {
  const ca = process.env.NODE_EXTRA_CA_CERTS
  const own = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    ...(online && ca ? { NODE_EXTRA_CA_CERTS: ca } : {}),
    ...env,
  }
  const mounts = `mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec "$@"`
  const chroot = ['chroot', `--userspec=${USERS[user]}`, root, '/usr/bin/env', '-i', '-C', workdir]
  const assignments = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  return ['unshare', ['--mount', 'sh', '-c', mounts, root, ...chroot, ...assignments, ...words], { within: WITHIN }]
}

/** Starts what a container of the image would start. */
export const startedIn = ({ root, image }, args) =>
  started(...inside(root, [...image.entrypoint, ...(args.length === 0 ? image.cmd : args)], image))

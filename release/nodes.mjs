import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './process.mjs'

/** The oldest Node that `engines` allows, and what is supported beside it. */
export const NODES = ['20.19.0', '22', '24']

/** The registry has the binary of each version and system as a package. */
export async function installedNode(version, folder, label = version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const place = join(folder, `node-${label}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{}')
  await npm(process.execPath, ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], place)
  const at = join(place, 'node_modules', name)
  const { version: exact } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  return { version: exact.replace('v', ''), path: join(at, 'bin', process.platform === 'win32' ? 'node.exe' : 'node') }
}

/** The npm of this machine, run by a Node of choice. */
export function npm(node, args, cwd) {
  const cli = process.env.npm_execpath
  if (cli === undefined) throw new Error('npm_execpath is not set: start this with npm run')
  return run(node, [cli, ...args], { cwd, env: environment(node) })
}

/** That of this machine, without what `npm run` adds; on its path is this Node, and nothing of this project. */
export const environment = (node) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$)/i.test(name))),
  PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter),
  NO_COLOR: '1',
})

import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './nodes.mjs'

/**
 * Installs packages in an empty folder, as a user would.
 * @throws where npm warns of anything, or where something is run at the installation
 */
export async function installed(node, folder, packages) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { output, seconds } = await npm(node, ['install', '--no-audit', '--no-fund', ...packages], folder)
  const warnings = output
    .split('\n')
    .filter((line) => /^npm (warn|error)/.test(line) && !/ Unknown \w+ config /.test(line))
  if (warnings.length > 0) throw new Error(`npm install ${packages.join(' ')} warned:\n${warnings.join('\n')}`)
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  return { seconds, packages: Object.keys(lock.packages), bytes: bytesIn(join(folder, 'node_modules')) }
}

/** @throws where a package has a script that npm runs when it is installed */
export function assertNothingRuns(folder, packages) {
  const running = packages.filter((path) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    return ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined)
  })
  if (running.length > 0) throw new Error(`these run something when they are installed: ${running.join(', ')}`)
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + lstatSync(join(each.parentPath, each.name)).size, 0)
}

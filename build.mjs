// Compiles the rooms into dist/, copies the data files that the compiler leaves behind, and makes JSON of the YAML ones.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = dirname(fileURLToPath(import.meta.url))
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })

for (const room of ['specs/payment', 'specs/messaging', 'specs/vectors', 'reporters/html/assets']) {
  const source = join(root, room)
  const target = join(root, 'dist', room)
  for (const name of readdirSync(source).filter((file) => /\.(yaml|json|css|js)$/.test(file))) {
    mkdirSync(target, { recursive: true })
    if (name.endsWith('.yaml')) {
      const json = JSON.stringify(parse(readFileSync(join(source, name), 'utf8')))
      writeFileSync(join(target, name.replace(/yaml$/, 'json')), json)
    } else copyFileSync(join(source, name), join(target, name))
  }
}

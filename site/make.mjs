// `npm run docs`: installs the generator where it is not there, writes the pages from what the command and docs/ say, and
// builds site/dist.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { known } from './content/known.mjs'
import { writePages } from './content/write.mjs'

const site = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const run = (program, ...args) => execFileSync(program, args, { cwd: site, stdio: 'inherit' })

if (!existsSync(`${site}node_modules/vitepress`)) run('npm', 'ci', '--no-audit', '--no-fund')
console.log('asking the command for everything it knows; the first time after a build this takes some minutes')
const many = writePages(root, known(), `${site}pages`)
console.log(`${many} pages`)
run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.')

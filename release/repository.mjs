// Where the project is published from: `npm run release:repository -- https://github.com/owner/name` writes it into
// package.json and into every text that shows how the project is used from there. With `--check`, whether that was done.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What stands in the texts as long as nobody has said where. */
const NOBODYS = 'OWNER/assay'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const texts = [
  'README.md',
  'action.yml',
  ...['docs', 'templates', 'ci'].flatMap((folder) => namesIn(folder, /\.(md|yml)$/)),
]

function namesIn(folder, kind) {
  return readdirSync(join(root, folder))
    .filter((name) => kind.test(name))
    .map((name) => join(folder, name))
}

function filledIn(address) {
  const path = /^https:\/\/[^/]+\/([^/]+\/.*[^/])$/.exec(address.replace(/\/$|\.git$/, ''))?.[1]
  if (path === undefined)
    throw new Error(`${address}: expected the https address of a repository, such as https://github.com/owner/name`)
  const page = address.replace(/\/$|\.git$/, '')
  edit('package.json', (text) => {
    const { name, version, description, license, ...rest } = JSON.parse(text)
    const links = { repository: { type: 'git', url: `git+${page}.git` }, homepage: page, bugs: `${page}/issues` }
    return `${JSON.stringify({ name, version, description, license, ...rest, ...links }, undefined, 2)}\n`
  })
  for (const name of texts) edit(name, (text) => text.replaceAll(NOBODYS, path))
}

function edit(name, change) {
  const before = readFileSync(join(root, name), 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(join(root, name), after)
}

function problems() {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const open = texts.filter((name) => readFileSync(join(root, name), 'utf8').includes(NOBODYS))
  return [
    ...(repository && homepage && bugs ? [] : ['package.json names no repository']),
    ...open.map((name) => `${name} says ${NOBODYS}`),
  ]
}

const [asked = '--check'] = process.argv.slice(2)
if (asked !== '--check') filledIn(asked)
const found = problems()
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\nnpm run release:repository -- https://github.com/owner/name fills it in\n`)
  process.exitCode = 1
}

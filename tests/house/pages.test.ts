import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { own } from '../../cli/own/own.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Explained {
  readonly kind: string
  readonly id: string
  readonly service: string
  readonly traits: string
  readonly says: readonly string[]
  readonly parts: readonly { readonly title: string; readonly lines: readonly string[] }[]
}

/** What `explain "*" --json` prints, without the examples, which take it minutes. */
async function everything() {
  const explanations: Explained[] = []
  const contracts = []
  for (const suite of own.suites) {
    const { contract } = suite.service
    const { id: service, prefix, title, readings, unstated } = contract
    const checks = await suite.checks()
    contracts.push({ id: service, prefix, title, readings, unstated })
    for (const [id, { level, text, at }] of Object.entries(contract.catalogue)) {
      const lines = checks.filter(({ covers }) => covers.includes(id)).map((check) => `${check.id}: ${check.title}`)
      const touching = Object.entries(contract.readings).filter(([, { touches }]) => touches.includes(id))
      explanations.push({
        ...{ kind: 'requirement', id, service, traits: level, says: [text, at] },
        parts: [
          { title: 'Checks', lines },
          {
            title: 'Readings',
            lines: touching.flatMap(([name, { conflict, policy }]) => [name, `  ${conflict}`, `  ${policy}`]),
          },
          { title: 'Kept, as the reference does it', lines: ['POST /x', '  {"a":"```{{ x }}"}'] },
        ],
      })
    }
    for (const { id, title: says, covers } of checks)
      explanations.push({
        ...{ kind: 'check', id, service, traits: 'read, main, standard', says: [says] },
        parts: [{ title: 'Judges', lines: [...covers] }],
      })
    for (const [id, { status, meaning }] of Object.entries(contract.errors))
      explanations.push({ ...{ kind: 'code', id, service, traits: `${status}, ${title}`, says: [meaning] }, parts: [] })
  }
  return { explanations, contracts }
}

let pages: ReadonlyMap<string, string>
let known: Awaited<ReturnType<typeof everything>>
beforeAll(async () => {
  const { writePages } = await import(pathToFileURL(join(root, 'site/content/write.mjs')).href)
  known = await everything()
  writePages(root, known, folder)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  pages = new Map(
    names.filter((name) => name.endsWith('.md')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
})

test('every requirement has the page that reports link to, with its sentence, its place and its checks', () => {
  const requirements = known.explanations.filter(({ kind }) => kind === 'requirement')
  const lacking = requirements.filter(({ id, says, parts }) => {
    const text = pages.get(`requirements/${id}.md`)?.replaceAll('\\', '')
    const checks = parts[0]?.lines.map((line) => line.split(':')[0] ?? '') ?? []
    return text === undefined || !text.includes(says[1] ?? '') || !checks.every((check) => text.includes(check))
  })
  expect(requirements.length).toBeGreaterThan(500)
  expect(lacking.map(({ id }) => id)).toEqual([])
})

test('every guide in docs/ has its page', () => {
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  expect(guides.filter((name) => !pages.has(`guides/${name}`))).toEqual([])
})

test('every link between pages leads to a page, and to a heading of it', () => {
  const headings = (text: string): string[] =>
    [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title.replace(/[^\w-]+/g, '-').toLowerCase())
  const lost = [...pages].flatMap(([from, text]) =>
    [...text.matchAll(/\]\((\.[^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .map(([whole, address = '', anchor]) => ({ whole, to: posix.join(posix.dirname(from), address), anchor }))
      .filter(({ to }) => to.endsWith('.md'))
      .filter(({ to, anchor }) => {
        const page = pages.get(to)
        return (
          page === undefined || (to.startsWith('readings/') && anchor !== undefined && !headings(page).includes(anchor))
        )
      })
      .map(({ whole }) => `${from}: ${whole}`),
  )
  expect(lost).toEqual([])
})

test('the menu leads to pages', () => {
  const { nav, sidebar } = JSON.parse(readFileSync(join(folder, 'menu.json'), 'utf8'))
  const links = [...JSON.stringify({ nav, sidebar }).matchAll(/"link":"\/([^"]*)"/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(40)
  const paths = links.map((link) =>
    link === '' || link.endsWith('/') ? `${link}index.md` : link.replace(/html$/, 'md'),
  )
  expect(paths.filter((path) => !pages.has(path))).toEqual([])
})

test('no two pages differ in letter case alone: some folders do not tell them apart', () => {
  expect(new Set([...pages.keys()].map((name) => name.toLowerCase())).size).toBe(pages.size)
})

// The guides are the files in docs/ and the README, as they are, but for links that lead elsewhere in the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Those that a reader wants first; others follow by name. */
const ORDER = [
  'everyday.md',
  'target-file.md',
  'running.md',
  'ci.md',
  'baselines.md',
  'many-deployments.md',
  'certification.md',
  'receivers.md',
  'callers.md',
  'container.md',
  'generated-values.md',
  'comparison.md',
  'writing-a-check.md',
  'writing-a-suite.md',
  'ARCHITECTURE.md',
]

/** @param root of the project */
export function guides(root) {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  const sorted = names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const sources = [
    ['README.md', 'guides/start.md'],
    ...sorted.map((name) => [`docs/${name}`, `guides/${name}`]),
    ['CHANGELOG.md', 'guides/changelog.md'],
    ['CONTRIBUTING.md', 'guides/contributing.md'],
  ]
  const pages = Object.fromEntries(sources)
  const repository = repositoryOf(root)
  return sources.map(([source, path]) => {
    const text = readFileSync(join(root, source), 'utf8')
    const title = /^# (.*)$/m.exec(text)?.[1] ?? path
    return { path, title, text: relinked(text, source, path, { root, pages, repository }) }
  })
}

/** A file that has a page leads there, another one to the repository; where nobody has said which, it is named only. */
function relinked(text, source, path, { root, pages, repository }) {
  return text.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, picture, words, address) => {
    if (/^([a-z]+:|#)/i.test(address)) return whole
    const [file, anchor = ''] = address.split(/(?=#)/)
    const target = posix.normalize(posix.join(posix.dirname(source), file))
    if (pages[target] !== undefined) {
      const way = posix.relative(posix.dirname(path), pages[target])
      return `[${words}](./${way}${anchor})`
    }
    if (picture === '!' && existsSync(join(root, target))) return `![${words}](./${posix.basename(target)})`
    return repository === undefined ? words : `[${words}](${repository}/blob/HEAD/${target})`
  })
}

function repositoryOf(root) {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const url = repository?.url?.replace(/^git\+/, '').replace(/\.git$/, '')
  return url === undefined || /OWNER/.test(url) ? undefined : url
}

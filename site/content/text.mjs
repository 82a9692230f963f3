import { posix } from 'node:path'

export const areaOf = (id) => id.split('.').slice(0, 2).join('.')

/** Where the page of a thing stands. */
export const pathOf = ({ kind, id, service }) =>
  ({ requirement: `requirements/${id}.md`, check: `checks/${id}.md`, code: `codes/${service}/${codeName(id)}.md` })[
    kind
  ]

/** Codes may differ in letter case alone, which some folders do not tell apart. */
const codeName = (code) => (code === code.toUpperCase() ? code : `${code}-in-lower-case`)

/** The path of each page by the id of what it is about; of a code that two documents have, that of the first. */
export const places = (explanations) => new Map(explanations.toReversed().map((each) => [each.id, pathOf(each)]))

/** Markdown characters that a sentence has for itself. */
const plain = (text) => text.replace(/([\\*_`[\]])/g, '\\$1')

export function linkTo(from, to, text, anchor) {
  const address = posix.relative(posix.dirname(from), to)
  return `[${text}](${address.startsWith('.') ? address : `./${address}`}${anchor === undefined ? '' : `#${anchor}`})`
}

/** A line with a link wherever it names something that has a page. */
export function linked(line, from, where) {
  return line
    .split(/([\w./-]*\w)/)
    .map((word) => {
      const to = where.get(word)
      return to === undefined || to === from ? plain(word) : linkTo(from, to, `\`${word}\``)
    })
    .join('')
}

/** Lines as they are; the fence is longer than any in them. */
export function textBlock(lines, language = '') {
  const longest = Math.max(2, ...lines.map((line) => /^`*/.exec(line.trim())[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${lines.join('\n')}\n${fence}`
}

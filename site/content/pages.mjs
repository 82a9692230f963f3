// Pages from what the command says, by their path: { 'requirements/pay.x.md': '# …' }.
import { areaOf, linked, linkTo, pathOf, places, textBlock } from './text.mjs'

/** Parts that are read as lines of prose, each beginning with what it is about; others are shown as they are. */
const LISTS = new Set(['Judges', 'Checks', 'Named by', 'Runs after', 'Ranges over', 'Asks at most'])
const FLAWS = /^Flaws /
const LINES = /^(Needed in the target file|To judge it|To run it|More on each)$/
const FENCES = new Map([
  ['Needed in the target file', 'yaml'],
  ['To judge it', 'sh'],
  ['To run it', 'sh'],
  ['More on each', 'sh'],
])

/** @param known what `assay explain "*" --json` prints */
export function catalogPages(known) {
  const { explanations, contracts } = known
  const where = places(explanations)
  const pages = {}
  for (const each of explanations) pages[pathOf(each)] = explanationPage(each, where, contracts)
  for (const contract of contracts) {
    const own = explanations.filter(({ service }) => service === contract.id)
    for (const [area, members] of grouped(own)) pages[`areas/${area}.md`] = areaPage(area, members, contract, where)
    pages[`readings/${contract.id}.md`] = readingsPage(contract, where)
    pages[`open-points/${contract.id}.md`] = openPointsPage(contract)
    pages[`codes/${contract.id}.md`] = codesPage(own, contract)
    pages[`checks/${contract.id}.md`] = checksPage(own, contract, where)
  }
  pages['requirements/index.md'] = overviewPage(known)
  return pages
}

const requirementsOf = (all) => all.filter(({ kind }) => kind === 'requirement')

function grouped(all) {
  const groups = new Map()
  for (const each of requirementsOf(all)) groups.set(areaOf(each.id), [...(groups.get(areaOf(each.id)) ?? []), each])
  return groups
}

function explanationPage(explanation, where, contracts) {
  const { kind, id, service, traits, says, parts } = explanation
  const from = pathOf(explanation)
  const [sentence, place, ...rest] = says
  const { title } = contracts.find((each) => each.id === service)
  const up =
    kind === 'requirement'
      ? linkTo(from, `areas/${areaOf(id)}.md`, areaOf(id))
      : linkTo(from, `${kind}s/${service}.md`, title)
  return [
    `# \`${id}\``,
    `${up} · ${traits}`,
    `**${linked(sentence, from, where)}**`,
    ...(place === undefined ? [] : [`Where it is written: ${place}`]),
    ...rest.map((line) => linked(line, from, where)),
    ...parts.flatMap((part) => [`## ${part.title}`, partText(part, from, where, service)]),
    '',
  ].join('\n\n')
}

function partText({ title, lines }, from, where, service) {
  if (title === 'Readings') return readingLines(lines, from, service)
  if (LISTS.has(title)) return lines.map((line) => `- ${linked(line, from, where)}`).join('\n')
  if (FLAWS.test(title)) return lines.map((line) => `- ${line.replace(/^([\w-]+): /, '`$1`: ')}`).join('\n')
  if (LINES.test(title)) return textBlock(lines, FENCES.get(title))
  return textBlock(lines)
}

function readingLines(lines, from, service) {
  return lines
    .map((line) =>
      line.startsWith('  ') ? line.trim() : `**${linkTo(from, `readings/${service}.md`, line, anchorOf(line))}**`,
    )
    .join('\n\n')
}

/** As the generator makes them of headings. */
const anchorOf = (id) => id.replace(/[^\w-]+/g, '-').toLowerCase()

function areaPage(area, members, { title }, where) {
  const from = `areas/${area}.md`
  return [
    `# ${title}: \`${area}\``,
    ...members.map(
      ({ id, traits, says }) =>
        `- ${linkTo(from, where.get(id), `\`${id}\``)} (${traits}) ${linked(says[0], from, where)}`,
    ),
    '',
  ].join('\n\n')
}

function readingsPage({ id, title, readings }, where) {
  const from = `readings/${id}.md`
  return [
    `# Readings: ${title}`,
    'Where two sentences of the document overlap or collide: what passes, what warns, and why.',
    ...Object.entries(readings).flatMap(([name, { at, conflict, policy, touches }]) => [
      `## ${name}`,
      at,
      linked(conflict, from, where),
      `**How it is judged:** ${linked(policy, from, where)}`,
      `Touches ${touches.map((each) => linked(each, from, where)).join(', ')}`,
    ]),
    '',
  ].join('\n\n')
}

function openPointsPage({ title, unstated }) {
  return [
    `# Open points: ${title}`,
    'What the document leaves open. It is never judged: what a deployment does is recorded as an observation.',
    ...Object.entries(unstated).flatMap(([name, { at, text }]) => [`## ${name}`, text, at]),
    '',
  ].join('\n\n')
}

function codesPage(own, { id, title }) {
  const from = `codes/${id}.md`
  const rows = own.filter(({ kind }) => kind === 'code')
  return [
    `# Error codes: ${title}`,
    rows.length === 0
      ? 'The document shows none.'
      : rows
          .map((row) => `- ${linkTo(from, pathOf(row), `\`${row.id}\``)} (${row.traits.split(',')[0]}) ${row.says[0]}`)
          .join('\n'),
    '',
  ].join('\n\n')
}

function checksPage(own, { id, title }, where) {
  const from = `checks/${id}.md`
  const checks = own.filter(({ kind }) => kind === 'check')
  return [
    `# Checks: ${title}`,
    `${checks.length} checks; in brackets what each does to a target, when, and at which depth.`,
    checks
      .map(
        (check) =>
          `- ${linkTo(from, where.get(check.id), `\`${check.id}\``)} (${check.traits}) ${linked(check.says[0], from, where)}`,
      )
      .join('\n'),
    '',
  ].join('\n\n')
}

function overviewPage({ explanations, contracts }) {
  const from = 'requirements/index.md'
  return [
    '# Requirements',
    ...contracts.flatMap(({ id, title }) => {
      const own = requirementsOf(explanations).filter(({ service }) => service === id)
      const of = (level) => own.filter(({ traits }) => traits === level).length
      const areas = [...grouped(own)]
      return [
        `## ${title}`,
        `${own.length} requirements: ${of('must')} must, ${of('should')} should, ${of('may')} may. ${linkTo(from, `checks/${id}.md`, 'Checks')}, ${linkTo(from, `codes/${id}.md`, 'error codes')}, ${linkTo(from, `readings/${id}.md`, 'readings')}, ${linkTo(from, `open-points/${id}.md`, 'open points')}.`,
        areas
          .map(([area, members]) => `- ${linkTo(from, `areas/${area}.md`, `\`${area}\``)}: ${members.length}`)
          .join('\n'),
      ]
    }),
    '',
  ].join('\n\n')
}

import { createHash } from 'node:crypto'
import { parseAst } from 'rolldown/parseAst'

/** What each comparison is turned into: the boundary moved, and the sense reversed. */
const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
/** What an `&&` or `||` is where one of its sides is dropped, and what it is swapped for. */
const NEUTRAL = { '&&': 'true', '||': 'false' }
const SWAPPED = { '&&': '||', '||': '&&' }
/** Types say nothing at run time. What is asserted in a value stands in `expression`. */
const isType = ({ type }) => type.startsWith('TS')
/** What a check costs is forecast, and no judgement: proofs of the plan hold it to what is sent. */
const isForecast = ({ type, key }) => type === 'Property' && key.name === 'cost'

/**
 * A change of one operator, condition, number or expected value.
 * @typedef {{ kind: string, from: number, to: number, was: string, text: string, line: number }} Mutant
 */

/** @returns {Mutant[][]} for each place of a source that can be changed, the changes that it can have */
export function placesIn(source, file) {
  const places = []
  const textOf = ({ start, end }) => source.slice(start, end)
  const add = (node, ...changes) => {
    const line = source.slice(0, node.start).split('\n').length
    places.push(
      changes.map(([kind, text]) => ({ kind, text, from: node.start, to: node.end, was: textOf(node), line })),
    )
  }
  const visit = (node, parent) => {
    if (isForecast(node)) return
    for (const { node: changed, changes } of changesOf(node, parent, textOf)) add(changed, ...changes)
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parseAst(source, { lang: 'ts' }, file), undefined)
  return places
}

function childrenOf(node) {
  if (isType(node)) return node.expression?.type === undefined ? [] : [node.expression]
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters' || name === 'returnType'
      ? []
      : [value].flat().filter((each) => typeof each?.type === 'string'),
  )
}

function changesOf(node, parent, textOf) {
  const own = (...changes) => [{ node, changes }]
  switch (node.type) {
    case 'BinaryExpression': {
      const { left, right, operator } = node
      const turned = COMPARISONS[operator] ?? []
      if (turned.length === 0) return []
      return own(...turned.map((each) => ['comparison turned', `${textOf(left)} ${each} ${textOf(right)}`]))
    }
    case 'LogicalExpression': {
      const { left, right, operator } = node
      if (!(operator in SWAPPED)) return []
      return [
        ...own(['and, or swapped', `((${textOf(left)}) ${SWAPPED[operator]} (${textOf(right)}))`]),
        { node: left, changes: [['condition dropped', NEUTRAL[operator]]] },
        { node: right, changes: [['condition dropped', NEUTRAL[operator]]] },
      ]
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return [{ node: node.test, changes: ['true', 'false'].map((value) => ['condition fixed', value]) }]
    case 'UnaryExpression':
      return node.operator === '!' ? own(['negation dropped', textOf(node.argument)]) : []
    case 'Literal':
      return typeof node.value === 'number' ? own(...shifted(node, parent)) : []
    case 'ArrayExpression':
      return membersDropped(node, textOf)
    default:
      return []
  }
}

/** A number next to the one that is written; of a status that is matched also its whole class. */
function shifted({ value }, parent) {
  const near = [value + 1, value - 1].filter((each) => each >= 0)
  const isStatus = parent?.type === 'CallExpression' && parent.callee.name === 'status'
  return [
    ...(isStatus ? [['status widened', `'${Math.floor(value / 100)}xx'`]] : []),
    ...near.map((each) => ['number shifted', String(each)]),
  ]
}

const VALUES = ['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression']

/** A list of values without one of them; what is listed by name is no value of this place. */
function membersDropped(node, textOf) {
  const { elements } = node
  const changes = elements.flatMap((each, place) => {
    if (!VALUES.includes(each?.type)) return []
    const left = elements.filter((_, other) => other !== place)
    return [['member dropped', `[${left.map(textOf).join(', ')}]`]]
  })
  return changes.length === 0 ? [] : [{ node, changes }]
}

const turnOf = (text) => createHash('sha256').update(text).digest('hex')

/**
 * Changes of sources in the order in which a seed draws them: every place has the same chance, then every change of it.
 * The turn of a place hangs on its own file alone.
 * @param sources texts by file
 */
export function drawn(sources, seed) {
  return Object.entries(sources)
    .flatMap(([file, source]) =>
      placesIn(source, file).map((changes, place) => {
        const turn = turnOf(`${seed} ${file} ${place}`)
        const change = changes[Number.parseInt(turn.slice(0, 8), 16) % changes.length]
        return { id: `${file}#${place}`, file, ...change, turn }
      }),
    )
    .toSorted((a, b) => (a.turn < b.turn ? -1 : 1))
}

/** A source with a change made. */
export const mutated = (source, { from, to, text }) => `${source.slice(0, from)}${text}${source.slice(to)}`

import type { XmlElement } from './parse.ts'

type Type = 'text' | 'count' | 'seconds' | 'moment' | 'name'

interface Rule {
  readonly required: Readonly<Record<string, Type>>
  readonly optional?: Readonly<Record<string, Type>>
  /** Children in their order, as a pattern over their names, each followed by a blank. */
  readonly children: RegExp
  readonly text?: true
}

const FINDING: Rule = { required: { type: 'text' }, optional: { message: 'text' }, children: /^$/, text: true }

/**
 * The schema that the Ant task writes and that readers of CI servers go by (JUnit.xsd): with `testsuites` as root, each
 * suite carries `package` and `id`, a case ends in one outcome, output stands last.
 */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { required: {}, children: /^(testsuite )*$/ },
  testsuite: {
    required: {
      name: 'name',
      package: 'name',
      id: 'count',
      timestamp: 'moment',
      hostname: 'name',
      tests: 'count',
      failures: 'count',
      errors: 'count',
      time: 'seconds',
    },
    optional: { skipped: 'count' },
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { required: {}, children: /^(property )*$/ },
  property: { required: { name: 'name', value: 'text' }, children: /^$/ },
  testcase: {
    required: { name: 'name', classname: 'name', time: 'seconds' },
    children: /^(skipped |error |failure )?$/,
  },
  skipped: { required: {}, optional: { message: 'text' }, children: /^$/ },
  error: FINDING,
  failure: FINDING,
  'system-out': { required: {}, children: /^$/, text: true },
  'system-err': { required: {}, children: /^$/, text: true },
}

const TYPES: Readonly<Record<Type, RegExp>> = {
  text: /^[\s\S]*$/,
  name: /^\S(.*\S)?$/s,
  count: /^\d+$/,
  seconds: /^\d+(\.\d+)?$/,
  moment: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
}

/** What a document breaks, each with the path to it; none where it is valid. */
export function junitProblems(element: XmlElement, path = ''): string[] {
  const here = `${path}/${element.name}`
  const rule = RULES[element.name]
  if (rule === undefined) return [`${here}: unknown element`]
  const { required, optional = {}, children, text } = rule
  const known = { ...required, ...optional }
  const order = element.children.map(({ name }) => `${name} `).join('')
  return [
    ...Object.keys(required).flatMap((name) => (name in element.attributes ? [] : [`${here}: no ${name}`])),
    ...Object.entries(element.attributes).flatMap(([name, value]) => {
      const type = known[name]
      if (type === undefined) return [`${here}: unknown attribute ${name}`]
      return TYPES[type].test(value) ? [] : [`${here}: ${name} is no ${type}: ${value}`]
    }),
    ...(children.test(order) ? [] : [`${here}: children ${order}`]),
    ...(text === true || element.text.trim() === '' ? [] : [`${here}: text`]),
    ...(path === '' && element.name !== 'testsuites' ? ['the root is no testsuites'] : []),
    ...element.children.flatMap((child) => junitProblems(child, here)),
  ]
}

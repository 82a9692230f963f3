import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { command } from '../command.mjs'
import { withoutRanges } from '../description.mjs'

const jar = fileURLToPath(new URL('../node_modules/specmatic/specmatic.jar', import.meta.url))

/**
 * Its security settings with the keys, one success status for each operation, values that the sandbox knows in place of
 * any that fit, and generated requests, good and bad ones, with one combination of optional members each.
 */
export default {
  name: 'Specmatic',
  version: '2.55.1',
  async run({ service, sandbox, folder, document, success }) {
    const own = join(folder, 'specmatic')
    await rm(own, { recursive: true, force: true })
    await mkdir(own)
    await writeFile(join(own, 'description.json'), JSON.stringify(narrowed(document, success)))
    const { payment, messaging } = sandbox.target
    const schemes =
      service === 'payment'
        ? { apiKey: { type: 'bearer', token: payment.keys.live[0] } }
        : {
            apiKey: { type: 'apiKey', value: messaging.keys.bound },
            accessToken: { type: 'bearer', token: messaging.bearer },
          }
    await writeFile(
      join(own, 'specmatic.yaml'),
      stringify({
        version: 2,
        contracts: [{ provides: ['description.json'] }],
        test: {
          resiliencyTests: { enable: 'all' },
          maxTestRequestCombinations: 1,
          maxTestCount: 200,
          // Members that the documents do not name are lawful.
          allowExtensibleSchema: true,
        },
        security: { OpenAPI: { securitySchemes: schemes } },
      }),
    )
    const { text } = await command(
      'java',
      [
        '-XX:TieredStopAtLevel=1',
        '-XX:+UseSerialGC',
        '-jar',
        jar,
        'test',
        `--testBaseURL=${sandbox.address(service)}`,
        '--junitReportDir=junit',
      ],
      { cwd: own },
    )
    const files = (await readdir(join(own, 'junit')).catch(() => [])).filter((each) => each.endsWith('.xml'))
    const results = (await Promise.all(files.map((each) => readFile(join(own, 'junit', each), 'utf8')))).join('\n')
    if (!results.includes('<testcase')) throw new Error(text)
    return [...results.matchAll(/<testcase [^>]*name="([^"]*)"[^>]*>\s*<failure message="([^"]*)"/g)].map(
      ([, name, message]) => `${plain(name)}: ${said(message)}`,
    )
  },
}

/** Bodies as their examples are: a list of values for each member that has one. */
function narrowed(document, success) {
  const copy = withoutRanges(document, ['200'])
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.responses === undefined) continue
      const status = success[`${method.toUpperCase()} ${path}`] ?? '200'
      const { 200: any, ...others } = operation.responses
      operation.responses = { ...others, [status]: any }
      const content = operation.requestBody?.content['application/json']
      if (content?.example !== undefined) content.schema = schemaOf(content.example)
    }
    const operations = Object.values(item).filter(({ responses }) => responses !== undefined)
    for (const parameter of [item, ...operations].flatMap(({ parameters = [] }) => parameters)) fix(parameter)
  }
  for (const parameter of Object.values(copy.components.parameters ?? {})) fix(parameter)
  return copy
}

const fix = (parameter) => {
  if (parameter.example !== undefined) parameter.schema = { ...parameter.schema, enum: [parameter.example] }
}

/** Texts that any caller may choose. */
const FREE = new Set(['content', 'app_name', 'reference', 'firstname', 'lastname'])

const schemaOf = (value, name = '') =>
  Array.isArray(value)
    ? { type: 'array', items: schemaOf(value[0]) }
    : typeof value === 'object'
      ? {
          type: 'object',
          required: Object.keys(value),
          properties: Object.fromEntries(
            Object.entries(value).map(([member, each]) => [member, schemaOf(each, member)]),
          ),
        }
      : FREE.has(name)
        ? { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z0-9]{1,20}$' }
        : name.endsWith('_url')
          ? { type: 'string', format: 'uri' }
          : { type: typeof value, enum: [value] }

const decoded = (text) =>
  text
    .replace(/&#10;/g, '\n')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
const plain = (name) => decoded(name).replace(/^.*Scenario: /s, '')
/** What was wrong, without values, which are other ones each time. */
const said = (message) =>
  [...decoded(message).matchAll(/>> (\S+)|(Specification expected status \S+ but response contained status \d+)/g)]
    .map(([text]) => text)
    .join(' ')

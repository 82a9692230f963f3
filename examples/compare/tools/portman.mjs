import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../command.mjs'
import { credentials, withoutRanges } from '../description.mjs'

const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
const all = { openApiOperation: '*::/*' }
const enabled = { enabled: true }

/** All contract tests for each operation, and a variation without credentials; Newman runs the collection. */
export default {
  name: 'Portman, Newman',
  version: '1.33.0, 6.2.2',
  async run({ service, sandbox, folder, document }) {
    const of = (name) => join(folder, `portman-${service}-${name}.json`)
    const headers = Object.entries(credentials(service, sandbox.target))
    const settings = {
      version: 1,
      globals: { stripResponseExamples: true },
      tests: {
        contractTests: ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent'].map(
          (each) => ({
            ...all,
            [each]: enabled,
          }),
        ),
        variationTests: [
          {
            ...all,
            openApiResponse: '401',
            variations: [
              {
                name: 'Unauthenticated',
                overwrites: [
                  { overwriteRequestSecurity: { remove: true } },
                  { overwriteRequestHeaders: headers.map(([key]) => ({ key, remove: true })) },
                ],
                tests: {
                  contractTests: [
                    { statusCode: { ...enabled, code: 401 } },
                    { schemaValidation: enabled },
                    { contentType: enabled },
                  ],
                },
              },
            ],
          },
        ],
      },
      overwrites: [
        {
          ...all,
          overwriteRequestHeaders: [
            ...(service === 'payment' ? [{ key: 'Idempotency-Key', value: '{{$guid}}', overwrite: true }] : []),
            ...headers.map(([key, value]) => ({ key, value, overwrite: true, insert: true })),
          ],
        },
      ],
    }
    await writeFile(of('description'), JSON.stringify(withoutRanges(document)))
    await writeFile(of('settings'), JSON.stringify(settings))
    await writeFile(
      of('postman'),
      JSON.stringify({ requestParametersResolution: 'Example', enableOptionalParameters: false }),
    )
    const made = await command(
      bin('portman'),
      [
        '-l',
        of('description'),
        '-c',
        of('settings'),
        '-s',
        of('postman'),
        '-b',
        sandbox.address(service),
        '-o',
        of('collection'),
      ],
      { cwd: folder },
    )
    if (made.code !== 0) throw new Error(made.text)
    const { text } = await command(
      bin('newman'),
      ['run', of('collection'), '--delay-request', '20', '--reporters', 'json', '--reporter-json-export', of('result')],
      { cwd: folder },
    )
    const { run } = JSON.parse(await readFile(of('result'), 'utf8').catch(() => Promise.reject(new Error(text))))
    return run.executions.flatMap(({ item, assertions = [] }) =>
      assertions.filter(({ error }) => error !== undefined).map(({ assertion }) => `${item.name}: ${assertion}`),
    )
  },
}

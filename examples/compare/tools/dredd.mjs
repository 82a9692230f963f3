import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../command.mjs'
import { asOpenApi30, credentials, withoutRanges } from '../description.mjs'

const bin = fileURLToPath(new URL('../node_modules/.bin/dredd', import.meta.url))
const hooks = fileURLToPath(new URL('dredd-hooks.cjs', import.meta.url))

/** The description in OpenAPI 3.0, which is the newest that it knows; hooks bring error responses about. */
export default {
  name: 'Dredd',
  version: '14.1.0',
  async run({ service, sandbox, folder, document }) {
    const description = join(folder, `dredd-${service}.json`)
    const report = join(folder, `dredd-${service}.xml`)
    await rm(report, { force: true })
    await writeFile(description, JSON.stringify(asOpenApi30(withoutRanges(document, ['200']))))
    const headers = Object.entries(credentials(service, sandbox.target)).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ])
    const { text } = await command(
      bin,
      [
        ...[description, sandbox.address(service), '--hookfiles', hooks, ...headers, '--loglevel', 'error'],
        ...['--reporter', 'xunit', '--output', report],
      ],
      { cwd: folder },
    )
    const result = await readFile(report, 'utf8').catch(() => Promise.reject(new Error(text)))
    return [...result.matchAll(/<testcase name="([^"]*)"[^>]*><failure>([\s\S]*?)<\/failure>/g)].map(
      ([, name, message]) =>
        `${name.replace(/[0-9a-f-]{36}/g, '*')}: ${message.match(/Message:\s*([\s\S]*?)\n\nRequest:/)?.[1] ?? 'differs'}`,
    )
  },
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../command.mjs'
import { credentials } from '../description.mjs'

const st = fileURLToPath(new URL('../.venv/bin/st', import.meta.url))

/** All its checks and phases, both modes; a rate below the limit of the keys. */
export default {
  name: 'Schemathesis',
  version: '4.32.5',
  async run({ service, sandbox, folder, document }) {
    const description = join(folder, 'schemathesis.json')
    const report = join(folder, 'schemathesis.ndjson')
    await rm(report, { force: true })
    await writeFile(description, JSON.stringify(document))
    const headers = Object.entries(credentials(service, sandbox.target)).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ])
    const { code, text } = await command(
      st,
      [
        ...['run', description, '--url', sandbox.address(service), ...headers, '--seed', '7', '--max-examples', '20'],
        ...['--rate-limit', '50/s', '--continue-on-failure', '--report', 'json', '--report-json-path', report],
      ],
      { cwd: folder },
    )
    if (code !== 0 && code !== 1) throw new Error(text)
    const { failures } = JSON.parse(await readFile(report, 'utf8'))
    return failures.flatMap(({ code: kind, title, operations }) =>
      operations.map((each) => `${kind} ${title}: ${each}`),
    )
  },
}

import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { command } from '../command.mjs'
import { assay } from '../sandbox.mjs'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The target file of the sandbox, as it is; `assay run` with nothing said but the service and a seed. */
export default {
  name: 'Assay',
  version,
  async run({ service, sandbox, folder }) {
    const file = parse(readFileSync(sandbox.file, 'utf8'))
    for (const id of ['payment', 'messaging']) {
      if (id === service) file[id].baseUrl = sandbox.address(id)
      else delete file[id]
    }
    const config = join(folder, 'assay.yaml')
    const json = join(folder, 'assay.json')
    await writeFile(config, stringify(file, { aliasDuplicateObjects: false }))
    const { code, text } = await command(
      process.execPath,
      [assay, 'run', '--config', config, '--json', json, '--seed', '7', '--quiet', '--no-keep', '--yes'],
      { cwd: folder },
    )
    if (code !== 0 && code !== 1) throw new Error(text)
    const { requirements } = JSON.parse(await readFile(json, 'utf8'))
    return requirements
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ id, verdict }) => `${verdict} ${id}`)
  },
}

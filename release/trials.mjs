import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from './nodes.mjs'
import { run, started } from './process.mjs'

const FIRST = 'pay.auth.missing-header'

/** The embedded clocks are ninety times as fast: on a busy machine a run may leave the rate limit unjudged. */
const JUDGED = [0, 3]

/** What `npx` would start. */
const bin = (folder, name) => join(folder, 'node_modules/.bin', name)

/**
 * Tries in a folder where the package is installed everything that its users have of it.
 * @param told is called with the name of each trial that went well
 * @returns seconds that a first verdict, and a whole embedded run, took
 */
export async function trials({ node, folder, manifest, told }) {
  const options = { cwd: folder, env: environment(node) }
  const [name] = Object.keys(manifest.bin)
  const assay = (...args) => run(node, [bin(folder, name), ...args], options)
  const ending = (expected, ...args) => run(node, [bin(folder, name), ...args], { ...options, expected })

  for (const each of Object.keys(manifest.bin)) {
    const { stdout } = await run(node, [bin(folder, each), '--version'], options)
    assert(stdout.trim() === manifest.version, `${each} --version said ${stdout}`)
  }
  const { stdout: help } = await assay('--help')
  const [, rows = ''] = help.split('Commands:')
  const commands = [...rows.matchAll(/^ {2}(\w+) /gm)].map(([, command]) => command).filter((each) => each !== 'help')
  assert(commands.length > 10, `--help named ${commands.join(', ')}`)
  for (const command of commands) assert((await assay(command, '--help')).stdout.includes(`Usage: ${name} ${command}`))
  told(`--help of ${commands.length} commands`)

  for (const words of [['target'], ['report'], ['openapi', 'payment'], ['openapi', 'messaging']])
    JSON.parse((await assay('schema', ...words)).stdout)
  assert(JSON.parse((await assay('list', '--json')).stdout).length > 100, 'list --json is short')
  for (const args of [['plan'], ['explain', FIRST], ['completion', 'bash'], ['serve', '--list']])
    assert((await assay(...args)).stdout.length > 100, `${args.join(' ')} said little`)
  await ending([2], 'run', '--config', 'none.yaml')
  told('schema, list, plan, explain, completion')

  const { seconds: first } = await assay('run', '--only', FIRST, '--no-keep')
  const files = { json: 'report.json', html: 'report.html', junit: 'junit.xml', markdown: 'summary.md', har: 'log.har' }
  const flags = Object.entries({ ...files, ctrf: 'ctrf.json', sarif: 'all.sarif', allure: 'allure' })
  const written = flags.flatMap(([flag, file]) => [`--${flag}`, file])
  const { seconds: whole } = await ending(JUDGED, 'run', ...written)
  for (const [flag, file] of flags) assert(existsSync(join(folder, file)), `--${flag} wrote nothing`)
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  assert(report.services.length === 6 && report.faults.length === 0, 'the embedded run did not judge all parties')
  const passed = report.requirements.filter(({ verdict }) => verdict === 'pass')
  assert(passed.length > 400, `the embedded run found ${passed.length} statements kept`)
  for (const args of [['report'], ['history'], ['replay', FIRST], ['compare', 'report.json', 'report.json']])
    await assay(...args)
  told('the embedded run, its files, report, history, replay, compare')

  const place = { node, folder, name, options }
  await sandboxed(assay, place)
  told('serve, init and run against it')

  await certified(assay, ending, place)
  told('run --certify, verify, report of the bundle')

  await imported(run, { node, folder, manifest, options })
  told('the doors, by import')
  return { first, whole }
}

/** Runs something beside a sandbox, which is ended afterwards; it is given what the sandbox says of itself. */
async function beside(flags, { node, folder, name, options }, act) {
  const sandbox = started(node, [bin(folder, name), 'serve', ...flags], { ...options, within: 600 })
  try {
    await act(await sandbox.says('Ctrl-C ends it'))
  } finally {
    sandbox.stop()
  }
  const { code, output } = await sandbox.ended
  assert(code === 0, `serve ended with ${code}:\n${output}`)
}

async function sandboxed(assay, place) {
  await beside(['--time-scale', '60', '--write', 'sandbox.yaml'], place, async (said) => {
    const url = /^payment +(\S+)/m.exec(said)?.[1]
    const key = /^ +live +(\S+)/m.exec(said)?.[1]
    assert(url && key, `serve named no URL and no key:\n${said}`)
    await assay('init', '--payment', url, '--key', key, '--yes', '--output', 'found.yaml')
    assert(readFileSync(join(place.folder, 'found.yaml'), 'utf8').includes(url), 'init wrote another URL')
    await assay('run', '--config', 'sandbox.yaml', '--only', 'pay.auth.*', '--yes')
  })
}

async function certified(assay, ending, { folder }) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  await ending(JUDGED, 'run', '--certify', '--sign', 'key.pem', '--bundle', 'bundle.jsonl')
  await ending(JUDGED, 'verify', 'bundle.jsonl', '--key', 'public.pem')
  await ending([3], 'verify', 'bundle.jsonl')
  await assay('report', 'bundle.jsonl', '--html', 'certificate.html', '--badge', 'badge.svg')
}

const doorsOf = ({ name, exports }) => Object.keys(exports).map((door) => door.replace('.', name))

async function imported(run, { node, folder, manifest, options }) {
  const doors = doorsOf(manifest).filter((door) => !/vitest$|json$/.test(door))
  const script = `for (const door of ${JSON.stringify(doors)}) if (Object.keys(await import(door)).length === 0) throw new Error(door)`
  writeFileSync(join(folder, 'doors.mjs'), script)
  await run(node, ['doors.mjs'], options)
}

/** The doors that need vitest, and the types of all, in a folder that has vitest, TypeScript and the types of Node. */
export async function developed({ node, folder, manifest, told }) {
  const options = { cwd: folder, env: environment(node) }
  const doors = doorsOf(manifest).filter((door) => !/json$/.test(door))
  const lines = doors.map((door, at) => `import * as door${at} from '${door}'\nconsole.log(door${at})\n`)
  const use = `import { judge, type Report } from '${manifest.name}'\nexport const report: Promise<Report> = judge({ target: 'a.yaml' })\n`
  writeFileSync(join(folder, 'doors.ts'), `${lines.join('')}${use}`)
  const compilerOptions = { module: 'NodeNext', target: 'ES2023', strict: true, noEmit: true, types: ['node'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['doors.ts'] }))
  await run(node, [bin(folder, 'tsc')], options)
  told('the types of all doors, by tsc')
  writeFileSync(
    join(folder, 'promises.test.mjs'),
    `import { assay } from '${manifest.name}/vitest'\nawait assay({ only: ['pay.idempotency.*'] })\n`,
  )
  const { output } = await run(node, [bin(folder, 'vitest'), 'run', 'promises.test.mjs'], options)
  assert(/Tests +\d+ passed/.test(output), output)
  told('the checks in a file of vitest')
}

function assert(holds, message = 'something is not as it was expected') {
  if (!holds) throw new Error(message)
}

// Sets tools beside each other on flaws of the sandbox that a rule chooses: node compare.mjs [--tools a,b] [--flaws 24]
// [--variants 5]. Every tool has the same description, the same keys and the same sandbox, afresh for each run; what it
// reports of the flawless one, twice, is not held for a finding.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { credentials, described } from './description.mjs'
import { requestsOf, send, successes } from './requests.mjs'
import { assay, startSandbox } from './sandbox.mjs'
import { table } from './table.mjs'

const SERVICES = ['payment', 'messaging']
const TOOLS = ['assay', 'schemathesis', 'specmatic', 'portman', 'dredd', 'prism']

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: TOOLS.join() },
    flaws: { type: 'string', default: '24' },
    variants: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '1' },
  },
})
const work = fileURLToPath(new URL('.work', import.meta.url))

/** By kind and service, in the order of their names. */
function listed() {
  const text = execFileSync(process.execPath, [assay, 'serve', '--list']).toString()
  const found = { Variants: [], Flaws: [] }
  let heading = []
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) heading = line.split(' of ')
    else if (line.trim() !== '') found[heading[0]].push({ service: heading[1], name: line.trim().split(' ')[0] })
  }
  const sorted = (all) =>
    [...new Map(all.map((each) => [each.name, each])).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { Flaws: sorted(found.Flaws), Variants: sorted(found.Variants) }
}

/** Every nth in the order of names, so many: nobody picks. */
function everyNth(all, many) {
  const step = Math.floor(all.length / many)
  return all.filter((_, index) => (index + 1) % step === 0).slice(0, many)
}

async function once(tool, { service, flaw, variant }) {
  const folder = join(work, tool.id)
  mkdirSync(folder, { recursive: true })
  const sandbox = await startSandbox(folder, { flaw, variant })
  try {
    const { document, success } = await prepared(service, sandbox)
    const before = sandbox.requests()
    const start = performance.now()
    const found = await tool.run({ service, sandbox, folder, document, success }).then(
      (lines) => ({ lines: [...new Set(lines)] }),
      (error) => ({ lines: [], trouble: error.message.slice(-500) }),
    )
    return {
      service,
      flaw,
      variant,
      ...found,
      requests: sandbox.requests() - before,
      seconds: (performance.now() - start) / 1000,
    }
  } finally {
    await sandbox.close()
  }
}

/** The description with values of this sandbox; a payment that can be read has to be created first. */
async function prepared(service, sandbox) {
  const headers = credentials(service, sandbox.target)
  const address = sandbox.target[service].baseUrl
  const made = (id) => described(service, sandbox.address(service), sandbox.target, id)
  if (service === 'messaging') return { document: made(), success: flawless.messaging ?? {} }
  const creation = requestsOf(made('none'), headers).find(({ operation }) => operation === 'POST /api/v1/payments')
  const body = await (await send(address, { ...creation, body: { ...creation.body, reference: 'order-0' } })).json()
  return {
    document: made(body.data?.id ?? body.id ?? '00000000-0000-4000-8000-000000000000'),
    success: flawless.payment ?? {},
  }
}

const flawless = {}
async function lookAtSuccesses() {
  const folder = join(work, 'first')
  mkdirSync(folder, { recursive: true })
  const sandbox = await startSandbox(folder, {})
  try {
    for (const service of SERVICES) {
      const { document } = await prepared(service, sandbox)
      flawless[service] = await successes(
        sandbox.target[service].baseUrl,
        document,
        credentials(service, sandbox.target),
      )
    }
  } finally {
    await sandbox.close()
  }
}

const { Flaws, Variants } = listed()
const flaws = everyNth(Flaws, Number(values.flaws))
const variants = everyNth(Variants, Number(values.variants))
const subjects = [
  ...[...SERVICES, ...SERVICES].map((service) => ({ service })),
  ...variants.map(({ service, name }) => ({ service, variant: name })),
  ...flaws.map(({ service, name }) => ({ service, flaw: name })),
]
mkdirSync(work, { recursive: true })
await lookAtSuccesses()
console.log(JSON.stringify(flawless, undefined, 1))

const asked = values.tools.split(',')
async function lane() {
  for (let id = asked.shift(); id !== undefined; id = asked.shift()) {
    const { default: tool } = await import(`./tools/${id}.mjs`)
    const runs = []
    for (const subject of subjects) {
      const run = await once({ ...tool, id }, subject)
      runs.push(run)
      const what = subject.flaw ?? subject.variant ?? 'flawless'
      console.log(
        `${id} ${subject.service} ${what}: ${run.lines.length} lines, ${run.requests} requests, ${run.seconds.toFixed(1)} s${run.trouble === undefined ? '' : ` TROUBLE ${run.trouble}`}`,
      )
    }
    writeFileSync(
      join(work, `${id}.json`),
      JSON.stringify({ name: tool.name, version: tool.version, runs }, undefined, 1),
    )
  }
}
await Promise.all(Array.from({ length: Number(values.lanes) }, lane))

const all = TOOLS.flatMap((id) => {
  try {
    return [JSON.parse(readFileSync(join(work, `${id}.json`), 'utf8'))]
  } catch {
    return []
  }
})
writeFileSync(join(work, 'comparison.md'), table(all))
console.log(table(all))

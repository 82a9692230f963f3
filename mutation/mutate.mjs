// Changes operators, conditions, numbers and expected values of suites, matchers and generators, one at a time, and
// says of each whether a test would notice. `npm run mutate -- --sample 200 --seed 1 --within 60 --out <folder>`; with
// `--again <file>` those of an earlier result that nobody noticed.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compiling } from './compiling.mjs'
import { filesIn, isTest } from './imports.mjs'
import { drawn, mutated } from './mutants.mjs'
import { proofsOf } from './proofs.mjs'
import { tableOf } from './table.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const JUDGING = ['suites', 'kit/match', 'generators']
const COPIED = /^(specs|kit|generators|suites|reference|reporters|cli|tests|examples|mutation|[\w.]+\.(ts|json))$/
/** Seconds without a test that is over: whatever runs then has no end. Starting takes some of them. */
const SILENCE = 60
/** What is not tried again: what somebody looked at is marked so by hand in the result, with a `why`. */
const SETTLED = ['noticed', 'hung', 'equivalent', 'tuning']
/** Draws per change that is asked for: some do not compile. */
const SPARE = 1.6

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    within: { type: 'string', default: '60' },
    out: { type: 'string', default: 'mutation/out' },
    workers: { type: 'string', default: '1' },
    again: { type: 'string' },
  },
})
const within = Number(values.within)
const resultFile = join(values.out, 'operators.json')

const copies = Array.from({ length: Number(values.workers) }, () => copy())
const running = new Set()
process.on('exit', () => {
  for (const child of running) ended(child)
  for (const each of copies) rmSync(each, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** A copy of what is tested: no change is ever made to the checkout itself. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutation-'))
  const wanted = (from) => {
    const [top] = from.slice(root.length + 1).split('/')
    return top === '' || (COPIED.test(top) && !from.includes('node_modules'))
  }
  cpSync(root, folder, { recursive: true, filter: wanted })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Ends a child with whatever it has started. */
function ended(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Runs tests of a copy, and tells what became of them. */
async function tested(folder, turns) {
  const child = spawn(process.execPath, ['mutation/run-tests.mjs'], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  running.add(child)
  let end = { state: 'died' }
  const finish = (state) => {
    end = { state }
    ended(child)
  }
  const limit = setTimeout(finish, within * 1000, 'unfinished')
  let silence = setTimeout(finish, SILENCE * 1000, 'hung')
  child.stdin.end(JSON.stringify({ turns }))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    clearTimeout(silence)
    silence = setTimeout(finish, SILENCE * 1000, 'hung')
    const { over, state, test, file, message } = JSON.parse(line)
    if (over === true) end = { state: 'survived' }
    if (state === 'failed') end = { state: 'noticed', test, by: file, message }
  }
  clearTimeout(limit)
  clearTimeout(silence)
  ended(child)
  running.delete(child)
  return end
}

const files = filesIn(root, JUDGING).filter((file) => !isTest(file))
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const proofs = await proofsOf(root)
const all = drawn(sources, values.seed)
const earlier = values.again === undefined ? { mutants: [] } : JSON.parse(readFileSync(values.again, 'utf8'))

/** Those of the sample of which it is not known what becomes of them; a sample is drawn once. */
function chosen() {
  const wanted = Number(values.sample)
  const known = earlier.sample ?? sampled(wanted)
  const settled = new Set(earlier.mutants.flatMap(({ id, state }) => (SETTLED.includes(state) ? [id] : [])))
  const { ids } = known
  return { sample: known, mutants: all.filter(({ id }) => ids.includes(id) && !settled.has(id)) }
}

function sampled(wanted) {
  const some = all.slice(0, Math.ceil(wanted * SPARE))
  const compiled = compiling(copies[0], some, sources, proofs.importers).slice(0, wanted)
  return { ids: compiled.map(({ id }) => id), uncompiled: some.indexOf(compiled.at(-1)) + 1 - compiled.length }
}

const { mutants, sample } = chosen()
const results = new Map()
mkdirSync(values.out, { recursive: true })

function write() {
  const told = mutants.flatMap(({ turn: _, ...mutant }) => {
    const result = results.get(mutant.id)
    return result === undefined ? [] : [{ ...mutant, ...result }]
  })
  const known = new Map([...earlier.mutants, ...told].map((each) => [each.id, each]))
  const found = { seed: values.seed, sample, mutants: [...known.values()] }
  writeFileSync(resultFile, `${JSON.stringify(found, undefined, 2)}\n`)
  writeFileSync(join(values.out, 'operators.md'), tableOf(found))
}

const waiting = [...mutants]
async function work(folder) {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const turns = await proofs.of(mutant)
    const startedAt = performance.now()
    const path = join(folder, mutant.file)
    writeFileSync(path, mutated(sources[mutant.file], mutant))
    const end = await tested(folder, turns)
    writeFileSync(path, sources[mutant.file])
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    results.set(mutant.id, { ...end, seconds })
    write()
    const change = `${mutant.was.replaceAll(/\s+/g, ' ')} → ${mutant.text.replaceAll(/\s+/g, ' ')}`
    console.log(
      `${results.size}/${mutants.length} ${end.state} ${seconds}s ${mutant.file}:${mutant.line} ${change.slice(0, 160)} ${end.test ?? ''}`,
    )
  }
}
await Promise.all(copies.map(work))
await proofs.close()
process.exit(0)

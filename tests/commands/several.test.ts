import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentService } from '../../reference/payment/index.ts'
import type { Matrix } from '../../reporters/views/runs/matrix.ts'
import { assayHere, emptyFolder } from '../command.ts'
import { reportIn } from '../reports.ts'
import { closedPort } from '../servers.ts'

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

const ONLY = ['--only', 'pay.idempotency.key-required', '--only', 'pay.auth.missing-header']
const cwd = emptyFolder()

/** A target file of a reference of its own. */
async function targetFile(name: string, flaw?: string, more: object = {}): Promise<void> {
  const service = await startPaymentService({ timeScale: 60, ...(flaw === undefined ? {} : { flaw }) })
  open.push(service)
  writeFileSync(join(cwd, `${name}.json`), JSON.stringify({ ...service.targetFile(), name: `acme ${name}`, ...more }))
}

beforeAll(async () => {
  await targetFile('eu')
  await targetFile('us', 'creates-without-key')
  await targetFile('apac')
})

const verdictsIn = (path: string): readonly string[] =>
  reportIn(path).requirements.map(({ id, verdict }) => `${id} ${verdict}`)

describe('several target files in one command', () => {
  test('one report each, the same as one by one, one matrix, and the worst of the exit codes', async () => {
    const args = ['run', '--seed', '5', ...ONLY]
    const all = await assayHere(
      [...args, '--config', '*.json', '--json', 'reports/', '--matrix', 'matrix.html', 'matrix.json'],
      { cwd },
    )
    expect(all.code, all.stderr).toBe(1)
    expect(all.stdout).toMatch(/^us: not conformant: 1 requirement broken; .*; broken: pay\.[\w.-]+$/m)
    expect(all.stdout).toContain('1 of 3 not conformant')
    expect(all.stdout).toMatch(/✓✓✕ {2}pay\.idempotency\.key-required/)
    expect(readdirSync(join(cwd, 'reports')).toSorted()).toEqual(['apac.json', 'eu.json', 'us.json'])
    for (const name of ['eu', 'us']) {
      await assayHere([...args, '--config', `${name}.json`, '--json', `${name}-alone.out`, '--no-keep'], { cwd })
      expect(verdictsIn(join(cwd, 'reports', `${name}.json`))).toEqual(verdictsIn(join(cwd, `${name}-alone.out`)))
    }
    const matrix = reportIn(join(cwd, 'matrix.json')) as unknown as Matrix
    expect(matrix.columns.map(({ label }) => label)).toEqual(['acme apac', 'acme eu', 'acme us'])
    expect(existsSync(join(cwd, 'matrix.html'))).toBe(true)
    // Every run is kept, and a matrix of the last of each is made without naming any.
    const kept = await assayHere(['matrix', '--json', '-'], { cwd })
    expect(JSON.parse(kept.stdout).columns).toHaveLength(3)
  })

  test('one that is not there keeps the others from nothing', async () => {
    writeFileSync(
      join(cwd, 'gone.yaml'),
      `name: gone\npayment: { baseUrl: "${await closedPort()}", keys: { live: ["sk_test_x"] } }\n`,
    )
    const { code, stdout } = await assayHere(
      ['run', '--config', 'eu.json', 'gone.yaml', '--no-keep', '--quiet', '--matrix', 'm.json', ...ONLY],
      { cwd },
    )
    expect(code).toBe(5)
    expect(stdout).toMatch(/^gone: no target: the payment service at .* is not reachable/m)
    expect(stdout).toMatch(/^eu: nothing broken/m)
    const { absent } = reportIn(join(cwd, 'm.json')) as unknown as Matrix
    expect(absent.map(({ label }) => label)).toEqual(['gone'])
  })

  test('one that is not there has the reports of that beside the others, as alone, and is kept nowhere', async () => {
    const folder = emptyFolder()
    const url = await closedPort()
    const gone = `name: gone\npayment: { baseUrl: "${url}", keys: { live: ["sk_test_x"] } }\n`
    writeFileSync(join(folder, 'gone.yaml'), gone)
    const written = ['--junit', '{name}.xml', '--json', 'r/', '--matrix', 'm.json']
    const { code, stdout } = await assayHere(
      ['run', '--config', join(cwd, 'eu.json'), 'gone.yaml', ...written, ...ONLY],
      { cwd: folder },
    )
    expect(code).toBe(5)
    expect(stdout).toMatch(/^gone: no target: the payment service at .* is not reachable/m)
    const alone = await assayHere(['run', '--config', 'gone.yaml', '--junit', 'alone.xml', '--no-keep', ...ONLY], {
      cwd: folder,
    })
    expect(alone.code).toBe(5)
    const [error, errorAlone] = ['gone.xml', 'alone.xml'].map((name) =>
      /<testcase name="a target is there".*<error [^>]*type="no target"/.exec(readFileSync(join(folder, name), 'utf8')),
    )
    expect(error?.[0]).toContain('is not reachable')
    expect(error?.[0]).toBe(errorAlone?.[0])
    expect(readdirSync(join(folder, 'r')).toSorted()).toEqual(['eu.json', 'gone.json'])
    expect(reportIn(join(folder, 'r/gone.json')).outcome).toMatchObject({ exitCode: 5, headline: 'no target' })
    expect(readdirSync(join(folder, '.assay/runs'))).toHaveLength(1)
    const known = await assayHere(['report', 'r/gone.json', '--format', 'baseline'], { cwd: folder })
    expect(known).toMatchObject({ code: 0, stdout: expect.stringContaining('known: []') })
    expect(known.stderr).toMatch(
      /^note: the run that this is made of ended early \(the payment service at .* not reached:/,
    )
    const { absent } = reportIn(join(folder, 'm.json')) as unknown as Matrix
    expect(absent.map(({ label }) => label)).toEqual(['gone'])
  })

  test.for([
    [
      ['--config', 'eu.json', 'us.json', '--json', 'r.json'],
      '--json r.json: several targets, a pattern or --matrix make one report each',
    ],
    [['--config', '*.toml'], '--config *.toml: names no file'],
    [['--config', 'eu.json', 'us.json', '--watch', '.'], '--watch .: several targets are judged; it is for one'],
    [
      ['--config', 'eu.json', 'us.json', '--payment', 'http://127.0.0.1:1'],
      '--payment http://127.0.0.1:1: names one target',
    ],
    [['--config', 'eu.json', 'none.yaml'], 'none.yaml'],
    [['--config', 'eu.json', '--parallel', '2'], '--parallel 2: says how many targets'],
    [['--config', 'eu.json', 'us.json', '--matrix', 'm.pdf'], '--matrix m.pdf: name a file that ends in'],
  ] as const)('%o is refused before anything is sent', async ([args, message]) => {
    const { code, stdout, stderr } = await assayHere(['run', ...args], { cwd })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

describe('shards', () => {
  test('two of them, merged, are told, written and kept as one run', async () => {
    const shard = (index: number) =>
      assayHere(
        [
          'run',
          '--config',
          'us.json',
          '--shard',
          `${index}/2`,
          '--own-keys',
          '--seed',
          '5',
          '--json',
          `s${index}.out`,
          ...ONLY,
        ],
        { cwd },
      )
    const [one, two] = [await shard(1), await shard(2)]
    expect([one.code, two.code]).toContain(1)
    expect(one.stdout + two.stdout).toContain('this is shard 1 of 2')
    const { code, stdout: merged } = await assayHere(
      ['merge', 's2.out', 's1.out', '--json', 'merged.out', '--junit', 'm.xml'],
      { cwd },
    )
    expect(code).toBe(1)
    expect(merged).toContain('merged from 2 shards')
    await assayHere(['run', '--config', 'us.json', '--seed', '5', '--json', 'whole.out', '--no-keep', ...ONLY], { cwd })
    expect(verdictsIn(join(cwd, 'merged.out'))).toEqual(verdictsIn(join(cwd, 'whole.out')))
    expect(existsSync(join(cwd, 'm.xml'))).toBe(true)
    const { code: same, stdout: changes } = await assayHere(['compare', 'merged.out', 'whole.out', '--markdown', '-'], {
      cwd,
    })
    expect(same).toBe(0)
    expect(changes).toMatch(/^## /)
    expect((await assayHere(['merge', 's1.out'], { cwd })).stderr).toContain('shard 2 of 2 is missing')
    // What is merged is of the target of its shards; where none of them is kept, nobody knows which file that was.
    const [, id = '', check = ''] = /^ +again: assay replay (\S+) (\S+)$/m.exec(merged) ?? []
    for (const again of [[id, check], [check], ['merged.out', check]])
      expect((await assayHere(['replay', ...again], { cwd })).stdout).toContain(
        `then: ${check} fail; now: ${check} fail`,
      )
    rmSync(join(cwd, '.assay'), { recursive: true })
    const alone = await assayHere(['merge', 's1.out', 's2.out'], { cwd })
    expect(alone.stdout).toContain(`again: assay replay ${id} ${check} --config <its target file>\n`)
    const refused = await assayHere(['replay', id, check], { cwd })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('name its target file with --config')])
  })

  test.for([
    [['--shard', '1/2'], '--shard 1/2: add --seed, the same on every machine'],
    [['--shard', '1/2', '--seed', '1', '--certify'], '--certify seals the evidence of one run'],
    // A seed would not help.
    [['--shard', '1/2', '--certify'], '--shard 1/2: --certify seals the evidence of one run'],
    [['--shard', '1/2', '--repeat', '2'], '--shard 1/2: --repeat judges by itself'],
    [['--own-keys'], '--own-keys: says that no other shard uses the keys; add --shard'],
    [['--shard', '3/2', '--seed', '1'], 'such as 2/4 for the second of four'],
  ] as const)('%o is refused', async ([args, message]) => {
    const { code, stderr } = await assayHere(['run', '--config', 'eu.json', ...args], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

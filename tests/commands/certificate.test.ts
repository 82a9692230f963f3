import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { loaded } from '../../cli/assembly.ts'
import { own } from '../../cli/own/own.ts'
import { chained, sha256 } from '../../kit/certificate/chain.ts'
import { seal, unseal } from '../../kit/certificate/seal.ts'
import { sealable } from '../../kit/certificate/verify.ts'
import { assay, emptyFolder, started } from '../command.ts'
import { certified } from '../made-up/sealed-run.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const folder = emptyFolder()
const at = (name: string): string => join(folder, name)
writeFileSync(at('private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }))

describe('a certification by the command', { timeout: 300_000 }, () => {
  test('is sealed, signed, and holds with the outcome of its run', async () => {
    const args = [
      '--certify',
      '--bundle',
      at('run.jsonl'),
      '--sign',
      at('private.pem'),
      '--json',
      at('run.json'),
      '--yes',
    ]
    const { stderr } = await assay(['run', ...args])
    expect(stderr).toContain(`sealed in ${at('run.jsonl')}`)
    const { code, stdout } = await assay(['verify', at('run.jsonl'), '--key', at('public.pem')])
    const { report } = unseal(readFileSync(at('run.jsonl'), 'utf8'), publicKey)
    expect(code, stdout).toBe(report.outcome.exitCode)
    // What puts things back is sent and counted as well.
    expect(report.cost.requests).toEqual(JSON.parse(readFileSync(at('run.json'), 'utf8')).cost.requests)
    expect(stdout).toMatch(/^\d+ verdicts come out the same from the evidence alone/m)
    expect(stdout).toContain('the bundle holds')
    expect(stdout).toContain('clock 90×: ')
    expect(stdout).toContain('local: ')
  })

  test('ends at Ctrl-C while it is sealed, with the reports and without a bundle, and says so', async () => {
    const cwd = emptyFolder()
    const { child, ended } = started(['run', '--certify', '--json', 'run.json', '--yes'], { cwd })
    child.stderr?.on('data', (chunk) => {
      // One Ctrl-C may come twice.
      if (String(chunk).includes('sealing: ')) for (const _ of [1, 2]) child.kill('SIGINT')
    })
    const { code, stdout } = await ended
    expect(stdout).toMatch(
      /inconclusive: no bundle: stopped while the run was sealed; nothing was written to assay-bundle\.jsonl\n$/,
    )
    expect(code).toBe(3)
    expect(existsSync(join(cwd, 'assay-bundle.jsonl'))).toBe(false)
    expect(JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')).outcome).toMatchObject({
      exitCode: 3,
      because: expect.stringMatching(/^no bundle: stopped while the run was sealed/),
    })
  })

  test('a report is no bundle, and a bundle no report: both say what they are', async () => {
    const verified = await assay(['verify', at('run.json')])
    expect(verified).toMatchObject({ code: 2, stderr: expect.stringContaining('is a report, which nothing seals') })
    writeFileSync(at('run.jsonl.gz'), gzipSync(readFileSync(at('run.jsonl'))))
    const packed = await assay(['verify', at('run.jsonl.gz')])
    expect(packed).toMatchObject({ code: 2, stderr: expect.stringContaining('is no bundle as it stands; what is') })
    const other = await assay(['report', at('run.jsonl'), '--junit', at('x.xml')])
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a bundle, of which --html and --badge'),
    })
    const badge = await assay(['report', at('run.json'), '--badge', at('x.svg')])
    expect(badge).toMatchObject({ code: 2, stderr: expect.stringContaining('--badge') })
  })
})

describe('a conformant bundle', { timeout: 300_000 }, () => {
  let text = ''
  beforeAll(async () => {
    const run = await certified()
    const { services, checks } = await loaded(own.suites)
    const { report, log } = await sealable(run, services, checks)
    text = seal(report, log, { key: privateKey, validUntil: '2999-12-31' })
    writeFileSync(at('good.jsonl'), text)
    writeFileSync(at('unsigned.jsonl'), seal(report, log))
    writeFileSync(at('over.jsonl'), seal(report, log, { key: privateKey, validUntil: '2026-01-31' }))
  })

  test.each([
    ['with the key of its signer', ['good.jsonl', '--key'], 0, 'which is the one given'],
    ['signed, without a key', ['good.jsonl'], 3, 'no key was given'],
    ['whose last day is over', ['over.jsonl', '--key'], 3, 'its last day (2026-01-31) is over; its run was conformant'],
    ['not signed, without a key', ['unsigned.jsonl'], 3, 'Nobody signed it'],
    ['not signed, with a key', ['unsigned.jsonl', '--key'], 1, 'refused: it is not signed'],
    ['not signed, as it may be', ['unsigned.jsonl', '--unsigned-ok'], 0, 'the bundle holds; conformant'],
  ])('%s', async (_, [file = '', flag], code, words) => {
    const flags = flag === undefined ? [] : flag === '--key' ? [flag, at('public.pem')] : [flag]
    const told = await assay(['verify', at(file), ...flags])
    expect(told.stdout).toContain(words)
    expect(told.code).toBe(code)
  })

  test('the page of one whose last day is over says so with its first word', async () => {
    await assay(['verify', at('over.jsonl'), '--key', at('public.pem'), '--html', at('over.html')])
    expect(readFileSync(at('over.html'), 'utf8')).toMatch(/<h1[^>]*>Conformant until 2026-01-31, which is over<\/h1>/)
    await assay(['verify', at('good.jsonl'), '--key', at('public.pem'), '--html', at('good.html')])
    expect(readFileSync(at('good.html'), 'utf8')).toMatch(/<h1[^>]*>Conformant<\/h1>/)
  })

  test('a private key is refused where the public one is meant', async () => {
    const { code, stderr } = await assay(['verify', at('good.jsonl'), '--key', at('private.pem')])
    expect(code).toBe(2)
    expect(stderr).toContain('it holds a private key')
  })

  test('cut short, edited by one byte, or signed by somebody else: refused with the reason', async () => {
    const other = generateKeyPairSync('ed25519').publicKey
    writeFileSync(at('other.pem'), other.export({ type: 'spki', format: 'pem' }))
    writeFileSync(at('cut.jsonl'), text.slice(0, text.length / 2))
    writeFileSync(at('edited.jsonl'), text.replace('"status":201', '"status":200'))
    for (const [args, reason] of [
      [[at('cut.jsonl')], /^refused: it is cut short/],
      [[at('edited.jsonl')], /^refused: line \d+ and the digest that line \d+ holds of it do not fit/],
      [[at('good.jsonl'), '--key', at('other.pem')], /^refused: it is signed with another key/],
    ] as const) {
      const { code, stdout } = await assay(['verify', ...args])
      expect(code).toBe(1)
      expect(stdout).toMatch(reason)
    }
  })

  test('of another version it says so first, with the command of the right one', async () => {
    const edited = text.replace('"version":"0.1.0"', '"version":"0.9.0"')
    const lines = edited
      .slice(0, -1)
      .split('\n')
      .map((each) => JSON.parse(each))
    writeFileSync(at('newer.jsonl'), `${chained(lines).join('\n')}\n`)
    writeFileSync(at('edited.jsonl'), edited)
    const refused = await assay(['verify', at('edited.jsonl'), '--key', at('public.pem')])
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('line 1 and the digest that line 2 holds'),
    })
    const { code, stdout } = await assay(['verify', at('newer.jsonl'), '--key', at('public.pem')])
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^not judged: it was made by assay 0\.9\.0 with the catalogue \w+; this is assay 0\.1\.0, which has the same\. /,
    )
    expect(stdout).toContain(
      `What judges it is assay-conformance 0.9.0: assay verify ${at('newer.jsonl')} --key public.pem`,
    )
  })

  test('is a page, a badge and JSON', async () => {
    const made = await assay(['report', at('good.jsonl'), '--html', at('c.html'), '--badge', at('b.svg')])
    expect(made).toMatchObject({ code: 0, stdout: '' })
    const page = readFileSync(at('c.html'), 'utf8')
    for (const words of [
      'Conformant',
      'key not checked',
      'local',
      'after 2999-12-31',
      'and with assay-conformance 0.1.0 and the public key of whoever signed',
      '>assay verify good.jsonl ',
      'It was asked at an address of the machine that judged it: nothing here says that others reach it.',
    ])
      expect(page).toContain(words)
    expect(page).not.toContain('<script')
    expect(page).not.toContain('npx')
    expect(readFileSync(at('b.svg'), 'utf8')).toMatch(/payment \+ messaging \+ \d more: conformant · local/)
    const json = await assay(['verify', at('good.jsonl'), '--key', at('public.pem'), '--json', '--html', at('k.html')])
    expect(JSON.parse(json.stdout)).toMatchObject({
      holds: true,
      exitCode: 0,
      isKeyKnown: true,
      marks: [{ title: 'local' }],
    })
    expect(readFileSync(at('k.html'), 'utf8')).not.toContain('key not checked')
    const refused = await assay(['verify', at('good.jsonl'), '--key', at('other.pem'), '--json'])
    expect(JSON.parse(refused.stdout)).toMatchObject({ holds: false, exitCode: 1 })
  })
})

test('a bundle of an old format is refused by its version', async () => {
  const lines = chained([
    { kind: 'head', body: { format: 'assay-bundle/2', run: 'x' } },
    { kind: 'foot', body: { lines: 1, sha256: sha256('') } },
  ])
  writeFileSync(at('old.jsonl'), `${lines.join('\n')}\n`)
  const { code, stdout } = await assay(['verify', at('old.jsonl')])
  expect(code).toBe(1)
  expect(stdout).toContain('refused: it is of the format version assay-bundle/2; this assay reads assay-bundle/3')
})

test.each([
  ['a key that is none', ['--certify', '--sign', at('no.pem')], 'no private Ed25519 key in PEM'],
  [
    'one that is narrowed',
    ['--certify', '--only', 'pay.amount.minimum'],
    '--only pay.amount.minimum: a certification asks for every must',
  ],
  ['one that is shallow', ['--certify', '--depth', 'quick'], '--depth quick: a certification asks for every must'],
  ['a day that is none', ['--certify', '--valid-until', 'soon'], '--valid-until soon: expected a day'],
  [
    'a day of no calendar',
    ['--certify', '--valid-until', '2027-02-30'],
    '--valid-until 2027-02-30: there is no such day',
  ],
  ['a day that is over', ['--certify', '--valid-until', '2025-01-01'], '--valid-until 2025-01-01: that day is over'],
  [
    'a signature without a certification',
    ['--sign', at('private.pem')],
    'only a certification is sealed; add --certify',
  ],
])('%s is refused before anything is sent', async (_, args, words) => {
  writeFileSync(at('no.pem'), 'no key')
  const cwd = emptyFolder()
  const { code, stderr } = await assay(['run', ...args], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(words)
  expect(existsSync(join(cwd, 'assay-bundle.jsonl'))).toBe(false)
})

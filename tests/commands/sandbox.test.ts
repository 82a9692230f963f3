import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { assay, emptyFolder, started } from '../command.ts'
import { closedPort } from '../servers.ts'

const NAMES = ['PAYMENT', 'PAYMENT_CONTROL', 'MESSAGING', 'MESSAGING_CONTROL', 'PAYMENT_RECEIVER', 'MESSAGING_RECEIVER']

/** The target file that a sandbox writes; it is ended once it says that it is ready. */
async function targetFileOf(args: readonly string[], env: Record<string, string>): Promise<string> {
  const cwd = emptyFolder()
  let ready = (): void => undefined
  const when = new Promise<void>((resolve) => {
    ready = resolve
  })
  const { ended } = started(['serve', '--write', 'sandbox.yaml', ...args], {
    cwd,
    env,
    interrupt: { when, times: 1 },
    onPrinted: (text) => text.includes('Ctrl-C ends it') && ready(),
  })
  const { code, stderr } = await ended
  expect(code, stderr).toBe(0)
  return readFileSync(join(cwd, 'sandbox.yaml'), 'utf8')
}

test('a sandbox that starts again has the same addresses and keys, by flags and by variables', {
  timeout: 60_000,
}, async () => {
  const ports = await Promise.all(NAMES.map(async (name) => [name, new URL(await closedPort()).port] as const))
  const flags = [
    ...ports.flatMap(([name, port]) => [`--${name.toLowerCase().replace('_', '-')}-port`, port]),
    ...[
      '--seed',
      '7',
      '--public-host',
      'sandbox.test',
      '--key',
      'payment.live=sk_live_mine',
      'messaging.bound=my-bound-key',
    ],
  ]
  const variables = {
    ...Object.fromEntries(ports.map(([name, port]) => [`ASSAY_${name}_PORT`, port])),
    ASSAY_SEED: '7',
    ASSAY_PUBLIC_HOST: 'sandbox.test',
    ASSAY_KEYS: 'payment.live=sk_live_mine messaging.bound=my-bound-key',
  }
  const first = parse(await targetFileOf(flags, {}))
  const again = parse(await targetFileOf([], variables))
  // How long webhooks are waited for is drawn from pauses that vary.
  expect({ ...again, webhooks: first.webhooks }).toEqual(first)
  const { payment, messaging } = first
  expect([payment.baseUrl, messaging.baseUrl]).toEqual(
    [ports[0], ports[2]].map((port) => `http://sandbox.test:${port?.[1]}`),
  )
  expect([payment.keys.live, messaging.keys.bound]).toEqual([['sk_live_mine'], 'my-bound-key'])
  expect(payment.outcomes.expired.call.url).toContain(`:${ports[1]?.[1]}/`)
  const another = await targetFileOf(['--seed', '8', '--name', 'sandbox, north'], {})
  expect(another).not.toContain(payment.signingKey)
  expect([first.name, parse(another).name]).toEqual(['embedded reference', 'sandbox, north'])
})

test('what cannot be listened on is told by the flag that changes it', async () => {
  const port = new URL(await closedPort()).port
  const both = await assay(['serve', '--payment-port', port, '--messaging-port', port])
  expect(both.code).toBe(2)
  expect(both.stderr).toMatch(new RegExp(`port ${port} is taken; name another with --(payment|messaging)-port`))
  const nowhere = await assay(['serve', '--host', '192.0.2.1'])
  expect([nowhere.code, nowhere.stderr]).toEqual([
    2,
    expect.stringContaining('--host 192.0.2.1: no address of this machine'),
  ])
})

test('what the image fixes is what serve reads, on the ports that it opens', async () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  const settings = [...dockerfile.matchAll(/(ASSAY_\w+)=(\S+)/g)].map(([, name = '', value = '']) => ({ name, value }))
  const { stdout } = await assay(['serve', '--help'])
  const help = stdout.replaceAll(/\s+/g, ' ')
  expect(settings.filter(({ name }) => !help.includes(`env: ${name})`))).toEqual([])
  const ports = settings.flatMap(({ name, value }) => (name.endsWith('_PORT') ? [value] : []))
  expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]?.split(' ')).toEqual(ports)
  const guide = readFileSync(new URL('../../docs/container.md', import.meta.url), 'utf8')
  expect([...settings.map(({ name }) => name), ...ports].filter((each) => !guide.includes(each))).toEqual([])
})

test('flaws and variants are found by words of their names, titles and what they break', async () => {
  const { code, stdout } = await assay(['serve', '--list', 'replay-status', 'Replay'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Flaws of payment\n {2}replay-201 .*\n +breaks .*pay\.idempotency\.replay-status/m)
  expect(stdout).not.toContain('messaging')
  expect(stdout).toMatch(/^ {2}replay-201 .*\n +breaks [^:]*$/m)
  const { stdout: recommended } = await assay(['serve', '--list', 'pay.validation.url-fields'])
  expect(recommended).toMatch(/^ +breaks pay\.validation\.url-fields: a run warns of it$/m)
  const { stdout: halfWayOut } = await assay(['serve', '--list', 'foreign-campaign-shown'])
  expect(halfWayOut).toMatch(/^ +breaks msg\.campaign\.foreign: a run warns of it$/m)
  const { stdout: inPart } = await assay(['serve', '--list', 'webhook-skips-processing'])
  expect(inPart).toMatch(/^ +breaks pay\.[^:]+: a run only warns of pay\.event\.chain$/m)
  expect(await assay(['serve', '--list', 'no-such-word'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--list no-such-word: in no kind, service, name, title or id'),
  })
})

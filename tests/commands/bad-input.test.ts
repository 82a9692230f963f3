import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { assay, assayHere, type Ended, emptyFolder, withoutPlan } from '../command.ts'
import { closedPort, httpServer, type Listening, tcpServer } from '../servers.ts'

const open: Listening[] = []
afterAll(() => {
  for (const each of open) each.close()
})

async function opened(server: Promise<Listening>): Promise<string> {
  open.push(await server)
  return (await server).url
}

function file(name: string, text: string): string {
  const path = join(emptyFolder(), name)
  writeFileSync(path, text)
  return path
}

/** One message for a person: it begins with the name of the command, and no line of a stack is in it. */
function expectMessage(ended: Ended, exitCode: number, ...parts: readonly (string | RegExp)[]): void {
  const { code } = ended
  const stderr = withoutPlan(ended.stderr)
  expect(stderr).toMatch(/^assay: /)
  expect(stderr).not.toMatch(/^\s+at /m)
  for (const part of parts) expect(stderr).toMatch(part)
  expect(code).toBe(exitCode)
}

const usage: readonly (readonly [title: string, args: readonly string[], ...parts: readonly (string | RegExp)[]])[] = [
  ['an unknown command', ['runn'], "unknown command 'runn'", 'Did you mean run?'],
  ['an unknown flag', ['run', '--sed', '3'], "unknown option '--sed'", 'Did you mean --seed?'],
  ['a seed that is no number', ['run', '--seed', 'abc'], '--seed <n>', "'abc'", 'whole number'],
  ['a time that is not positive', ['run', '--max-time', '0'], '--max-time <time>', "'0'", 'above 0'],
  ['a port out of range', ['serve', '--payment-port', '99999'], '--payment-port <n>', "'99999'", '65535'],
  [
    'a URL that is not absolute',
    ['run', '--payment', 'localhost:8080'],
    '--payment <url>',
    'absolute http or https URL',
  ],
  [
    'a URL of another scheme',
    ['run', '--messaging', 'ftp://example.org'],
    '--messaging <url>',
    'absolute http or https URL',
  ],
  ['a flag without its value', ['run', '--config'], '--config <file...>', 'argument missing'],
  ['too many arguments', ['run', 'extra'], "too many arguments for 'run'"],
  ['a URL without its flag', ['run', 'http://127.0.0.1:9'], 'too many arguments', 'a URL follows', '--payment,'],
  ['a target file without its flag', ['plan', 'pay.yaml'], 'too many arguments', '--config pay.yaml'],
  ['a check without its flag', ['run', 'pay.webhook.*'], 'too many arguments', "--only 'pay.webhook.*'"],
  ['a section that there is none of', ['run', '--section', 'pay'], '--section <name...>', "'pay'", 'payment'],
  [
    'a section beside a URL',
    ['plan', '--section', 'payment', '--payment', 'http://127.0.0.1:9'],
    '--section payment: names sections of a target file',
  ],
  ['no such target file', ['run', '--config', 'nowhere.yaml'], 'nowhere.yaml', 'no such file'],
  [
    'a report in a file',
    ['run', '--json', '/dev/null/folder/report.json'],
    '--json',
    'is a file; name a file in a folder',
  ],
  ['an unknown service', ['list', '--service', 'mail'], '--service mail', 'payment or messaging'],
  ['an unknown level', ['list', '--level', 'always'], '--level always', 'must, should, may'],
  ['an unknown requirement', ['explain', 'pay.idempotency.key-requird'], 'pay.idempotency.key-required'],
  ['an unknown variant', ['serve', '--variant', 'create-20'], '--variant create-20', 'create-200'],
  ['a plan of no such file', ['plan', '--config', 'nowhere.yaml'], 'nowhere.yaml', 'no such file'],
  [
    'the plan of a certification that is narrowed',
    ['plan', '--certify', '--only', 'pay.amount.*'],
    '--only pay.amount.*',
    'one that is narrowed certifies nothing',
  ],
  ['the plan of a shallow certification', ['plan', '--certify', '--depth', 'quick'], '--depth quick', 'or --certify'],
  ['a plan of an unknown depth', ['plan', '--depth', 'deeper'], '--depth <depth>', "'deeper'", 'standard, deep'],
  [
    'a plan of an unknown check',
    ['plan', '--only', 'pay.amount.minimun'],
    '--only pay.amount.minimun',
    'pay.amount.minimum',
  ],
  [
    'no such file of deliveries',
    ['run', '--payment', 'http://127.0.0.1:9', '--deliveries', 'none.jsonl'],
    '--deliveries none.jsonl',
    'no such file',
  ],
  [
    'deliveries of the embedded reference',
    ['run', '--deliveries', 'none.jsonl'],
    '--deliveries: ',
    '--config, --payment or --messaging',
  ],
  [
    'no such authority',
    ['run', '--payment', 'https://127.0.0.1:9', '--ca', 'none.pem'],
    '--ca none.pem',
    'no such file',
  ],
  [
    'an unverified target that is not local',
    ['run', '--payment', 'https://pay.example.org', '--insecure'],
    '--insecure: ',
    '--ca names',
  ],
  [
    'a proxy that is no URL',
    ['run', '--payment', 'http://127.0.0.1:9', '--proxy', 'proxy:3128'],
    '--proxy proxy:3128',
    'http://proxy.example.org:3128',
  ],
  ['init without a service', ['init'], '--payment <url>, --messaging <url> or both'],
  [
    'init to another kind of file',
    ['init', '--payment', 'http://127.0.0.1:9', '--output', 'x.toml'],
    '--output x.toml',
    '.yaml or .yml',
  ],
  [
    'init into no folder',
    ['init', '--payment', 'http://127.0.0.1:9', '--output', 'no/such/x.yaml'],
    '--output no/such/x.yaml',
    'a folder that exists',
  ],
  [
    'init with a secret for a name',
    ['init', '--payment', 'http://127.0.0.1:9', '--live-key-env', 'sk_live_1'],
    '--live-key-env <name...>',
    'never written',
  ],
  [
    'init with a body that is no JSON',
    ['init', '--payment', 'http://127.0.0.1:9', '--mobile-body', '{'],
    '--mobile-body <json>',
    'Expected JSON',
  ],
  [
    'init with a body that is no object',
    ['init', '--payment', 'http://127.0.0.1:9', '--mobile-body', '[]'],
    '--mobile-body <json>',
    'Expected a JSON object',
  ],
  [
    'init with an unknown environment',
    ['init', '--payment', 'http://127.0.0.1:9', '--environment', 'staging'],
    "'staging'",
    'local, test, production',
  ],
  [
    'init with an address without a port',
    ['init', '--payment', 'http://127.0.0.1:9', '--listen', '0.0.0.0'],
    '--listen <host:port>',
    'host:port',
  ],
  [
    'init with a public URL that is none',
    ['init', '--payment', 'http://127.0.0.1:9', '--public-url', 'hooks'],
    '--public-url <url>',
    'absolute http or https URL',
  ],
  [
    'init with a budget that is no number',
    ['init', '--payment', 'http://127.0.0.1:9', '--payments', 'many'],
    '--payments <n>',
    'whole number',
  ],
  ['an address to listen on that is none', ['listen', '--listen', '8787'], '--listen <host:port>', "'8787'"],
  [
    'a baseline that is not there, of a certification too',
    ['run', '--certify', '--baseline', 'nowhere.yaml'],
    '--baseline nowhere.yaml',
    'does not exist',
  ],
  [
    'a key of a variable that is not set',
    ['listen', '--signing-key-env', 'NOT_SET_HERE'],
    '--signing-key-env',
    'NOT_SET_HERE is not set',
  ],
  [
    'a key in place of the name of a variable',
    ['listen', '--webhook-secret-env', 'whsec_abc'],
    '--webhook-secret-env <name>',
    'never written',
  ],
  ['an answer that is no status', ['listen', '--answer', '99'], '--answer <status>', "'99'", 'from 200 to 599'],
  [
    'a record in no folder',
    ['listen', '--record', 'no/such/d.jsonl'],
    '--record no/such/d.jsonl',
    'a folder that exists',
  ],
  ['a listener of no such target file', ['listen', '--config', 'nowhere.yaml'], 'nowhere.yaml', 'no such file'],
  ['an unknown schema', ['schema', 'reports'], 'there is no schema reports', 'expected target, report, openapi'],
  ['no schema named', ['schema'], "missing required argument 'which'"],
]

describe('a mistake on the command line is named and ends with 2', () => {
  test.for(usage)('%s', async ([, args, ...parts]) => {
    expectMessage(await assayHere(args), 2, ...parts)
  })
})

describe.concurrent('the process ends as the command does', () => {
  test('a mistake', async () => {
    expectMessage(await assay(['run', '--seed', 'abc']), 2, '--seed <n>', "'abc'", 'whole number')
  })

  test('a password in a URL is not repeated', async () => {
    const ended = await assay(['run', '--payment', 'http://user:hunter22@example.org'])
    expectMessage(ended, 2, '--payment', 'without user name or password')
    expect(ended.stdout + ended.stderr).not.toContain('hunter22')
  })

  test('no command at all shows the help', async () => {
    const { code, stderr } = await assay([])
    expect({ code, help: stderr.startsWith('Usage: assay') }).toEqual({ code: 2, help: true })
  })
})

describe('a mistake in the target file is named and ends with 2', () => {
  test('YAML that cannot be read', async () => {
    expectMessage(
      await assayHere(['run', '--config', file('bad.yaml', 'payment: [1\nname: }')]),
      2,
      'bad.yaml',
      /line \d+, column \d+/,
    )
  })

  test('an unknown key', async () => {
    const config = file('key.yaml', 'payment: { baseUrl: "http://127.0.0.1:9", keyz: {} }\n')
    expectMessage(await assayHere(['run', '--config', config]), 2, 'payment.keyz: unknown key; did you mean keys?')
  })

  test('a variable that is not set', async () => {
    const config = file(
      'variable.yaml',
      `payment: { baseUrl: "http://127.0.0.1:9", keys: { live: ["\${PAY_KEY}"] } }\n`,
    )
    expectMessage(await assayHere(['run', '--config', config]), 2, 'environment variable PAY_KEY is not set')
  })

  test('a file of deliveries with a fault, by its line and member', async () => {
    const good = { path: '/x', headers: [], body: '', arrivedAt: '2026-01-02T03:04:05Z' }
    const path = file('d.jsonl', `${JSON.stringify(good)}\n${JSON.stringify({ ...good, headers: {} })}\n`)
    const ended = await assayHere(['run', '--payment', 'http://127.0.0.1:9', '--deliveries', path])
    expectMessage(ended, 2, `--deliveries ${path}, line 2: headers: expected pairs of name and value`)
  })

  test('an address that is taken', async () => {
    const url = await opened(httpServer((_, response) => response.writeHead(401).end()))
    const { port } = new URL(url)
    const config = file('listen.yaml', `payment: { baseUrl: "${url}" }\nwebhooks: { listen: "127.0.0.1:${port}" }\n`)
    expectMessage(await assayHere(['run', '--config', config]), 2, 'webhooks.listen', 'the port is taken')
  })

  test('the default file of the folder is read', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'assay.config.yaml'), 'nmae: x\n')
    expectMessage(await assayHere(['run'], { cwd }), 2, 'assay.config.yaml', 'did you mean name?')
  })

  test('a folder in its place', async () => {
    const cwd = emptyFolder()
    mkdirSync(join(cwd, 'targets.yaml'))
    expectMessage(await assayHere(['run', '--config', 'targets.yaml'], { cwd }), 2, 'is a directory')
  })
})

describe.concurrent('a target that cannot be reached ends with 5', () => {
  const unreachable = async (url: string, does: string, ...parts: readonly (string | RegExp)[]): Promise<void> => {
    const ended = await assay(['run', '--payment', url])
    expectMessage(ended, 5, `the payment service at ${url} ${does}: `, ...parts)
  }

  test('nobody listens', async () => unreachable(await closedPort(), 'is not reachable', 'refused'))
  test('it accepts and never answers', async () => {
    const url = await opened(tcpServer(() => undefined))
    const config = file('impatient.yaml', `payment: { baseUrl: "${url}" }\ntiming: { request: 1 }\n`)
    const ended = await assay(['run', '--config', config])
    expectMessage(ended, 5, `the payment service at ${url} gives no answer: `, 'nothing came within 1 s')
  })
  test('it closes each connection', async () =>
    unreachable(await opened(tcpServer((socket) => socket.destroy())), 'gives no answer', 'closed without'))
  test('it answers bytes that are not HTTP', async () =>
    unreachable(
      await opened(tcpServer((socket) => socket.end('\u0000\u0001SSH-2.0-nonsense\r\n\r\n'))),
      'gives no answer that can be read',
      'is not HTTP',
    ))
  test('it speaks no TLS', async () =>
    unreachable(
      (await opened(httpServer((_, response) => response.end()))).replace('http:', 'https:'),
      'is not reachable',
      'TLS: ',
    ))
})

describe.concurrent('a target that answers nonsense gets verdicts', () => {
  const judged = async (url: string): Promise<void> => {
    const { code, stdout, stderr } = await assay(['run', '--payment', url])
    expect(withoutPlan(stderr)).toBe('')
    expect(stdout).toMatch(/^not conformant/m)
    expect(stdout).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
  }

  test('HTML to everything, with bytes that would steer a terminal, is another server', async () => {
    const page = '<html><title>\u001b[31mwelcome</title></html>'
    const url = await opened(httpServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page)))
    const { code, stdout, stderr } = await assay(['run', '--payment', url])
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
    expect(stderr).toMatch(/no payment service is seen at \S+: it answers 200 with an HTML page \(“.*welcome”\)/)
    expect(stderr).not.toContain('\u001b')
  })

  test('a base URL that ends in what every path begins with is named, with the one that is right', async () => {
    const service = httpServer((incoming, response) => {
      response.writeHead(incoming.url?.startsWith('/api/v1/api') === true ? 404 : 401, {
        'Content-Type': 'application/json',
      })
      response.end('{}')
    })
    const url = await opened(service)
    const { code, stderr } = await assay(['run', '--payment', `${url}/api/v1`])
    expect(code).toBe(5)
    expect(stderr).toContain(`Its base URL is ${url}\n`)
  })

  test('500 to everything', async () => {
    await judged(await opened(httpServer((_, response) => response.writeHead(500).end('oops'))))
  })
})

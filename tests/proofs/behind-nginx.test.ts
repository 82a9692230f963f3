import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type Sandbox, startSandbox } from '../../cli/own/sandbox/sandbox.ts'
import type { Report } from '../../kit/report/report.ts'
import { selfSigned } from '../../kit/webhooks/listener/self-signed.ts'
import { assay, emptyFolder } from '../command.ts'
import { closedPort } from '../servers.ts'

/** Where systems put it, which is on the path of administrators alone. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const hasNginx = spawnSync('nginx', ['-v'], { env: { PATH } }).status === 0

/** What a proxy does beside passing on: lines for all of it, and for each location. */
interface Settings {
  readonly http?: string
  readonly location?: string
}

/** TLS by a CA of one's own, HTTP/2, and bodies that are coded, in the folder where its certificate lies. */
const configuration = (
  folder: string,
  ways: readonly (readonly [string, string])[],
  { http = '', location = '' }: Settings,
) =>
  `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; gzip on; gzip_types application/json; gzip_min_length 1;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}
  ssl_certificate ${folder}/own.crt; ssl_certificate_key ${folder}/own.key;
  ${http}
  ${ways
    .map(
      ([port, upstream]) =>
        `server { listen 127.0.0.1:${port} ssl http2; location / { proxy_pass ${upstream}; ${location} } }`,
    )
    .join('\n  ')}
}
`

const open: ChildProcess[] = []
const sandboxes: Sandbox[] = []
afterAll(async () => {
  for (const each of open) each.kill()
  await Promise.all(sandboxes.map((each) => each.close()))
})

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    if (
      await once(socket, 'connect').then(
        () => true,
        () => false,
      )
    )
      return void socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Judges both services, each behind a server of its own. */
async function judgedBehind(settings: Settings, ...flags: readonly string[]): Promise<Report> {
  const sandbox = await startSandbox({ timeScale: 20 })
  sandboxes.push(sandbox)
  const folder = emptyFolder()
  const { cert, key } = selfSigned([])
  writeFileSync(join(folder, 'own.crt'), cert)
  writeFileSync(join(folder, 'own.key'), key)
  const ports = [new URL(await closedPort()).port, new URL(await closedPort()).port] as const
  const ways = [[ports[0], sandbox.payment.url] as const, [ports[1], sandbox.messaging.url] as const]
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, ways, settings))
  open.push(spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env: { PATH }, stdio: 'ignore' }))
  await Promise.all(ports.map((port) => listens(Number(port))))
  const { payment, messaging, paymentReceiver: _, messagingReceiver: __, ...rest } = sandbox.file
  const file = {
    ...rest,
    network: { ca: 'own.crt' },
    payment: { ...payment, baseUrl: `https://127.0.0.1:${ports[0]}` },
    messaging: { ...messaging, baseUrl: `https://localhost:${ports[1]}` },
  }
  writeFileSync(join(folder, 'target.yaml'), stringify(file))
  await assay(['run', '--config', 'target.yaml', '--yes', '--no-keep', '--json', 'report.json', ...flags], {
    cwd: folder,
  })
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
}

const having = ({ requirements }: Report, ...verdicts: readonly string[]): readonly string[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)

// Only where nginx is installed: what it does by itself is not ours to play.
describe.skipIf(!hasNginx).concurrent('both services behind nginx, where it is installed', () => {
  test('that closes connections early and asks in HTTP/1.0 are not accused', async () => {
    const report = await judgedBehind(
      { http: 'keepalive_requests 5;', location: 'proxy_http_version 1.0;' },
      '--depth',
      'quick',
    )
    expect(having(report, 'fail', 'warn', 'broken')).toEqual([])
    // A machine that is busy may block some, and never accuses.
    expect(having(report, 'pass').length).toBeGreaterThan(200)
  })

  test('that answers floods with a page of 429 are not accused', async () => {
    const zone = 'limit_req_zone $binary_remote_addr zone=all:1m rate=50r/s;'
    const http = `${zone} limit_req zone=all burst=3 nodelay; limit_req_status 429;`
    const report = await judgedBehind({ http }, '--depth', 'standard', '--only', 'pay.rate.*')
    expect(having(report, 'fail', 'broken')).toEqual([])
    expect(having(report, 'pass', 'blocked')).toContain('pay.rate.code')
  })
})

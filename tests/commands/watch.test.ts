import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startPaymentService } from '../../reference/payment/index.ts'
import { assay, emptyFolder } from '../command.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** The command in a folder with a folder `src`, and what it has said so far. */
function watching(folder: string, args: readonly string[]) {
  mkdirSync(join(folder, 'src'))
  const child = spawn(process.execPath, [MAIN, 'run', ...args, '--watch', 'src'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', told: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.told += chunk
  })
  return {
    said,
    /** Resolves when it has waited so many times. */
    waits: (many: number): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          if ((said.told.match(/waiting for a change in src/g) ?? []).length >= many) resolve()
        }
        child.stderr.on('data', look)
        look()
      }),
    changes: (text: string): void => writeFileSync(join(folder, 'src', 'service.ts'), text),
    async leaves(): Promise<unknown> {
      child.kill('SIGINT')
      const [code] = await once(child, 'close')
      return code
    },
  }
}

test('--watch runs again after a change, says what changed since, until it is interrupted', {
  timeout: 120_000,
}, async () => {
  const { said, waits, changes, leaves } = watching(emptyFolder(), ['--only', 'pay.auth.missing*'])
  await waits(1)
  changes('// changed')
  await waits(2)
  expect(await leaves()).toBe(0)
  expect(said.out.match(/^nothing broken/gm), said.told).toHaveLength(2)
  expect(said.out.match(/^since the last run \(\d\d:\d\d\): nothing changed$/gm)).toHaveLength(1)
  // What was told already is not told again.
  expect(said.out.match(/^Cost$/gm)).toHaveLength(1)
  expect(said.told.match(/^Plan: /gm)).toHaveLength(1)
  expect(said.told).toContain(`changed: ${join('src', 'service.ts')}\n`)
  // Nobody looks at a screen that could be cleared.
  expect(said.out + said.told).not.toContain('\u001b')
})

test('--watch judges the process that comes after a change, not the one that is about to go', {
  timeout: 120_000,
}, async () => {
  const service = await startPaymentService({ timeScale: 60 })
  const { payment, ...rest } = service.targetFile() as { payment: object }
  const { hostname, port } = new URL(service.url)
  // Before the fix every creation without a key is taken.
  let isFixed = false
  const front = createServer((request, response) => {
    if (!isFixed && request.method === 'POST' && request.headers['idempotency-key'] === undefined) {
      response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"data":{"id":"1","status":"pending"}}')
      return
    }
    const { method, url, headers } = request
    const onward = ask({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  const listen = async (on: number): Promise<number> => {
    front.listen(on, '127.0.0.1')
    await once(front, 'listening')
    return (front.address() as AddressInfo).port
  }
  const own = await listen(0)
  const folder = emptyFolder()
  const baseUrl = `http://127.0.0.1:${own}`
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...rest, payment: { ...payment, baseUrl } }))
  const flags = ['--config', 'target.json', '--only', 'pay.idempotency.key-required']
  const { said, waits, changes, leaves } = watching(folder, flags)
  try {
    await waits(1)
    expect(said.out).toContain('not conformant')
    changes('// fixed')
    // The old process goes on for a moment; then nobody listens; then the new one does.
    await new Promise((resolve) => setTimeout(resolve, 100))
    front.close()
    front.closeAllConnections()
    isFixed = true
    await new Promise((resolve) => setTimeout(resolve, 800))
    await listen(own)
    await waits(2)
    expect(said.out.match(/^not(hing broken| conformant)/gm)).toEqual(['not conformant', 'nothing broken'])
    expect(said.out).toMatch(/^since the last run \(\d\d:\d\d\): fixed 1: pay\.idempotency\.key-required$/m)
  } finally {
    await leaves()
    front.close()
    await service.close()
  }
})

test('a path that is not there is told at once', async () => {
  const { code, stderr } = await assay(['run', '--watch', 'no-such-folder'])
  expect(code).toBe(2)
  expect(stderr).toContain('--watch no-such-folder: does not exist')
})

test.for(['run', 'open', 'history', 'report', 'replay', 'compare', 'verify', 'list', 'explain', 'serve'])(
  'the help of %s ends with examples',
  async (command) => {
    const { code, stdout } = await assay([command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`Examples:\\n {2}assay ${command} ?`))
  },
)

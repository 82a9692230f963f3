import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { assay, emptyFolder } from '../command.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

test('--watch runs again after a change, until it is interrupted', { timeout: 120_000 }, async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'src'))
  const args = ['run', '--only', 'pay.auth.missing*', '--watch', 'src']
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let told = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const waits = (many: number): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if ((told.match(/waiting for a change in src/g) ?? []).length >= many) resolve()
      }
      child.stderr.on('data', look)
      look()
    })
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  await waits(1)
  writeFileSync(join(folder, 'src', 'service.ts'), '// changed')
  await waits(2)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(out.match(/^conformant/gm), told).toHaveLength(2)
  expect(code).toBe(0)
})

test('a path that is not there is told at once', async () => {
  const { code, stderr } = await assay(['run', '--watch', 'no-such-folder'])
  expect(code).toBe(2)
  expect(stderr).toContain('--watch no-such-folder: does not exist')
})

test.for(['run', 'report', 'replay', 'compare', 'verify', 'list', 'explain', 'serve'])(
  'the help of %s ends with examples',
  async (command) => {
    const { code, stdout } = await assay([command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`Examples:\\n {2}assay ${command} ?`))
  },
)

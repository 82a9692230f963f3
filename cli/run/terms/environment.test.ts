import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { environmentOf } from './environment.ts'

afterEach(() => void vi.restoreAllMocks())

/** The variables of a file, and what is said of it. */
async function read(text: string) {
  const folder = await mkdtemp(join(inject('temporaryFolder'), 'env-'))
  await writeFile(join(folder, '.env'), text)
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((each) => said.push(String(each)) > 0)
  return { env: environmentOf({}, folder, { HOME: '/' }), said }
}

test('a line without = is named by its number alone, for what stands in it may be a secret', async () => {
  const { env, said } = await read('# keys\nPAY_KEY sk_live_1\n\nPAY_KEY_2=sk_live_2\n')
  expect(env).toEqual({ HOME: '/', PAY_KEY_2: 'sk_live_2' })
  expect(said).toEqual([
    'note: .env, line 2: has no = between a name and its value, and is passed over; write NAME=value\n',
  ])
})

test('lines of a value in quotes are a part of it', async () => {
  const { env, said } = await read('PEM="-----BEGIN KEY-----\nabc def\n-----END KEY-----"\nEMPTY=\n')
  expect(env.PEM).toBe('-----BEGIN KEY-----\nabc def\n-----END KEY-----')
  expect(said).toEqual([])
})

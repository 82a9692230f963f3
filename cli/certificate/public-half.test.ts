import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicHalf } from './public-half.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }) as string
const home = process.cwd()

beforeEach(() => process.chdir(mkdtempSync(join(tmpdir(), 'assay-keys-'))))
afterEach(() => process.chdir(home))

test('the public half is made where it is not there', async () => {
  expect(await publicHalf('keys/key.pem', privateKey)).toEqual({
    file: 'public.pem',
    make: 'openssl pkey -in keys/key.pem -pubout -out public.pem',
  })
})

test('one that is there is named, and nothing is made', async () => {
  writeFileSync('public.pem', pem(publicKey))
  expect(await publicHalf('key.pem', privateKey)).toEqual({ file: 'public.pem' })
})

test.each([
  ["another key's", pem(other.publicKey)],
  ['a private key', pem(privateKey)],
  ['no key', 'nothing'],
])('what stands there and is %s is not written over', async (_, held) => {
  writeFileSync('public.pem', held)
  const make = 'openssl pkey -in k2.pem -pubout -out k2.public.pem'
  expect(await publicHalf('k2.pem', privateKey)).toEqual({ file: 'k2.public.pem', make })
  writeFileSync('k2.public.pem', pem(publicKey))
  expect(await publicHalf('k2.pem', privateKey)).toEqual({ file: 'k2.public.pem' })
})

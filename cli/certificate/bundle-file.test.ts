import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chained } from '../../kit/certificate/chain.ts'
import { isBundle, keyFrom, pageOf } from './bundle-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'keys-'))
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const written = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a private key in place of the public one is told with the command that makes the one of the other, for its file', async () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  for (const [name, shown] of [
    ['private.pem', (path: string) => path],
    ["the signer's.pem", (path: string) => `'${path.replace("'", "'\\''")}'`],
  ] as const) {
    const path = written(name, pem)
    await expect(keyFrom('--key', path, 'public')).rejects.toThrow(
      `openssl pkey -in ${shown(path)} -pubout -out public.pem makes it from the private one`,
    )
  }
})

test('a file that holds no key is none to make one from', async () => {
  const path = written('empty.pem', '')
  await expect(keyFrom('--key', path, 'public')).rejects.toThrow('openssl pkey -in key.pem -pubout -out public.pem')
  await expect(keyFrom('--sign', path, 'private')).rejects.toThrow('openssl genpkey -algorithm ed25519 makes one')
  const right = written('public.pem', publicKey.export({ type: 'spki', format: 'pem' }) as string)
  expect((await keyFrom('--key', right, 'public')).asymmetricKeyType).toBe('ed25519')
})

test('a bundle without its first lines is one all the same', () => {
  const lines = chained([
    { kind: 'head', body: { format: 'assay-bundle/3' } },
    { kind: 'report', body: {} },
    { kind: 'foot', body: {} },
  ])
  expect(isBundle(`${lines.join('\n')}\n`)).toBe(true)
  expect(isBundle(`${lines.slice(1).join('\n')}\n`)).toBe(true)
  expect(isBundle('{"n":1,"kind":"x"}\n')).toBe(false)
})

test.each([
  ['assay-bundle.jsonl', 'certificate.html'],
  ['staging.assay-bundle.jsonl', 'staging.certificate.html'],
  ['out/run.jsonl', 'out/run.html'],
  ['sealed', 'sealed.html'],
])('the page of %s is %s', (bundle, page) => {
  expect(pageOf(bundle)).toBe(page)
})

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { targetDocs } from '../../cli/own/init/target-docs.ts'
import { claims } from '../../cli/own/services.ts'

const docs = fileURLToPath(new URL('../../docs/target-file.md', import.meta.url))

test('docs/target-file.md says what the schema says; npx vitest run tests/house/docs.test.ts -u renews it', async () => {
  await expect(targetDocs()).toMatchFileSnapshot(docs)
})

test('every claim has its member in it', () => {
  const text = targetDocs()
  expect(claims.all.filter((claim) => !text.includes(`- \`${claim}\``))).toEqual([])
})

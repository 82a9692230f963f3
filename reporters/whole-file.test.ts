import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../tests/command.ts'
import { writeWhole } from './whole-file.ts'

test('a file is written with the folders that it is in, by several at once too', async () => {
  const folder = emptyFolder()
  const paths = ['a/b/one', 'a/b/two', 'a/c/d/three'].map((each) => join(folder, each))
  await Promise.all(paths.map((path) => writeWhole(path, path)))
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(paths)
  writeFileSync(join(folder, 'file'), '')
  await expect(writeWhole(join(folder, 'file', 'x'), '')).rejects.toThrow()
})

test.skipIf(process.platform !== 'linux')('where the system makes no folder it ends', async () => {
  await expect(writeWhole('/proc/no-such-folder/deep/report.json', '')).rejects.toMatchObject({ code: 'ENOENT' })
})

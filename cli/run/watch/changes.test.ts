import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/command.ts'
import { Changes } from './changes.ts'

test('what changes is named; what the command writes, and what is nobody’s work, is passed over', async () => {
  const folder = emptyFolder()
  for (const name of ['.assay', 'src']) mkdirSync(join(folder, name))
  const changes = new Changes([folder], [join(folder, 'report.json')])
  try {
    writeFileSync(join(folder, '.assay', 'last.json'), '{}')
    writeFileSync(join(folder, 'report.json'), '{}')
    writeFileSync(join(folder, 'report.json.1234.tmp'), '{}')
    writeFileSync(join(folder, 'src', 'a.ts'), '')
    await changes.next()
    expect(changes.take()).toEqual([relative('.', join(folder, 'src', 'a.ts'))])
  } finally {
    changes.close()
  }
})

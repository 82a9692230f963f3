import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertDestination, assertWritable } from './report-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))

test('a folder in place of a file is told before the run, whether it is there or not', () => {
  const none = `${join(folder, 'none')}/`
  expect(() => assertWritable({ html: none })).toThrow(`--html ${none}: names a folder, which is not there`)
  expect(() => assertDestination('json', none)).toThrow('names a folder, which is not there')
  expect(() => assertWritable({ html: `${folder}/` })).toThrow('is a folder; name a file in it')
  expect(() => assertWritable({ html: `${none}report.html` })).not.toThrow()
})

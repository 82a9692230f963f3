import { expect, test } from 'vitest'
import { archiveService, libraryService } from '../../../tests/made-up/service.ts'
import type { Standing } from '../preflight/standing.ts'
import { goneBeside } from './gone-beside.ts'

const silent = (kind: 'refused' | 'timeout' | 'stopped'): Standing => ({ kind: 'silent', fault: { kind, message: '' } })

test.for<[string, Standing, string[]]>([
  ['refuses connections has gone as well', silent('refused'), ['archive']],
  ['is there has not', { kind: 'there' }, []],
  ['did not answer at once may only be slow', silent('stopped'), []],
  ['is another server at its address is told elsewhere', { kind: 'foreign', word: 'answers 502' }, []],
])('a service that %s', async ([_, standing, expected]) => {
  const ask = async ({ contract }: { contract: { id: string } }): Promise<Standing> =>
    contract.id === 'archive' ? standing : { kind: 'there' }
  expect(await goneBeside([libraryService, archiveService], new AbortController().signal, ask)).toEqual(expected)
})

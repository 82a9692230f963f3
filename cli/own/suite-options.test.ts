import { expect, test } from 'vitest'
import { suiteOptions } from './suite-options.ts'

test.for([
  [{ onyl: ['pay.*'] }, 'assay({ onyl }): there is no such option; did you mean only?'],
  [{ Config: 'x.yaml' }, 'did you mean config?'],
  [{ timeout: 5 }, 'assay({ timeout }): there is no such option; the options are config, payment,'],
  [
    { only: 'pay.*' },
    'assay({ only }): expected a list of patterns, such as [\'pay.idempotency.*\'], got the text "pay.*"',
  ],
  [{ skip: [1] }, 'assay({ skip }): expected a list of patterns'],
  [{ depth: 'shallow' }, 'assay({ depth }): expected one of quick, standard, deep, got the text "shallow"'],
  [{ seed: '7' }, 'assay({ seed }): expected a whole number from 0 to 2147483647, got the text "7"'],
  [{ seed: -1 }, 'got -1'],
  [{ runs: 0 }, 'assay({ runs }): expected a whole number from 1 to 1000000, got 0'],
  [{ payment: 8080 }, 'assay({ payment }): expected a URL, got 8080'],
  [{ payment: '127.0.0.1:8080' }, 'assay({ payment }): 127.0.0.1:8080: '],
  [{ onReport: {} }, 'assay({ onReport }): expected a function, got an object'],
  ['assay.config.yaml', 'assay(): expected its options as an object, got the text "assay.config.yaml"'],
] as const)('%o is refused', ([given, message]) => {
  expect(() => suiteOptions(given)).toThrow(message)
})

test('a password in a URL is not repeated', () => {
  expect(() => suiteOptions({ payment: 'http://me:hunter2@127.0.0.1' })).toThrow(
    /^assay\(\{ payment \}\): (?!.*hunter2)/,
  )
})

test('what is undefined counts as absent, everything else is kept', () => {
  const onReport = () => undefined
  expect(suiteOptions({ config: undefined, only: ['pay.*'], depth: 'deep', proxy: true, onReport })).toEqual({
    only: ['pay.*'],
    depth: 'deep',
    proxy: true,
    onReport,
  })
})

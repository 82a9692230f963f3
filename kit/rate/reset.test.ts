import { expect, test } from 'vitest'
import { readReset } from './reset.ts'

const now = Date.parse('2026-01-02T03:04:05Z')

test.for([
  ['30', 'delta-seconds', 30_000],
  ['0', 'delta-seconds', 0],
  [String(now / 1000 + 12), 'epoch-seconds', 12_000],
  [`${now / 1000 + 12}.5`, 'epoch-seconds', 12_500],
  [String(now + 7), 'epoch-milliseconds', 7],
  ['Fri, 02 Jan 2026 03:04:45 GMT', 'http-date', 40_000],
  ['Fri, 02 Jan 2026 03:04:45 UTC', 'http-date', 40_000],
  ['2026-01-02T03:05:05Z', 'iso-8601', 60_000],
  ['2026-01-02T03:05:05', 'iso-8601', 60_000],
  ['2026-01-02 03:05:05', 'iso-8601', 60_000],
  ['2026-01-02 03:05:05+00:00', 'iso-8601', 60_000],
  ['1767323065, 1767323065', 'epoch-seconds', 20_000],
  ['Fri, 02 Jan 2026 03:04:45 GMT, Fri, 02 Jan 2026 03:04:45 GMT', 'http-date', 40_000],
  ['30s', 'duration', 30_000],
  ['1m0.5s', 'duration', 60_500],
  ['987.5ms', 'duration', 987.5],
  ['PT1M', 'duration', 60_000],
  [String(now / 1000 - 3600), 'epoch-seconds', -3_600_000],
] as const)('%s is read as %s', ([text, form, inMs]) => {
  expect(readReset(text, now)).toEqual({ form, inMs })
})

test.for(['', ', ', '30, 31', 'soon', '-5', '90000', '1e3', 'Fri', 'PT', 's'])('%j says nothing', (text) => {
  expect(readReset(text, now)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { own } from '../../own/own.ts'
import { planCommand } from './plan-command.ts'

const assembly = { ...own, name: 'assay', typed: 'assay' }

test('what plans a run has its target and what it was asked for', () => {
  expect(planCommand({}, assembly)).toBe('assay plan')
  expect(planCommand({ config: '../pay.yaml', certify: true, seed: 7 }, assembly)).toBe(
    'assay plan --config ../pay.yaml --certify',
  )
  expect(planCommand({ depth: 'quick', only: ['pay.*', 'msg.auth.*'], lastFailed: false }, assembly)).toBe(
    "assay plan --only 'pay.*' --only 'msg.auth.*' --depth quick",
  )
  expect(planCommand({ dotenv: 'staging.env', ownKeys: true, seed: 7, shard: { index: 2, of: 4 } }, assembly)).toMatch(
    / --dotenv staging\.env .*--own-keys --seed 7$/,
  )
  expect(planCommand({ dotenv: false }, assembly)).toBe('assay plan --no-dotenv')
})

test('many patterns are told by a word', () => {
  const only = Array.from({ length: 20 }, (_, index) => `pay/check/number-${index}`)
  expect(planCommand({ only }, assembly)).toBe('assay plan with the flags of this run')
})

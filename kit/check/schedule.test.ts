import { expect, test } from 'vitest'
import { defineCheck } from './check.ts'
import type { Phase } from './phases.ts'
import { scheduleOf } from './schedule.ts'

const check = (id: string, phase: Phase, more: object = {}) =>
  defineCheck({ id, title: '', covers: ['pay.create.mobile'], phase, run: async () => undefined, ...more })

/** `one: main a b, exclusive c`, a text for each sequence of each stage. */
const told = (checks: Parameters<typeof scheduleOf>[0]): string[][] =>
  scheduleOf(checks).map((stage) =>
    stage.map(({ service, batches }) => {
      const names = batches.map(({ phase, checks: own }) => [phase, ...own.map(({ id }) => id)].join(' '))
      return `${service ?? 'all'}: ${names.join(', ')}`
    }),
  )

test('each service goes through its phases at its own pace, until values are generated and rules judge', () => {
  const checks = [
    check('one/rules', 'rules'),
    check('one/exclusive', 'exclusive'),
    check('one/main', 'main'),
    check('other/main', 'main'),
    check('other/generated', 'generated'),
    check('other/settled', 'settled'),
  ]
  expect(told(checks)).toEqual([
    ['one: main one/main, exclusive one/exclusive', 'other: main other/main, settled other/settled'],
    ['all: generated other/generated, rules one/rules'],
  ])
})

test('a check comes behind those that it runs after, wherever it stands in the list', () => {
  const checks = [
    check('one/last', 'main', { runsAfter: ['one/second'] }),
    check('one/second', 'main', { runsAfter: ['one/first', 'one/of-no-run'] }),
    check('one/first', 'main'),
  ]
  expect(told(checks)).toEqual([['one: main one/first one/second one/last']])
})

test('two that run after each other are no hindrance', () => {
  const checks = [check('one/a', 'main', { runsAfter: ['one/b'] }), check('one/b', 'main', { runsAfter: ['one/a'] })]
  expect(told(checks)).toEqual([['one: main one/b one/a']])
})

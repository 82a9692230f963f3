import { expect, test } from 'vitest'
import { inVirtualTime } from '../../virtual/virtual-time.ts'
import { Inbox } from '../../webhooks/inbox.ts'
import { takeEnd, type WaitEnd, WaitEnds } from './wait-ends.ts'

test('all waits of those are kept of whose one ended late', () => {
  const ends = new WaitEnds()
  ends.note('lib/one', 1_000, 1_002)
  ends.note('lib/two', 1_000, 1_400)
  ends.note('lib/two', 2_000, 1_999)
  expect(ends.late).toEqual({
    'lib/two': [
      [1_000, 1_400],
      [2_000, 2_000],
    ],
  })
})

test('a wait is found again by when it was due, once, and by no other', () => {
  const ends: WaitEnd[] = [
    [1_000, 1_400],
    [1_500, 1_500],
    [9_000, 9_700],
  ]
  expect([takeEnd(ends, 1_480), takeEnd(ends, 1_480), takeEnd(ends, 5_000)]).toEqual([
    [1_500, 1_500],
    [1_000, 1_400],
    undefined,
  ])
  expect(ends).toEqual([[9_000, 9_700]])
})

test('an inbox tells of waits in vain, and when they ended on a machine that stood still', () =>
  inVirtualTime(async (standStill) => {
    const told: number[] = []
    const from = Date.now()
    const onWait = (ms: number) => () => void told.push(ms, Date.now() - from)
    const inbox = new Inbox('in', 'http://127.0.0.1:1/in', { onWait }, () => 0)
    setTimeout(() => standStill(300), 50)
    await inbox.quiet(() => true, { for: 100 })
    await inbox.next(() => true, { within: 40 }).catch(() => undefined)
    expect(told).toEqual([100, 350, 40, 390])
  }))

import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import {
  answered,
  causes,
  crashes,
  cut,
  failing,
  refused,
  report,
  sent,
  service,
} from '../../../../tests/made-up/crashes.ts'
import { likelyCauses } from '../likely-causes.ts'

test('what a service had still to deliver may have gone with it', () => {
  const came = (second: number) => ({
    ...report.deliveries[0]!,
    id: 'd900',
    arrivedAt: Date.UTC(2026, 0, 1, 12, 0, second),
  })
  const told = (second: number, actual: string) =>
    likelyCauses({
      ...report,
      services: [service],
      exchanges: crashes,
      deliveries: [came(second)],
      requirements: [{ ...failing(['d900']), judgements: [{ ...failing(['d900']).judgements[0]!, actual }] }],
    }).join('\n')
  expect(told(5, 'none')).toContain('may come of what it forgot:')
  expect(told(10, 'none')).not.toContain('may come of what it forgot:')
  expect(told(5, 'an event without an id')).not.toContain('may come of what it forgot:')
})

test('a service that went away and came back is told with what it ended by and what it may have forgotten', () => {
  const [cause = '', ...others] = causes(crashes, ['x1', 'x5'])
  expect(others).toEqual([])
  const [first, ids, ...commands] = cause.split('\n')
  expect(first).toContain(
    'went away 2 times (12:00:02, 12:00:06 UTC), perhaps from outside this run, by POST /loans (no members), or by one of 2 more that are named below, and came back',
  )
  expect(first).toContain('4 requests were broken off with it, and 2 more found nobody to take them. These fail')
  // What ended it twice is likelier than what nobody can read, and that than what is like others that were answered.
  expect(ids).toBe(report.requirements[0]?.id)
  expect(commands).toEqual([
    '# what it broke off then and answered at no other time, the likeliest first:',
    '# POST /loans (no members)',
    'curl x6',
    '# POST /loans (body of x7)',
    'curl x7',
    '# POST /loans (body of x2)',
    'curl x2',
    expect.stringMatching(
      /^# sent alone, these commands show whether it ends by one of them, .* from outside this run$/,
    ),
  ])
})

test('what was broken off each time and never answered comes first', () => {
  const refresh = { operation: 'POST /loans/{id}/refresh', label: 'of a loan' }
  const exchanges = [
    ...crashes,
    { ...sent('x20', 2, '', cut), ...refresh, curl: 'curl x20' },
    { ...sent('x21', 6, '', cut), ...refresh, label: 'of nobody', curl: 'curl x21' },
  ]
  const [first = '', _, head, ...commands] = (causes(exchanges, ['x1'])[0] ?? '').split('\n')
  expect(first).toContain(
    'perhaps from outside this run, by POST /loans/{id}/refresh (of a loan), of an operation that it broke off each time and never answered, or by one of 4 more that are named below,',
  )
  expect(head).toBe('# of operations that it broke off each time and never answered:')
  expect(commands).toContain('# or what it broke off then and answered at no other time, the likeliest first:')
  // It may have ended by another one at each time.
  expect(commands.filter((each) => each.startsWith('curl'))).toEqual(
    ['x20', 'x21', 'x6', 'x7', 'x2'].map((each) => `curl ${each}`),
  )
  // Of one time nothing is known to be in common.
  const once = exchanges.filter(({ id }) => !['x6', 'x7', 'x8', 'x21'].includes(id))
  expect(causes(once, ['x1'])[0]).toContain('answered at no other time, the likeliest first')
})

test('what was broken off where nobody saw the service away is told: it may have been back at once', () => {
  const [first = ''] = causes(
    [...crashes, sent('x10', 20, '{"days":9}', cut), sent('x11', 22, '{"days":5}', answered)],
    [],
  )
  expect(first).toContain(
    '4 requests were broken off with it, and 2 more found nobody to take them, and 1 request at other times, when it may have gone as well (POST /loans (body of x10), 12:00:20)',
  )
})

test('a request that was broken off once is named before others that were so twice, where it is unlike all that was answered', () => {
  const many = ['x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8'].flatMap((id) => {
    const one = { ...sent(id, 2, `{"days":3,"of":"${id}"}`, cut), label: `as usual ${id}` }
    return [one, { ...one, id: `${id}b`, sentAt: one.sentAt + 4000, endedAt: one.endedAt + 4000 }]
  })
  const odd = { ...sent('x9', 2, '[[[[', cut), label: 'odd' }
  const exchanges = [
    sent('x1', 1, '{"days":3,"of":"x1"}', answered),
    ...many,
    odd,
    sent('x20', 3, '{"days":3}', refused),
    sent('x21', 5, '{"days":3,"of":"y"}', answered),
    sent('x22', 7, '{"days":3}', refused),
    sent('x23', 9, '{"days":3,"of":"z"}', answered),
  ]
  const [cause = ''] = causes(exchanges, [])
  expect(cause).toContain('(odd)')
  expect(cause).toContain(
    'by another of those that it broke off, by all that had come by then, or from outside this run',
  )
})

test('what is sent again under another name was lost as often as its like', () => {
  const named = (each: ReportedExchange, label: string): ReportedExchange => ({ ...each, label })
  const exchanges = [
    sent('x1', 1, '{"days":3}', answered),
    named(sent('x2', 2, '{"days":', cut), 'cut off'),
    sent('x3', 3, '{"days":3}', refused),
    sent('x4', 5, '{"days":3,"of":"y"}', answered),
    named(sent('x5', 6, '{"days":', cut), 'cut off, no key'),
    named(sent('x6', 6, '{}', cut), 'no members'),
    sent('x7', 7, '{"days":3}', refused),
    sent('x8', 9, '{"days":3,"of":"z"}', answered),
  ]
  const [cause = ''] = causes(exchanges, [])
  expect(cause).toMatch(/perhaps from outside this run, by POST \/loans \(cut off/)
})

test('what was heard of a moment before the last answer went with the service', () => {
  const [one] = crashes
  const early = sent('x10', 1, '{"days":9}', cut)
  const late = { ...early, endedAt: (one?.endedAt ?? 0) - 10 }
  const [first = ''] = causes([...crashes, late], [])
  expect(first).toContain('5 requests were broken off with it')
  expect(first).not.toContain('at other times')
})

test('what went out several times at once is one command, and what was answered just before is named', () => {
  const twins = ['x2', 'x3', 'x4'].map((id, at) => ({
    ...sent(id, 2, `{"days":${at}}`, cut),
    label: `simultaneous, no. ${at + 1} of 3`,
    curl: 'curl twin',
  }))
  const last = sent('x5', 2, '{"days":9}', answered)
  const just = { ...last, label: 'answered last', sentAt: last.sentAt - 60, endedAt: last.endedAt - 40 }
  const exchanges = [
    sent('x1', 1, '{"days":3}', answered),
    just,
    ...twins,
    sent('x6', 3, '{}', refused),
    sent('x7', 5, '{"days":3}', answered),
  ]
  const [cause = ''] = causes(exchanges, ['x1', 'x7'])
  expect(cause.split('\n').filter((each) => each === 'curl twin')).toHaveLength(1)
  expect(cause).toContain(
    '(simultaneous, no. 1 of 3)\ncurl twin\n# or what it had answered just before, and went on with:\n# POST /loans (answered last)\ncurl x5\n# sent alone, these commands show',
  )
})

test('what was answered just before and went out with a suspect has its commands there, and others once', () => {
  const twin = { label: 'simultaneous, no. 2 of 2', curl: 'curl twin' }
  const [cutOff, answeredOne] = [
    { ...sent('x2', 2, '{"days":1}', cut), ...twin, label: 'simultaneous, no. 1 of 2' },
    { ...sent('x3', 2, '{"days":2}', answered), ...twin },
  ]
  const before = ['x4', 'x5'].map((id) => ({
    ...sent(id, 2, '{"days":9}', answered),
    label: `burst ${id}`,
    curl: 'curl burst',
  }))
  const just = [answeredOne, ...before].map((each) => ({ ...each, endedAt: each.endedAt - 40 }))
  const exchanges = [
    sent('x1', 1, '{"days":3}', answered),
    ...just,
    cutOff,
    sent('x6', 3, '{}', refused),
    sent('x7', 5, '{"days":3}', answered),
  ]
  const [cause = ''] = causes(exchanges, ['x1', 'x7'])
  const lines = cause.split('\n')
  expect(lines.filter((each) => each === 'curl twin')).toHaveLength(1)
  expect(lines.filter((each) => each === 'curl burst')).toHaveLength(1)
})

test('a suspect that repeats a request is told with that', () => {
  const name = `'"\${RUN:-fresh}"'-2`
  const [taken, twice] = ['a', 'b'].map(
    (id) => `curl -d '{"id":"${id}","reference":"Ref-${name}"}' http://127.0.0.1:1/`,
  )
  const exchanges = [
    { ...sent('x1', 1, '{"days":3}', answered), curl: taken! },
    { ...sent('x2', 2, '{"days":3}', cut), label: 'the same reference', curl: twice! },
    sent('x3', 3, '{}', refused),
    sent('x4', 5, '{"days":4}', answered),
  ]
  const [cause = ''] = causes(exchanges, ['x1', 'x4'])
  expect(cause.indexOf(taken!)).toBeGreaterThan(0)
  expect(cause.indexOf(twice!)).toBeGreaterThan(cause.indexOf(taken!))
  expect(cause).toContain('(RUN=again$(date +%s)')
})

test('failures by messages of one side have another cause', () => {
  const [cause = ''] = causes(crashes, ['x5'])
  expect(cause.split('\n')[1]).toBe('')
  expect(cause).not.toContain('forgot')
})

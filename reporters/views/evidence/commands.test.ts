import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { commandsOf, inWaves, repeatedBy } from './commands.ts'

const exchange = (id: string, sentAt: number, curl: string): ReportedExchange =>
  ({ id, sentAt, curl }) as unknown as ReportedExchange

const keyed = (key: string): string =>
  `curl -X POST http://127.0.0.1/loans -H 'Request-Key: key-'"\${RUN:-run$(date +%s)}"-${key} --data-binary '{}'`

test('a request that repeats a name in its body is shown behind the first one with it', () => {
  const named = (name: string, key: string): string =>
    `${keyed(key).replace("'{}'", '')}'{"name":"Book-'"\${RUN:-run$(date +%s)}"'-${name}"}'`
  const [first, again] = [exchange('x1', 1, named('7', '1')), exchange('x2', 2, named('7', '2'))]
  expect(repeatedBy({ exchanges: [first, again] }, again)).toBe(first)
  expect(
    repeatedBy({ exchanges: [exchange('x3', 3, named('70', '3'))] }, exchange('x4', 4, named('7', '4'))),
  ).toBeUndefined()
})

test('a name is the same however the letters of its JSON are spelled', () => {
  const named = (name: string): string =>
    `${keyed(name).replace("'{}'", '')}'{"name":"${name}-'"\${RUN:-run$(date +%s)}"'-7"}'`
  const first = exchange('x1', 1, named('B\\u006fok'))
  const again = exchange('x2', 2, named('Book'))
  expect(repeatedBy({ exchanges: [first, again] }, again)).toBe(first)
  // As a shell prints it.
  const printed = exchange('x3', 0, named('B\\\\u006fok'))
  expect(repeatedBy({ exchanges: [printed, again] }, again)).toBe(printed)
})

test('a request that repeats another is shown behind the first of its kind', () => {
  const [first, other, again] = [
    exchange('x1', 1, keyed('1')),
    exchange('x2', 2, keyed('2')),
    exchange('x3', 3, keyed('1')),
  ]
  const exchanges = [first, other, again]
  expect(repeatedBy({ exchanges }, again)).toBe(first)
  expect(repeatedBy({ exchanges }, first)).toBeUndefined()
  expect(repeatedBy({ exchanges }, other)).toBeUndefined()
  expect(repeatedBy({ exchanges }, exchange('x4', 4, 'curl http://127.0.0.1/loans'))).toBeUndefined()
})

test('a key whose end differs behind a row of one letter is another one', () => {
  const long = (end: string): string => keyed(`1"$(printf 'k%.0s' $(seq 233))"${end}`)
  const exchanges = [exchange('x1', 1, long('')), exchange('x2', 2, long('K'))]
  expect(repeatedBy({ exchanges }, exchange('x3', 3, long('K')))?.id).toBe('x2')
  expect(repeatedBy({ exchanges }, exchange('x4', 4, long('')))?.id).toBe('x1')
})

/** One of several requests of a check, under way from the first moment to the last. */
const racer = (id: string, sentAt: number, endedAt: number, curl: string): ReportedExchange =>
  ({ id, sentAt, endedAt, curl, check: 'lib/race' }) as unknown as ReportedExchange

const inRun = (...exchanges: readonly ReportedExchange[]): Parameters<typeof commandsOf>[0] =>
  ({ exchanges, deliveries: [], steps: [], run: { id: 'asyrun' } }) as never

test('a request that repeats one which is too long to stand before it says what it does not do', () => {
  const racerWith = (id: string, at: number, more: string): ReportedExchange =>
    ({
      ...racer(id, at, at + 1, `${keyed('1')}${more}`),
      request: { method: 'POST', url: 'http://127.0.0.1/loans' },
    }) as ReportedExchange
  const [first, again] = [racerWith('x1', 1, ' '.repeat(900)), racerWith('x2', 10, '')]
  const { lines, note } = commandsOf(inRun(first, again), again, ['x2'], 500)
  expect(lines).toEqual([again.curl])
  expect(note).toBe(
    'before that the run sent POST /loans with the same key or reference, which this does not do: it may show something else, and replay does all of it',
  )
})

test('requests that a check sent together go out together, whichever of them a judgement is about', () => {
  const race = [
    racer('x1', 100, 160, 'curl one'),
    racer('x2', 100, 150, 'curl two'),
    racer('x3', 101, 155, 'curl three'),
  ]
  const beside = { ...racer('x4', 100, 160, 'curl other'), check: 'lib/other' }
  const own = racer('x5', 100, 160, 'curl own')
  const report = inRun(...race, beside, own, racer('x6', 170, 180, 'curl after'))
  const evidence = ['x1', 'x2', 'x3', 'x4', 'x6']
  const lines = ['(', 'curl one | cat &', 'curl two | cat &', 'curl three | cat &', 'wait', ')']
  for (const each of race) expect(commandsOf(report, each, evidence, 1000)).toEqual({ lines })
  // What nobody speaks of went out beside it.
  expect(commandsOf(report, own, ['x5'], 1000)).toEqual({ lines: ['curl own'] })
})

test('of several with one key each is sent with the others, also where the judgement is of one', () => {
  const race = [racer('x1', 100, 160, keyed('1')), racer('x2', 100, 150, keyed('1')), racer('x3', 100, 150, keyed('2'))]
  const { lines } = commandsOf(inRun(...race), race[1]!, ['x2'], 1000)
  expect(lines).toEqual([
    expect.stringContaining('(RUN='),
    `${keyed('1')} | cat &`,
    `${keyed('1')} | cat &`,
    'wait',
    ')',
  ])
})

test('a race that has no room is told, and so are keys that the target has met', () => {
  const race = [racer('x1', 100, 160, 'curl one'), racer('x2', 100, 150, 'curl two')]
  expect(commandsOf(inRun(...race), race[0]!, ['x1', 'x2'], 20)).toEqual({
    lines: ['curl one'],
    note: 'sent together with 1 more, which this command does not send',
  })
  const used = race.map((each) => ({ ...each, curl: `${each.curl} -H 'Request-Key: key-asyrun-1'` }))
  const { lines, note } = commandsOf(inRun(...used), used[0]!, ['x1'], 1000)
  expect(lines).toHaveLength(5)
  expect(note).toContain('put in others')
})

test('what a limiter refused says how much came before it', () => {
  const sent = (id: string, sentAt: number, more: object = {}): ReportedExchange =>
    ({ ...racer(id, sentAt, sentAt + 1, `curl ${id}`), service: 'library', key: 'members[0]', ...more }) as never
  const refused = sent('x4', 100_000, { expects429: true, response: { status: 429 } })
  const report = inRun(sent('x1', 1), sent('x2', 60_000), sent('x3', 70_000, { key: 'guest' }), refused)
  expect(commandsOf(report, refused, ['x4'], 1000)).toEqual({
    lines: ['curl x4'],
    note: '429 came after 1 request of this run with this key within 60 s; alone this one meets no limit',
  })
  const beside = inRun(sent('x2', 60_000), sent('x5', 100_000), sent('x6', 99_999), refused)
  expect(commandsOf(beside, refused, ['x4'], 1000).note).toContain(
    '429 came after 1 request of this run with this key within 60 s and beside 2 more that were under way; ',
  )
  const taken = { ...refused, response: { status: 201 } } as never
  expect(commandsOf(report, taken, ['x4'], 1000)).toEqual({ lines: ['curl x4'] })
})

test('what should have met a limit is sent as often as the run did, where it is a read', () => {
  const read = (id: string, sentAt: number, method = 'GET'): ReportedExchange =>
    ({
      ...racer(id, sentAt, sentAt + 1, `curl -sS -i -w '\\n' -X ${method} http://127.0.0.1/loans`),
      service: 'library',
      key: 'members[0]',
      expects429: true,
      response: { status: 404 },
    }) as never
  const before = Array.from({ length: 20 }, (_, index) => read(`x${index}`, 60_000 + 10 * index))
  const last = read('x20', 61_000)
  expect(commandsOf(inRun(...before, last), last, ['x20'], 1000)).toEqual({
    lines: [
      "for each in $(seq 21); do curl -sS -o /dev/null -w '%{http_code}\\n' -X GET http://127.0.0.1/loans; done | sort | uniq -c",
    ],
    note: 'it counts the answers by status; the run sent 20 more with this key within 60 s, not all of them for the same',
  })
  const creation = read('x21', 61_000, 'POST')
  expect(commandsOf(inRun(...before, creation), creation, ['x21'], 1000)).toEqual({
    lines: [creation.curl],
    note: 'the run sent 20 more with this key within 60 s; alone this one meets no limit',
  })
})

test('a step that was limited for what the run had sent besides is told, as alone it is not', () => {
  const step = (id: string, sentAt: number, status: number): ReportedExchange => ({
    ...racer(id, sentAt, sentAt + 1, `curl -H 'Key: key-'"\${RUN:-fresh}"'-7' ${id}`),
    response: { status, body: '' } as never,
  })
  const [first, again] = [step('x1', 1_000, 429), step('x2', 9_000, 409)]
  const { lines, note } = commandsOf(inRun(first, again), again, ['x2'], 1000)
  expect(lines.join('\n')).toContain(first.curl)
  expect(note).toContain('429 came to one of these after much else that the run had sent with this key')
  const free = step('x1', 1_000, 201)
  expect(commandsOf(inRun(free, again), again, ['x2'], 1000).note).toBeUndefined()
})

test('what the run did before is told, where a judgement stands on it', () => {
  const sent = (id: string, at: number, method: string, check = 'lib/race'): ReportedExchange =>
    ({
      ...racer(id, at, at + 1, `curl ${id}`),
      check,
      request: { method, url: 'http://127.0.0.1/members/me?a=1' },
    }) as unknown as ReportedExchange
  const note = (evidence: readonly string[], steps: readonly object[], ...before: readonly ReportedExchange[]) => {
    const loan = sent('x9', 100, 'POST')
    return commandsOf({ ...inRun(...before, loan), steps } as never, loan, ['x9', ...evidence], 1000).note
  }
  const other = 'lib/other'
  expect(note([], [], sent('x1', 1, 'PUT'))).toBeUndefined()
  // What others read or made before is their matter.
  expect(note(['x1', 'x2', 'x3'], [], sent('x1', 1, 'GET'), sent('x2', 2, 'POST', other))).toBeUndefined()
  expect(note(['x1', 'x2'], [], sent('x1', 1, 'PUT', other), sent('x2', 2, 'POST'))).toBe(
    'before that the run sent PUT /members/me and POST /members/me, which this does not do: it may show something else, and replay does all of it',
  )
  const step = (recipe: string, startedAt: number, kind = 'call', check = 'lib/race'): object => ({
    ...{ recipe, startedAt, kind, check, text: '', endedAt: startedAt, outcome: 'done' },
  })
  const steps = [step('returned', 5), step('returned', 6), step('lost', 200), step('seen', 5, 'probe')]
  expect(note(['x1', 'x2', 'x3'], steps, ...['x1', 'x2', 'x3'].map((id, at) => sent(id, at, 'POST')))).toMatch(
    /^before that the run sent POST \/members\/me several times and had returned brought about, which /,
  )
  const mixed = ['PUT', 'POST', 'POST'].map((method, at) => sent(`x${at + 1}`, at, method))
  expect(note(['x1', 'x2', 'x3'], [], ...mixed)).toMatch(/sent PUT \/members\/me, POST \/members\/me and more, which /)
})

test('what another check sent of the same before is told, where a judgement stands on it', () => {
  const ID = '7703c82d-492a-4f79-966c-26e26977ceae'
  const sent = (id: string, at: number, more: object): ReportedExchange =>
    ({ ...racer(id, at, at + 1, `curl -X POST http://127.0.0.1/loans/${ID}/renewal`), ...more }) as never
  const request = { method: 'POST', url: 'http://127.0.0.1/loans' }
  const other = { check: 'lib/other', request, response: { status: 200, body: `{"id":"${ID}"}` } }
  const renewal = sent('x9', 100, { request })
  const made = sent('x0', 0, { ...other, check: 'fixture/loan' })
  const note = (before: object) =>
    commandsOf(inRun(made, sent('x1', 2, { ...other, ...before }), renewal), renewal, ['x9', 'x0', 'x1'], 1000).note
  expect(note({})).toBe(
    'before that the run sent POST /loans for another check, which this does not do: it may show something else',
  )
  expect(note({ response: { status: 200, body: '' } })).toContain('its id is one that the run was given')
})

test('a judgement of what was sent again begins with the original: the commands go on to the last of it', () => {
  const sent = (id: string, at: number, key: string) =>
    ({
      ...racer(id, at, at + 1, keyed(key)),
      request: { method: 'POST', url: 'http://127.0.0.1/loans' },
    }) as unknown as ReportedExchange
  const [first, other, retry] = [sent('x1', 1, '1'), sent('x2', 3, '2'), sent('x3', 5, '1')]
  const report = inRun(first, other, retry)
  expect(commandsOf(report, first, ['x1', 'x3'], 2000)).toEqual({
    lines: ['(RUN=again$(date +%s)', keyed('1'), keyed('1'), ')'],
  })
  expect(commandsOf(report, first, ['x1', 'x3'], 100)).toEqual({
    lines: [keyed('1')],
    note: 'after it the run sent POST /loans again, which this does not do',
  })
  expect(commandsOf(report, first, ['x1', 'x2'], 2000)).toEqual({ lines: [keyed('1')] })
})

test('requests of one moment are one wave', () => {
  const [one, two, three] = [racer('x1', 100, 160, ''), racer('x2', 101, 150, ''), racer('x3', 170, 180, '')]
  expect(inWaves([three, one, two])).toEqual([[one, two], [three]])
})

test('commands with a placeholder for a secret say once what it stands for, and that they do not run as they stand', () => {
  const lacking = ['the app_key that POST /apps answered, and replay asks for a new one']
  const [first, again] = [
    { ...exchange('x1', 1, keyed('1')), lacking },
    { ...exchange('x2', 2, keyed('1')), lacking },
  ]
  const told = `does not run as it stands: [secret] is ${lacking[0]}`
  expect(commandsOf(inRun(first), first, [], 1000)).toEqual({ lines: [first.curl], lacking: told })
  expect(commandsOf(inRun(first, again), again, [], 2000).lacking).toBe(told)
  expect(commandsOf(inRun(exchange('x3', 3, 'curl')), exchange('x3', 3, 'curl'), [], 1000)).toEqual({ lines: ['curl'] })
})

test('a command with a body of a million letters is looked through once, not from each of them', () => {
  const large = exchange('x2', 2, `${keyed('1').replace("'{}'", '')}'${'a-'.repeat(500_000)}'`)
  expect(repeatedBy({ exchanges: [exchange('x1', 1, keyed('1')), large] }, large)?.id).toBe('x1')
})

test('what was sent between a request and its repetition with the same key is sent between them again', () => {
  const sent = (id: string, at: number, key: string) => ({ ...racer(id, at, at + 1, keyed(key)), check: id }) as never
  const [first, other, replay, again] = [sent('x1', 1, '1'), sent('x2', 3, '2'), sent('x3', 5, '1'), sent('x4', 7, '1')]
  expect(commandsOf(inRun(first, other, replay, again), again, ['x4'], 2000)).toEqual({
    lines: ['(RUN=again$(date +%s)', keyed('1'), keyed('1'), keyed('1'), ')'],
  })
  const many = Array.from({ length: 5 }, (_, index) => sent(`y${index}`, 10 + 2 * index, '1'))
  const last = sent('x9', 30, '1')
  expect(commandsOf(inRun(first, ...many, last), last, ['x9'], 2000)).toEqual({
    lines: ['(RUN=again$(date +%s)', keyed('1'), keyed('1'), ')'],
    note: 'between these the run sent 5 requests with the same key or reference, which may have a part in it',
  })
})

test('a command that reads what the run had made says so, where it does not make it', () => {
  const id = '793fcfc0-1111-4222-8333-444455556666'
  const made = {
    ...exchange('x1', 1, 'curl -X POST http://127.0.0.1/loans'),
    response: { status: 201, headers: [], body: `{"id":"${id}"}` },
  } as unknown as ReportedExchange
  const read = exchange('x2', 2, `curl -X GET http://127.0.0.1/loans/${id}`)
  expect(commandsOf(inRun(made, read), read, ['x2'], 1000).note).toMatch(/^its id is one that the run was given: /)
  expect(commandsOf(inRun(read), read, ['x2'], 1000).note).toBeUndefined()
})

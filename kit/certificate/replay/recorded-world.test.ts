import { describe, expect, test } from 'vitest'
import {
  CHECK,
  delivery,
  exchange,
  NOTHING,
  owner,
  recorded,
  request,
} from '../../../tests/made-up/recorded-evidence.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import { DeliveryTimeout } from '../../webhooks/wait.ts'
import type { RecordedWorld } from './recorded-world.ts'
import { MissingEvidence } from './replay-clock.ts'

describe('a request is answered as it was', () => {
  test('the same to the byte first, whatever the order', async () => {
    const [one, two, three] = [exchange(100, 'one'), exchange(200, 'two'), exchange(300, 'three')]
    const { at } = recorded({ exchanges: [one, two, three] })
    const ids = await at(0, async (world) => {
      const answers = [await world.send(CHECK, request('three')), await world.send(CHECK, request('one'))]
      return [...answers, await world.send(CHECK, request('two'))].map(({ id }) => id)
    })
    expect(ids).toEqual([three.id, one.id, two.id])
  })

  test('else by the next one that was sent for the same purpose, with the same key where there is one', async () => {
    const other = { key: 'reader[1]' }
    const exchanges = [exchange(100, 'a', other), exchange(200, 'b'), exchange(300, 'c', other)]
    const { at } = recorded({ exchanges })
    const ids = await at(0, async (world) => {
      const made = [await world.send(CHECK, request('made up anew')), await world.send(CHECK, request('and again'))]
      return [...made, await world.send(CHECK, request('c'))].map(({ id }) => id)
    })
    expect(ids).toEqual([1, 0, 2].map((index) => exchanges[index]?.id))
  })

  test('told apart by its idempotency key', async () => {
    const headersOf = (key: string) => [['idempotency-key', key]] as const
    const sent = ['k1', 'k2'].map((key, index) => {
      const made = exchange(100 * index, 'same')
      return { ...made, request: { ...made.request, headers: headersOf(key) } }
    })
    const { at } = recorded({ exchanges: sent })
    const second = await at(0, (world) => world.send(CHECK, request('same', { headers: [['Idempotency-Key', 'k2']] })))
    expect(second.id).toBe(sent[1]?.id)
  })

  test.each([
    ['of another check', { check: 'lib/test/two' }],
    ['with another label', { label: 'again' }],
    ['of another operation', { operation: 'POST /holds' }],
  ])('never by one %s', async (_, more) => {
    const { at } = recorded({ exchanges: [exchange(100, 'one', more)] })
    const asked = at(0, (world) => world.send(CHECK, request('one')))
    await expect(asked).rejects.toThrow(new MissingEvidence('the evidence holds no request POST /loans ()'))
  })

  test('once', async () => {
    const { at } = recorded({ exchanges: [exchange(100, 'one')] })
    const twice = at(0, async (world) => {
      await world.send(CHECK, request('one'))
      await world.send(CHECK, request('one'))
    })
    await expect(twice).rejects.toThrow(MissingEvidence)
  })

  test('each of several at once by its own', async () => {
    const { at } = recorded({ exchanges: [exchange(100, 'one'), exchange(110, 'two')] })
    const answers = await at(0, (world) => world.sendTogether(CHECK, [request('two'), request('one')]))
    expect(answers.map((each) => each.request.body.toString())).toEqual(['two', 'one'])
  })
})

describe('a 429 that nobody asked for', () => {
  const limited = exchange(100, 'one', {}, 429)

  test('is passed over for what the same request came to in the end', async () => {
    const { at } = recorded({ exchanges: [limited, exchange(300, 'one')] })
    expect((await at(0, (world) => world.send(CHECK, request('one')))).response?.status).toBe(200)
  })

  test('is the answer where it was not sent again', async () => {
    const { at } = recorded({ exchanges: [limited, exchange(300, 'two')] })
    expect((await at(0, (world) => world.send(CHECK, request('one')))).response?.status).toBe(429)
  })

  test('is the answer where it was asked for', async () => {
    const asked = exchange(100, 'one', { expects429: true }, 429)
    const { at } = recorded({ exchanges: [asked, exchange(300, 'one')] })
    expect((await at(0, (world) => world.send(CHECK, { ...request('one'), expects429: true }))).response?.status).toBe(
      429,
    )
  })
})

describe('time', () => {
  test('is that of whoever asks: moved on by answers and waits alone', async () => {
    const { at, session } = recorded({ exchanges: [exchange(5_000)] })
    const now = Date.now
    const times = await at(1_000, async (world) => {
      const { clock } = world
      const seen = [clock.now()]
      await world.send(CHECK, request())
      seen.push(clock.now(), clock.mono())
      await world.pause(60_000)
      return [...seen, clock.now(), clock.scaled(2)]
    })
    expect(times).toEqual([1_000, 5_100, 5_100, 65_100, 2_000])
    expect(Date.now).toBe(now)
    expect(Date.now() - session.clock.now()).toBeLessThan(1_000)
  })

  test('never goes back', async () => {
    const { at } = recorded({ exchanges: [exchange(200)] })
    const now = await at(1_000, async (world) => {
      await world.send(CHECK, request())
      await world.pause(-5)
      return world.clock.now()
    })
    expect(now).toBe(1_000)
  })

  test('of checks beside each other is their own', async () => {
    const exchanges = [exchange(1_000), exchange(9_000, '', { check: 'lib/test/two' })]
    const { at } = recorded({ exchanges })
    const sending = (name: string) => async (world: RecordedWorld) => {
      await world.send(owner(name), request())
      return world.clock.now()
    }
    expect(await Promise.all([at(0, sending(CHECK.name)), at(0, sending('lib/test/two'), 'lib/test/two')])).toEqual([
      1_100, 9_100,
    ])
  })

  test('has several waits end in their order', async () => {
    const { at } = recorded()
    const ended = await at(0, async (world) => {
      const ends: number[] = []
      await Promise.all([300, 100, 200].map((ms) => world.pause(ms).then(() => ends.push(ms))))
      return ends
    })
    expect(ended).toEqual([100, 200, 300])
  })

  test('is nobody else’s', () => {
    const { world } = recorded()
    expect(() => world.clock.now()).toThrow('evidence is read by checks and fixtures alone')
    expect(() => world.exchanges()).toThrow(TypeError)
  })
})

test('what there is by then is seen, and nothing of what comes later', async () => {
  const exchanges = [exchange(100), exchange(900)]
  const deliveries = [delivery('d1', 150), delivery('d2', 950)]
  const { at } = recorded({ exchanges, deliveries })
  const seen = await at(0, async (world) => {
    const ids = () => [...world.exchanges(), ...world.deliveries()].map(({ id }) => id)
    const times = [ids()]
    await world.pause(500)
    times.push(ids())
    await world.pause(500)
    return [...times, ids()]
  })
  const [one = '', two = ''] = exchanges.map(({ id }) => id)
  expect(seen).toEqual([[], [one, 'd1'], [one, two, 'd1', 'd2']])
})

describe('an inbox', () => {
  const log = { ...NOTHING, inboxes: { in: 'https://hooks.example/in' } }
  const deliveries = [delivery('d1', 1_000), delivery('d2', 4_000)]

  test('shows what had come by the time of whoever looks', async () => {
    const { at } = recorded({ deliveries, log })
    const seen = (from: number) => at(from, async (world) => world.inbox('in')?.deliveries.map(({ id }) => id))
    expect([await seen(0), await seen(1_010), await seen(9_000)]).toEqual([[], ['d1'], ['d1', 'd2']])
  })

  test('is waited at until what is wanted came, and no longer than was said', async () => {
    const { at } = recorded({ deliveries, log })
    const second = (each: Delivery) => each.id === 'd2'
    await at(500, async (world) => {
      const inbox = world.inbox('in')
      expect(inbox?.url).toBe('https://hooks.example/in')
      await expect(inbox?.next(second, { within: 2_000, describe: 'the second' })).rejects.toThrow(DeliveryTimeout)
      expect(world.clock.now()).toBe(2_500)
      expect(await inbox?.quiet(second, { for: 1_000 })).toBeUndefined()
      expect(await inbox?.next(second, { within: 1_000 })).toMatchObject({ id: 'd2' })
      expect(world.clock.now()).toBe(4_010)
    })
  })

  test('shows what came while a wait ended late, for its machine stood still', async () => {
    const waits = { [CHECK.name]: [[3_500, 4_200] as const, [6_000, 6_700] as const] }
    const { at, world } = recorded({
      deliveries,
      log: { ...NOTHING, inboxes: { in: 'https://hooks.example/in' }, waits },
    })
    await at(1_500, async (own) => {
      await own.pause(1_900)
      expect(own.inbox('in')?.deliveries.map(({ id }) => id)).toEqual(['d1', 'd2'])
      expect(own.clock.now()).toBe(4_200)
      expect(await own.inbox('in')?.quiet((each) => each.id === 'd3', { for: 1_750 })).toBeUndefined()
      expect(own.clock.now()).toBe(6_700)
    })
    expect(world.unasked).toEqual([])
  })

  test('is asked of what has come by then, with all that had come before it', async () => {
    const { at } = recorded({ deliveries, log })
    await at(500, async (world) => {
      const inbox = world.inbox('in')
      const hasTwo = (): boolean => (inbox?.deliveries.length ?? 0) >= 2
      expect(await inbox?.next(hasTwo, { within: 10_000 })).toMatchObject({ id: 'd2' })
      expect(world.clock.now()).toBe(4_010)
    })
  })

  test('that was not there then is missing; without webhooks there is none', async () => {
    await recorded({ log }).at(0, async (world) => expect(() => world.inbox('out')).toThrow(MissingEvidence))
    await recorded().at(0, async (world) => expect(world.inbox('in')).toBeUndefined())
  })
})

describe('what a check made up or chose', () => {
  test('texts come again in their order, each to its owner', async () => {
    const made = [
      [CHECK.name, 'ref-1'],
      ['lib/test/two', 'ref-2'],
      [CHECK.name, 'key-3'],
      [CHECK.name, 'ref-4'],
    ] as const
    const { world } = recorded({ log: { ...NOTHING, made } })
    expect(['ref', 'ref', 'key'].map((kind) => world.fresh(CHECK, kind))).toEqual(['ref-1', 'ref-4', 'key-3'])
    expect(() => world.fresh(CHECK, 'ref')).toThrow('the evidence holds no further ref of lib/test/one')
  })

  test('keys come again as they were handed out, and no others', () => {
    const keys = [
      ['lib/test/two', 'reader', 'reader[0]'],
      [CHECK.name, 'reader', 'reader[1]'],
    ] as const
    const { world } = recorded({ log: { ...NOTHING, keys } })
    expect(world.key(CHECK, 'reader')).toEqual({ name: 'reader[1]', value: 'b' })
    expect(() => world.key(CHECK, 'other')).toThrow('does not say which key')
    expect(world.key(CHECK, 'unheard')).toBeUndefined()
  })

  test('steps of recipes end as they did then', async () => {
    const step = { check: CHECK.name, recipe: 'returned', kind: 'probe', text: '', startedAt: 0 } as const
    const steps = [
      { ...step, endedAt: 3_000, outcome: 'done', answer: '[]' },
      { ...step, endedAt: 4_000, outcome: 'it was answered 500' },
    ]
    const { at } = recorded({ steps })
    await at(0, async (world) => {
      expect([await world.step(CHECK, step), world.clock.now()]).toEqual(['[]', 3_000])
      await expect(world.step(CHECK, step)).rejects.toMatchObject({ name: 'Blocked', message: 'it was answered 500' })
      await expect(world.step(CHECK, step)).rejects.toThrow(MissingEvidence)
      expect(() => world.callOutOfBand()).toThrow(MissingEvidence)
    })
  })
})

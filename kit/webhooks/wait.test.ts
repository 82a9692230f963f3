import { describe, expect, test, vi } from 'vitest'
import { matcher, no, ok, soft } from '../match/index.ts'
import type { Delivery } from './delivery.ts'
import { Inbox } from './inbox.ts'
import { DeliveryTimeout } from './wait.ts'

let count = 0
const delivery = (json: unknown): Delivery => ({
  id: `d${++count}`,
  inbox: 'x',
  method: 'POST',
  path: '/',
  headers: [],
  body: Buffer.from(JSON.stringify(json)),
  truncated: false,
  digest: '',
  aborted: false,
  httpVersion: '1.1',
  tls: false,
  peer: '',
  arrivedAt: count,
  completedAt: count,
  arrivedMono: count,
  answer: { kind: 'status', status: 200 },
  json,
})
const inboxWith = (...bodies: unknown[]) => {
  const inbox = new Inbox('x', 'http://x/', {}, () => 2)
  for (const body of bodies) inbox.accept(delivery(body))
  return inbox
}
const is = (wanted: unknown) => (each: Delivery) => each.json === wanted

describe('next', () => {
  test('finds the first match of the past', async () => {
    const inbox = inboxWith(1, 2, 2)
    expect(await inbox.next(is(2), { within: 0 })).toBe(inbox.deliveries[1])
  })

  test('finds what arrives later, in the same turn too', async () => {
    const inbox = inboxWith(1)
    const waiting = [inbox.next(is(2), { within: 500 }), inbox.next(is(2), { within: 500 })]
    inbox.accept(delivery(2))
    expect(await Promise.all(waiting)).toEqual([inbox.deliveries[1], inbox.deliveries[1]])
    setTimeout(() => inbox.accept(delivery(3)), 10)
    expect(await inbox.next(is(3), { within: 500 })).toBe(inbox.deliveries[2])
  })

  test('loses none of many', async () => {
    const inbox = inboxWith()
    const waiting = Array.from({ length: 200 }, (_, at) => inbox.next(is(at), { within: 1000 }))
    for (let at = 199; at >= 0; at -= 1) {
      inbox.accept(delivery(at))
      if (at % 7 === 0) await Promise.resolve()
    }
    expect((await Promise.all(waiting)).map(({ json }) => json)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  })

  test('looks after a delivery only, when told', async () => {
    const inbox = inboxWith(1, 1)
    const [first = delivery(0), second = delivery(0)] = inbox.deliveries
    expect(await inbox.next(is(1), { within: 0, after: first })).toBe(second)
    const third = inbox.next(is(1), { within: 500, after: second })
    inbox.accept(delivery(1))
    expect(await third).toBe(inbox.deliveries[2])
  })

  test('lists near misses with the reason of each', async () => {
    const inbox = inboxWith({ job: 1 }, null, { job: 3 })
    const job = matcher<Delivery>('loan.made with job 2', ({ json }) => {
      const { job: actual } = json as { job: number }
      return actual === 2 ? ok : no(`job ${actual}`)
    })
    const error: unknown = await inbox.next(job, { within: 10 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DeliveryTimeout)
    const { message, nearMisses, within, expected } = error as DeliveryTimeout
    const [a, b, c] = inbox.deliveries.map(({ id }) => id)
    expect(nearMisses.map(({ delivery: { id } }) => id)).toEqual([a, b, c])
    expect(nearMisses[0]?.why).toBe('job 1')
    expect(nearMisses[1]?.why).toMatch(/^could not be looked at: /)
    expect([within, expected]).toEqual([10, 'loan.made with job 2'])
    expect(message).toContain(
      `inbox x: no loan.made with job 2 within 10 ms: 3 arrived, none of them it: ${a} (job 1); ${b}`,
    )
    expect(message).toContain('2 requests matched no inbox')
  })

  test('says so when nothing arrived', async () => {
    const failing = inboxWith().next(() => true, { within: 1, describe: 'retry of evt_1' })
    await expect(failing).rejects.toThrow('inbox x: no retry of evt_1 within 1 ms: nothing arrived; 2 requests')
  })

  test('takes a soft mismatch: it warns later', async () => {
    const inbox = inboxWith(1)
    const lenient = matcher<Delivery>('one', () => soft('upper case'))
    expect(await inbox.next(lenient, { within: 0 })).toBe(inbox.deliveries[0])
  })
})

describe('quiet', () => {
  test('is undefined after the silence, else what broke it', async () => {
    const inbox = inboxWith(1)
    expect(await inbox.quiet(is(2), { for: 10 })).toBeUndefined()
    expect(await inbox.quiet(is(1), { for: 10 })).toBe(inbox.deliveries[0])
    expect(await inbox.quiet(is(1), { for: 10, after: inbox.deliveries[0]! })).toBeUndefined()
    setTimeout(() => inbox.accept(delivery(2)), 5)
    expect(await inbox.quiet(is(2), { for: 5000 })).toBe(inbox.deliveries[1])
  })
})

test('whoever waits while this process stands still waits three times as much longer, and no more than four times as long', async () => {
  vi.useFakeTimers()
  try {
    let stood = 0
    const inbox = new Inbox('x', 'http://x/', { stoodStill: () => stood }, () => 0)
    const waited = async (): Promise<number> => {
      const from = Date.now()
      const end = inbox.next(() => false, { within: 1000 }).catch(() => Date.now() - from)
      await vi.advanceTimersByTimeAsync(500)
      stood += 400
      await vi.advanceTimersByTimeAsync(5000)
      return end as unknown as Promise<number>
    }
    expect(await waited()).toBe(2200)
    const late = inbox.next(() => false, { within: 100 }).catch(() => Date.now())
    const from = Date.now()
    stood += 10_000
    await vi.advanceTimersByTimeAsync(5000)
    expect(((await late) as unknown as number) - from).toBe(400)
  } finally {
    vi.useRealTimers()
  }
})

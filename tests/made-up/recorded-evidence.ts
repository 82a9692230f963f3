import { type RecordedEvidence, RecordedWorld } from '../../kit/certificate/replay/recorded-world.ts'
import { runAt } from '../../kit/certificate/replay/replay-clock.ts'
import type { SendRequest } from '../../kit/http/client.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import type { Owner } from '../../kit/run/owner.ts'
import { Session } from '../../kit/run/session.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { libraryService, libraryTarget } from './service.ts'

export const NOTHING = { target: {}, made: [], keys: [], starts: {}, arrivals: {}, attested: [], hasPerson: false }
const target = libraryTarget({ keys: { reader: ['a', 'b'], other: 'c' } })
const BASE = 'http://127.0.0.1:9'

export const owner = (name: string, more: Partial<Owner> = {}): Owner => ({
  ...{ name, service: 'library', covers: [], needs: [], uses: [], cost: {} },
  ...more,
})
export const CHECK = owner('lib/test/one')

let count = 0
/** An exchange of 100 ms that began at a time, ms since the epoch. */
export const exchange = (
  sentAt: number,
  body = '',
  more: Partial<Omit<Exchange, 'fault' | 'response'>> = {},
  status = 200,
) => {
  count += 1
  return {
    ...{ id: `x${count}`, service: 'library', check: CHECK.name, label: '', operation: 'POST /loans', key: 'other' },
    ...{ sentAt, endedAt: sentAt + 100 },
    request: { method: 'POST', url: `${BASE}/loans`, headers: [], body: Buffer.from(body) },
    response: { status, headers: [], body: Buffer.alloc(0) },
    ...more,
  } as Exchange
}

export const request = (body = '', more: Partial<SendRequest> = {}): SendRequest => ({
  ...{ method: 'POST', url: `${BASE}/loans`, operation: 'POST /loans', label: '', headers: [], key: 'other' },
  body: Buffer.from(body),
  ...more,
})

export const delivery = (id: string, arrivedAt: number): Delivery =>
  ({
    id,
    inbox: 'in',
    arrivedAt,
    completedAt: arrivedAt + 10,
    arrivedMono: arrivedAt,
    json: { id },
    headers: [],
  }) as unknown as Delivery

export function recorded(evidence: Partial<RecordedEvidence> = {}) {
  let world: RecordedWorld | undefined
  const session = new Session({ target, services: [libraryService], seed: 1 }, (own) => {
    world = new RecordedWorld(own, { exchanges: [], deliveries: [], steps: [], log: NOTHING, ...evidence })
    return world
  })
  const replay = world as RecordedWorld | undefined
  if (replay === undefined) throw new Error('the session made no world')
  /** What is done in the time of a check. */
  const at = <T>(from: number, act: (world: RecordedWorld) => Promise<T>, name = CHECK.name): Promise<T> =>
    runAt(replay.clockFor(name, from), () => act(replay))
  return { session, world: replay, at }
}

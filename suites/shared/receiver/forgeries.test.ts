import { expect, test } from 'vitest'
import type { SendRequest } from '../../../kit/http/client.ts'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { judgeForgeries } from './forgeries.ts'
import type { Occurrence, Scene } from './party.ts'
import type { Stage } from './stage.ts'

interface Arrival {
  readonly id: string
  readonly isRight: boolean
  /** An event of this id came before. */
  readonly isKnown: boolean
}

/** How a receiver answers an event, and whether that takes effect. */
type Receiver = (arrival: Arrival) => { readonly status: number; readonly isDone: boolean }

/** What is said of a receiver of events with and without a signature. */
async function saidOf(receiver: Receiver): Promise<string[]> {
  const [known, done] = [new Set<string>(), new Set<string>()]
  const send = async ({ operation, label, headers, body }: SendRequest) => {
    const { id } = JSON.parse(String(body))
    const { status, isDone } = receiver({ id, isRight: headers.length > 0, isKnown: known.has(id) })
    known.add(id)
    if (isDone) done.add(id)
    return exchangeOf({ operation, label, key: '', status })
  }
  const callOutOfBand = async ({ url }: { readonly url: string }) => {
    const isThere = done.has(new URL(url).pathname.slice(1))
    return { response: { status: isThere ? 200 : 404, headers: [], body: Buffer.from(isThere ? '{"applied":1}' : '') } }
  }
  const { t, said } = contextOf<Scene>({
    context: {
      target: { timing: { settle: 0 } },
      step: async (_: unknown, act: () => Promise<unknown>) => String(await act()),
      awaiting: async (_what: string, _seconds: number, _name: string, act: () => Promise<unknown>) => act(),
      ...{ send, callOutOfBand },
    },
  })
  let many = 0
  const fresh = async (): Promise<Occurrence> => {
    many += 1
    return { body: Buffer.from(JSON.stringify({ id: `e${many}` })), names: { id: `e${many}` } }
  }
  const stamped: Stage['party']['stamped'] = (_, { lines }) => ({
    headers: lines === undefined ? [['X-Signature', 'right']] : [],
  })
  const stage: Stage = {
    party: { url: 'http://127.0.0.1:1/events', operation: 'POST webhook', stamped },
    probe: { call: { url: 'http://127.0.0.1:1/{id}' } },
    lineFor: () => '',
    fresh,
  }
  const last = exchangeOf({ status: 200 })
  const control = {
    delivered: { occurrence: await fresh(), tries: [last], last, isTaken: true },
    effect: { isThere: true },
  }
  const bare = { requirement: 'refused', label: 'without a signature', forge: () => ({ lines: () => [] }) }
  const ids = { noEffect: 'no-effect', notPoisoned: 'not-poisoned', refusalStatus: 'refusal-status' }
  await judgeForgeries(t, stage, control, [bare], ids)
  return said.filter((each) => !each.startsWith('refusal-status'))
}

const TAKEN = { status: 200, isDone: true }
const REFUSED = { status: 401, isDone: false }
const DUPLICATE = { status: 409, isDone: false }

/** What takes no event at all any more when it had two forged ones. */
function blocking(forged: ReturnType<Receiver>): Receiver {
  let many = 0
  return ({ isRight }) => {
    if (!isRight) many += 1
    if (!isRight) return forged
    return many < 2 ? TAKEN : { status: 429, isDone: false }
  }
}

test.for<[string, Receiver, string[]]>([
  [
    'that verifies',
    ({ isRight }) => (isRight ? TAKEN : REFUSED),
    ['pass refused', 'pass not-poisoned', 'pass no-effect'],
  ],
  // The effect that is there may be that of the forged event.
  ['that verifies nothing', () => TAKEN, ['fail refused', 'unexercised not-poisoned', 'fail no-effect']],
  [
    'that takes what is forged and drops it',
    ({ isRight }) => ({ status: 200, isDone: isRight }),
    ['fail refused', 'pass not-poisoned', 'pass no-effect'],
  ],
  [
    'that refuses what is forged and does it',
    ({ isRight }) => (isRight ? TAKEN : { ...REFUSED, isDone: true }),
    ['pass refused', 'pass not-poisoned', 'fail no-effect'],
  ],
  [
    'that drops the right event behind a forged one',
    ({ isRight, isKnown }) => (isRight ? { status: 200, isDone: !isKnown } : REFUSED),
    ['pass refused', 'fail not-poisoned', 'pass no-effect'],
  ],
  [
    'that takes what is forged, drops it, and the right event behind it',
    ({ isRight, isKnown }) => ({ status: 200, isDone: isRight && !isKnown }),
    ['fail refused', 'fail not-poisoned', 'pass no-effect'],
  ],
  [
    'that refuses the right event behind a forged one',
    ({ isRight, isKnown }) => (isRight && !isKnown ? TAKEN : REFUSED),
    ['pass refused', 'fail not-poisoned', 'pass no-effect'],
  ],
  [
    'that takes what is forged, and refuses duplicates',
    ({ isKnown }) => (isKnown ? DUPLICATE : TAKEN),
    ['fail refused', 'unexercised not-poisoned', 'fail no-effect'],
  ],
  [
    'that drops what is forged with a 2xx, remembers it, and refuses duplicates',
    ({ isRight, isKnown }) => (isKnown ? DUPLICATE : { status: 200, isDone: isRight }),
    ['fail refused', 'unexercised not-poisoned', 'pass no-effect'],
  ],
  [
    'that refuses what is forged and does it, and refuses duplicates',
    ({ isRight, isKnown }) => (isKnown ? DUPLICATE : isRight ? TAKEN : { ...REFUSED, isDone: true }),
    ['pass refused', 'fail not-poisoned', 'fail no-effect'],
  ],
  // Whoever is sent what is forged may be left out for a while: that is not held against the id.
  [
    'that takes no event once it had two forged ones',
    blocking(REFUSED),
    ['pass refused', 'blocked not-poisoned', 'blocked no-effect'],
  ],
  [
    'that does what is forged, and takes nothing once it had two of them',
    blocking(TAKEN),
    ['fail refused', 'blocked not-poisoned', 'fail no-effect'],
  ],
])('a receiver %s', async ([_, receiver, expected]) => {
  expect(await saidOf(receiver)).toEqual(expected)
})

import type { Step } from '../../check/steps.ts'
import { type Stall, stalledFor, stoodStill } from '../../clock/stalls.ts'
import type { Store } from '../../evidence/store.ts'
import { Client, type Sender, type Wire } from '../../http/client.ts'
import type { RecipeClient } from '../../http/recipe-client.ts'
import { answerDelay } from '../../webhooks/lateness.ts'
import type { Receiver } from '../../webhooks/receiver.ts'
import type { KeyAllocator } from '../keys.ts'
import type { RunLog } from '../log.ts'
import type { Owner } from '../owner.ts'
import type { Ports } from './ports.ts'

export interface LiveOptions {
  readonly wire: Wire
  readonly store: Store
  readonly recipeClient: RecipeClient
  readonly keys: KeyAllocator
  readonly log: RunLog
  /** In every text that is made up. */
  readonly runId: string
  /** Where webhooks arrive; absent where they are not received. */
  readonly receiver: Receiver | undefined
  readonly stalls: readonly Stall[]
}

/** The target and the system, as checks reach them while a run goes on. */
export function livePorts({ wire, store, recipeClient, keys, log, runId, receiver, stalls }: LiveOptions): Ports {
  let count = 0
  const clients = new Map<Owner, Client>()
  const clientOf = (owner: Owner): Client => {
    const client = clients.get(owner) ?? new Client(wire, senderOf(owner))
    clients.set(owner, client)
    return client
  }
  return {
    clock: wire.clock,
    pause: wire.pause,
    send: (owner, request) => clientOf(owner).send(request),
    sendTogether: (owner, requests) => clientOf(owner).sendTogether(requests),
    inbox(name, options) {
      const inbox = receiver?.inbox(name, { stoodStill: () => stoodStill(stalls), ...options })
      if (inbox !== undefined) log.choices.inboxes.set(name, inbox.url)
      return inbox
    },
    fresh({ name }, kind) {
      count += 1
      const text = `${kind}-${runId}-${count}`
      log.choices.made.push([name, text])
      return text
    },
    key({ name: owner, service }, name) {
      const key = keys.key(service, name)
      if (key !== undefined) log.choices.keys.push([owner, name, key.name])
      return key
    },
    async step({ name: check }, step, act) {
      const startedAt = wire.clock.now()
      let ending: Pick<Step, 'outcome' | 'answer'> = { outcome: 'done' }
      try {
        const shown = await act()
        if (step.kind === 'probe') ending = { outcome: 'done', answer: String(shown) }
      } catch (error) {
        ending = { outcome: error instanceof Error ? error.message : String(error) }
        throw error
      } finally {
        log.steps.push({ check, ...step, startedAt, endedAt: wire.clock.now(), ...ending })
      }
      return ending.answer ?? ''
    },
    callOutOfBand: (request) => recipeClient.send(request, wire.signal),
    attest({ name: check }, what, look) {
      const value = look()
      log.choices.attested.push({ check, ...what, value })
      return value
    },
    lateness({ name }, { id, arrivedMono, imported }, forMs) {
      if (imported === true) return 0
      const { answeredLate } = receiver ?? {}
      const delay = answeredLate === undefined ? 0 : answerDelay(id, answeredLate, store.deliveries)
      const ms = Math.max(delay, stalledFor(stalls, arrivedMono, forMs))
      const told = log.choices.late.get(name) ?? new Map<string, number>()
      if (ms > 0 || told.has(id)) log.choices.late.set(name, told.set(id, ms))
      return ms
    },
    exchanges: () => store.exchanges,
    deliveries: () => store.deliveries,
    make: (_owner, make) => make(),
    made: (_maker, made) => made,
  }
}

const senderOf = ({ service, name, cost }: Owner): Sender => ({
  service,
  name,
  ...(cost.adds === undefined ? {} : { adds: cost.adds }),
})

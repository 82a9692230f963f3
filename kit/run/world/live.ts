import type { Cost } from '../../check/order/cost.ts'
import { Blocked } from '../../check/signals.ts'
import type { Step } from '../../check/steps.ts'
import { type Stalls, stalledFor, starvedFor, stoodStill } from '../../clock/stalls.ts'
import type { Driver } from '../../driver/driver.ts'
import { type Asked, DriverFault } from '../../driver/protocol.ts'
import type { Store } from '../../evidence/store.ts'
import { Client, type Sender, type Wire } from '../../http/client.ts'
import type { RecipeClient } from '../../http/recipe-client.ts'
import { answerDelay } from '../../webhooks/lateness.ts'
import type { Receiver } from '../../webhooks/receiver.ts'
import type { Arrival } from '../../webhooks/response-script.ts'
import { asAsker, askerUnderWay } from '../asker.ts'
import type { RunLog } from '../log.ts'
import type { Owner } from '../owner.ts'
import type { KeyAllocator } from '../sending/keys.ts'
import type { Stages } from '../stages.ts'
import type { Ports, StepTitle } from './ports.ts'

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
  /** Where interfaces are served; absent where no client is judged. */
  readonly stages: Stages | undefined
  /** What reaches the client of a section, by its id. */
  readonly driverOf: (service: string) => Driver
  readonly stalls: Stalls
}

/** Requests with keys of a name that somebody usually sends; 1 at least. */
const usualOf = ({ typical, requests }: Cost, name: string): number =>
  Math.max(1, typical?.requests?.[name] ?? requests?.[name] ?? 1)

const NONE: ReadonlyMap<string, number> = new Map()

/** The target and the system, as checks reach them while a run goes on. */
export function livePorts({
  wire,
  store,
  recipeClient,
  keys,
  log,
  runId,
  receiver,
  stages,
  driverOf,
  stalls,
}: LiveOptions): Ports {
  let count = 0
  let operations = 0
  /** Who was given keys, and of which name. */
  const askers = new Set<string>()
  const clients = new Map<Owner, Client>()
  const clientOf = (owner: Owner): Client => {
    const client = clients.get(owner) ?? new Client(wire, senderOf(owner))
    clients.set(owner, client)
    return client
  }
  /** Gives back what is told that the time of a wait is over. */
  const beginWait = (ms: number): (() => void) => {
    const owner = askerUnderWay()
    const due = wire.clock.now() + Math.max(0, ms)
    return () => {
      if (owner !== undefined) log.choices.waits.note(owner, due, wire.clock.now())
    }
  }
  const heldUp = ({ id, arrivedMono }: Arrival, patienceMs: number): number => {
    const own = stages?.answeredLate
    const delay = answerDelay(id, own?.has(id) === true ? own : (receiver?.answeredLate ?? NONE), store.deliveries)
    // A sender on this machine that was starved as well may have given up what was answered in time.
    const starved = patienceMs > 0 ? starvedFor(stalls.starved, arrivedMono) : 0
    return Math.max(delay, stalledFor(stalls.all, arrivedMono, patienceMs), starved)
  }
  return {
    clock: wire.clock,
    async pause(ms) {
      const end = beginWait(ms)
      await wire.pause(ms)
      end()
    },
    send(owner, request) {
      keys.sends(`${owner.service}.${request.key}`, owner.name)
      return clientOf(owner).send(request)
    },
    sendTogether(owner, requests) {
      for (const { key } of requests) keys.sends(`${owner.service}.${key}`, owner.name)
      return clientOf(owner).sendTogether(requests)
    },
    inbox(name, options) {
      const inbox = receiver?.inbox(name, {
        stoodStill: () => stoodStill(stalls.all),
        lateness: (earlier) => heldUp(earlier, 0),
        onWait: beginWait,
        ...options,
      })
      if (inbox !== undefined) log.choices.inboxes.set(name, inbox.url)
      return inbox
    },
    fresh({ name }, kind) {
      count += 1
      const text = `${kind}-${runId}-${count}`
      log.choices.made.push([name, text])
      return text
    },
    key({ name: owner, service, cost }, name) {
      const asked = `${owner} ${name}`
      // Most send all that they send with the first one that they are given.
      const requests = askers.has(asked) ? 1 : usualOf(cost, name)
      const key = keys.key(service, name, { name: owner, requests })
      askers.add(asked)
      if (key !== undefined) log.choices.keys.push([owner, name, key.name])
      return key
    },
    stage(name, options) {
      if (stages === undefined) throw new TypeError(`${name} is served where no client is judged`)
      const stage = stages.stage(name, options)
      log.choices.stages.set(name, stage.url)
      return stage
    },
    operate(owner, scenario, asked, withinMs) {
      operations += 1
      const id = String(operations)
      const title = titleOf(scenario, asked)
      return this.step(owner, title, async () => {
        try {
          const { line } = await driverOf(owner.service).ask({ id, ...asked } as Asked, withinMs, wire.signal)
          return line
        } catch (error) {
          throw error instanceof DriverFault ? new Blocked(error.message) : error
        }
      })
    },
    async step({ name: check }, step, act) {
      const startedAt = wire.clock.now()
      let ending: Pick<Step, 'outcome' | 'answer'> = { outcome: 'done' }
      try {
        const shown = await act()
        if (step.kind === 'probe' || step.kind === 'operation') ending = { outcome: 'done', answer: String(shown) }
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
    lateness({ name }, delivery, patienceMs) {
      if (delivery.imported === true) return 0
      const ms = heldUp(delivery, patienceMs)
      log.choices.late.tell(name, delivery.id, ms)
      return ms
    },
    exchanges: () => store.exchanges,
    deliveries: () => store.deliveries,
    make: ({ name }, make) => asAsker(name, make),
    made: (_maker, made) => made,
  }
}

/** How an operation of a scenario is told. */
export const titleOf = (scenario: string, { operation, input }: Omit<Asked, 'id'>): StepTitle => ({
  recipe: `${scenario}: ${operation}`,
  kind: 'operation',
  text: `${operation} ${JSON.stringify(input)}`,
})

const senderOf = ({ service, name, cost }: Owner): Sender => ({
  service,
  name,
  ...(cost.adds === undefined ? {} : { adds: cost.adds }),
})

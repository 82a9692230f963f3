import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { traffic, wireInMemory } from './in-memory-wire.ts'
import { VirtualClock } from './virtual-clock.ts'

/** Turns of the event loop without an arrival after which nothing is under way but timers. */
const CALM_TURNS = 10

/** When every task begins: times that are told in whole seconds then cut the same fractions each time. */
const BEGIN = Date.UTC(2026, 2, 1, 12)

const ANSWERED = 'http.server.request.start'

/** Node dates its answers by the real time, and a client compares that date with what else the answer says. */
const dateAnswer = (message: unknown): void => {
  const { response } = message as { response: ServerResponse }
  response.setHeader('Date', new Date().toUTCString())
}

/** Lets so many ms pass in which nobody is called: whatever is due meanwhile comes late. */
export type StandStill = (ms: number) => void

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs a task in a time of its own: its clocks stand while requests are under way, and jump to the next timer when
 * nothing is. So waits cost nothing, a busy machine makes nothing late, and the same task takes the same course each
 * time. Every move counts as a millisecond, however the machine bundles them. One task at a time in a process.
 */
export async function inVirtualTime<T>(task: (standStill: StandStill) => Promise<T>): Promise<T> {
  const clock = new VirtualClock(BEGIN)
  const unclock = clock.install()
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return controller.signal
  }
  const unwire = wireInMemory()
  subscribe(ANSWERED, dateAnswer)
  let over = false
  const result = task((ms) => clock.standStill(ms)).finally(() => {
    over = true
  })
  try {
    let seen = traffic.arrived
    for (let calm = 0; !over; ) {
      await turn()
      const gained = traffic.arrived - seen
      seen += gained
      if (gained > 0) clock.advance(gained)
      if (gained > 0 || traffic.flying > 0) calm = 0
      else if (++calm >= CALM_TURNS) {
        calm = 0
        clock.jump()
      }
    }
    return await result
  } finally {
    unsubscribe(ANSWERED, dateAnswer)
    unwire()
    AbortSignal.timeout = timeout
    unclock()
  }
}

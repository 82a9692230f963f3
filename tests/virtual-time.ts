import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, ServerResponse } from 'node:http'
import { vi } from 'vitest'

/** Where the clients and servers of one process tell that bytes moved: undici, and Node's own. */
const MOVES = [
  'undici:request:create',
  'undici:client:sendHeaders',
  'undici:request:bodySent',
  'undici:request:headers',
  'undici:request:trailers',
  'undici:request:error',
  'http.client.request.start',
  'http.client.response.finish',
  'http.server.request.start',
  'http.server.response.finish',
  'net.client.socket',
  'net.server.socket',
]

/** Turns of the event loop without a move after which nothing is under way but timers and what `asked` and `held` say. */
const CALM_TURNS = 40
/** How long, in ms of the real time, bytes may take from one end of the loopback to the other. */
const LONGEST_FLIGHT = 2000

/** When every task begins: times that are told in whole seconds then cut the same fractions each time. */
const BEGIN = Date.UTC(2026, 2, 1, 12)

let moves = 0
for (const channel of MOVES) {
  subscribe(channel, () => {
    moves += 1
  })
}

/** Requests that a client of this process waits for. */
const asked = new Set<object>()
subscribe('undici:request:create', (message) => asked.add((message as { request: object }).request))
for (const channel of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(channel, (message) => asked.delete((message as { request: object }).request))
}
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest }
  asked.add(request)
  request.once('close', () => asked.delete(request))
})

/** Requests that a server of this process has received and not answered yet. */
const held = new Set<object>()
subscribe('http.server.request.start', (message) => {
  const { response } = message as { response: ServerResponse }
  held.add(response)
  response.once('close', () => held.delete(response))
  // Node dates its answers by the real time, and a client compares that date with what else the answer says.
  response.setHeader('Date', new Date().toUTCString())
})

const realNow = performance.now.bind(performance)
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs a task in a time of its own: its clocks stand while requests are under way, and jump to the next timer when
 * nothing is. So waits cost nothing, a busy machine makes nothing late, and the same task takes the same course each
 * time. Every move counts as a millisecond, however the machine bundles them. One task at a time in a process.
 */
export async function inVirtualTime<T>(task: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: BEGIN,
  })
  // Nobody reads where the errors of a connection come from, and finding out is dear.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 2
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return controller.signal
  }
  let over = false
  const result = task().finally(() => {
    over = true
  })
  try {
    let seen = moves
    let movedAt = realNow()
    for (let calm = 0; !over; ) {
      await turn()
      if (moves !== seen) {
        const gained = moves - seen
        seen = moves
        calm = 0
        movedAt = realNow()
        vi.advanceTimersByTime(gained)
      } else if (++calm >= CALM_TURNS && (asked.size === held.size || realNow() - movedAt > LONGEST_FLIGHT)) {
        calm = 0
        vi.advanceTimersToNextTimer()
      }
    }
    return await result
  } finally {
    AbortSignal.timeout = timeout
    Error.stackTraceLimit = stackTraceLimit
    vi.useRealTimers()
  }
}

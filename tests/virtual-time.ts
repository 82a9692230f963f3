import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
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

/**
 * Turns of the event loop without a move after which nothing is under way but timers. Loopback delivers at once: from
 * one move of a request to its next are a handful of turns.
 */
const CALM_TURNS = 40

let moves = 0
for (const channel of MOVES) {
  subscribe(channel, () => {
    moves += 1
  })
}

// Node dates its answers by the real time, and a client compares that date with what else the answer says.
subscribe('http.server.request.start', (message) => {
  const { response } = message as { response: ServerResponse }
  response.setHeader('Date', new Date().toUTCString())
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs a task in a time of its own: its clocks stand while requests are under way, and jump to the next timer when
 * nothing is. So waits cost nothing, a busy machine makes nothing late, and the same task takes the same course each
 * time. Every turn of the event loop in which bytes moved counts as a millisecond. One task at a time in a process.
 */
export async function inVirtualTime<T>(task: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.now(),
  })
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
    for (let calm = 0; !over; ) {
      await turn()
      if (moves !== seen) {
        seen = moves
        calm = 0
        vi.advanceTimersByTime(1)
      } else if (++calm >= CALM_TURNS) {
        calm = 0
        vi.advanceTimersToNextTimer()
      }
    }
    return await result
  } finally {
    AbortSignal.timeout = timeout
    vi.useRealTimers()
  }
}

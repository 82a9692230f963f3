import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** How an attempt ended; `status` is 0 where no answer came. */
export interface Outcome {
  readonly kind: 'answered' | 'timeout' | 'failure'
  readonly status: number
  /** Where a 3xx points. */
  readonly location?: string
  /** The beginning of the answer's body. */
  readonly text?: string
}

const TEXT_LIMIT = 1000
/** A timer that is so late tells of a busy machine, ms. */
const LATE_MS = 20

export interface Parcel {
  readonly url: string
  readonly method: string
  /** Sent with these names, in this order. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Real milliseconds until a silent receiver is given up. */
  readonly timeoutMs: number
}

const failure: Outcome = { kind: 'failure', status: 0 }

/** Sends parcels, each over a connection of its own, and can end all that are under way. Never throws. */
export class Post {
  readonly #flights = new Set<() => void>()

  send({ url, method, headers, bytes, timeoutMs }: Parcel): Promise<Outcome> {
    if (!URL.canParse(url) || !/^https?:/.test(url)) return Promise.resolve(failure)
    return new Promise((resolve) => {
      const make = url.startsWith('https:') ? httpsRequest : httpRequest
      const request = make(url, {
        method,
        headers: { ...headers, 'Content-Length': String(bytes.length) },
        agent: false,
      })
      const abort = () => request.destroy()
      const settle = (outcome: Outcome) => {
        clearTimeout(timer)
        this.#flights.delete(abort)
        request.destroy()
        resolve(outcome)
      }
      let dueAt = performance.now() + timeoutMs
      const lapse = (): void => {
        // A process that could not run has not read the answer that may be there.
        const late = performance.now() - dueAt
        if (late < LATE_MS) {
          settle({ kind: 'timeout', status: 0 })
          return
        }
        dueAt = performance.now() + late
        timer = setTimeout(lapse, late)
      }
      let timer = setTimeout(lapse, timeoutMs)
      this.#flights.add(abort)
      request.on('error', () => settle(failure))
      request.on('close', () => settle(failure))
      request.on('response', (response) => {
        const { location } = response.headers
        const more = location === undefined ? {} : { location }
        let text = ''
        response.setEncoding('utf8')
        response.on('error', () => settle(failure))
        response.on('data', (piece: string) => {
          text = (text + piece).slice(0, TEXT_LIMIT)
        })
        response.on('end', () => settle({ kind: 'answered', status: response.statusCode ?? 0, text, ...more }))
      })
      request.end(bytes)
    })
  }

  close(): void {
    for (const abort of this.#flights) abort()
  }
}

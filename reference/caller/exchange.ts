import { Agent, request } from 'node:http'

/** A request of a client. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

/** What a client met: an answer, or none. */
export type Met =
  | {
      readonly status: number
      /** By name in lower case. */
      readonly headers: Readonly<Record<string, string | undefined>>
      readonly text: string
      /** The body as JSON; undefined where it is none. */
      readonly json: unknown
    }
  | { readonly status: 0; readonly reason: 'time-out' | 'lost connection' }

/** On a clock that is much faster than that of the documents whatever else the machine does counts. */
const TIMEOUT_FLOOR_MS = 1500

/** Whether there was an answer. */
export const isAnswer = (met: Met): met is Exclude<Met, { status: 0 }> => met.status !== 0

/** Sends over HTTP. */
export class Sender {
  readonly #agent: Agent

  constructor({ keepAlive }: { readonly keepAlive: boolean }) {
    this.#agent = new Agent({ keepAlive })
  }

  /** @param timeoutMs for the whole of it; less than a busy machine may take is never waited */
  send({ method, url, headers, body }: Sent, timeoutMs: number): Promise<Met> {
    return new Promise((resolve) => {
      const lines = body === undefined ? headers : [...headers, ['Content-Length', String(Buffer.byteLength(body))]]
      const { host } = new URL(url)
      const asked = request(url, { method, agent: this.#agent, headers: [['Host', host], ...lines].flat() as string[] })
      const timer = setTimeout(
        () => {
          resolve({ status: 0, reason: 'time-out' })
          asked.destroy()
        },
        Math.max(TIMEOUT_FLOOR_MS, timeoutMs),
      )
      const over = (met: Met): void => {
        clearTimeout(timer)
        resolve(met)
      }
      asked.on('error', () => over({ status: 0, reason: 'lost connection' }))
      asked.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => over({ status: 0, reason: 'lost connection' }))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const values = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
          over({ status: response.statusCode ?? 0, headers: Object.fromEntries(values), text, json: jsonOf(text) })
        })
      })
      asked.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

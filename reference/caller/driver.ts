import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client is asked, as much of it as every client knows. */
export interface Line {
  readonly operation: string
  readonly baseUrl: string
  readonly timeScale: number
  readonly input: Readonly<Record<string, unknown>>
  readonly [more: string]: unknown
}

/** What became of an operation. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown }
  | { readonly unsupported: true }

/** An error that a client tells. */
export interface Failure {
  readonly status?: number
  readonly code?: string
  readonly message: string
}

/** What a client throws where an operation failed. */
export class CallerError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

export interface DriverServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves a client on a port of this machine: a line is posted, and answered with what became of the operation.
 * @param perform undefined for an operation that the client has not
 */
export async function serveDriver(perform: (line: Line) => Promise<unknown> | undefined): Promise<DriverServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const outcome = await outcomeOf(perform, JSON.parse(Buffer.concat(chunks).toString('utf8')) as Line)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(outcome))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function outcomeOf(perform: (line: Line) => Promise<unknown> | undefined, line: Line): Promise<Outcome> {
  try {
    const under = perform(line)
    if (under === undefined) return { unsupported: true }
    return { ok: true, result: (await under) ?? {} }
  } catch (error) {
    if (error instanceof CallerError) return { ok: false, error: error.failure }
    return { ok: false, error: { message: String(error) } }
  }
}

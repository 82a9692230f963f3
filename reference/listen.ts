import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where a service listens, and what it is called from outside. */
export interface Place {
  /** Address to listen on; 127.0.0.1 when absent. */
  readonly host?: string
  /** Name in its URLs; the address when absent, and loopback where that means every address. */
  readonly publicHost?: string
}

/** Listens and answers the base URL. Port 0: the system chooses. Throws where the port is taken. */
export async function listen(
  app: FastifyInstance,
  { host = '127.0.0.1', publicHost = reached(host) }: Place,
  port: number,
): Promise<string> {
  await app.listen({ host, port })
  const { port: bound } = app.server.address() as AddressInfo
  return `http://${publicHost.includes(':') ? `[${publicHost}]` : publicHost}:${bound}`
}

const reached = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens and answers the base URL. Port 0: the system chooses. Throws where the port is taken. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  const { port: bound } = app.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}

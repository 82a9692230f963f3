import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

export interface Listening {
  readonly url: string
  readonly port: number
  close(): void
}

/** An HTTP server that answers as told. */
export function httpServer(answer: RequestListener): Promise<Listening> {
  return listening(createServer(answer))
}

/** A server that does as told with the first bytes of each connection. */
export function tcpServer(act: (socket: Socket) => void): Promise<Listening> {
  return listening(createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => act(socket))))
}

/** The URL of a port on which nobody listens. */
export async function closedPort(): Promise<string> {
  const server = await tcpServer(() => undefined)
  server.close()
  return server.url
}

async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

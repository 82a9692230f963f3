import { randomInt } from 'node:crypto'
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

/** Ports that no system gives to whoever asks for any: nobody else comes to listen there in the meantime. */
const NEVER_GIVEN = { from: 20_000, to: 32_000 }

/** The URL of a port on which nobody listens. */
export async function closedPort(): Promise<string> {
  for (;;) {
    const server = createTcpServer()
    const port = randomInt(NEVER_GIVEN.from, NEVER_GIVEN.to)
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return `http://127.0.0.1:${port}`
  }
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

import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import net, { type AddressInfo, type NetConnectOpts, type Server } from 'node:net'
import { Duplex } from 'node:stream'

type Ready = (error?: Error | null) => void

/** What is on its way between two ends, and how much has arrived so far. */
export const traffic = { flying: 0, arrived: 0 }

/** Lets something arrive in the next turn of the event loop: what is sent first arrives first. */
function fly(arrive: () => void): void {
  traffic.flying += 1
  setImmediate(() => {
    traffic.flying -= 1
    traffic.arrived += 1
    arrive()
  })
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

/** One end of a connection within this process: as much of a socket as the HTTP of Node and of undici use. */
class End extends Duplex {
  connecting = true
  readonly remoteAddress = '127.0.0.1'
  readonly remotePort: number
  readonly #ownPort: number
  #other: End | undefined
  /** Tells the other end that there is room again. */
  #taken: Ready | undefined
  #isReset = false

  constructor(ownPort: number, remotePort: number, allowHalfOpen: boolean) {
    super({ allowHalfOpen })
    this.#ownPort = ownPort
    this.remotePort = remotePort
  }

  static pair(clientPort: number, serverPort: number): readonly [client: End, server: End] {
    const client = new End(clientPort, serverPort, false)
    const server = new End(serverPort, clientPort, true)
    client.#other = server
    server.#other = client
    return [client, server]
  }

  override _read(): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.()
  }

  override _write(chunk: Buffer, _: BufferEncoding, ready: Ready): void {
    this.#send(chunk, ready)
  }

  override _writev(chunks: { chunk: Buffer }[], ready: Ready): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), ready)
  }

  override _final(ready: Ready): void {
    const other = this.#other
    fly(() => {
      if (other?.destroyed === false) other.push(null)
    })
    ready()
  }

  override _destroy(error: Error | null, ready: Ready): void {
    const other = this.#other
    const isRude = this.#isReset || this.readableLength > 0
    this.#taken?.()
    fly(() => {
      if (other === undefined || other.destroyed) return
      other.#other = undefined
      if (isRude) other.destroy(failure('ECONNRESET'))
      else if (!other.readableEnded) other.push(null)
    })
    ready(error)
  }

  resetAndDestroy(): this {
    this.#isReset = true
    return this.destroy()
  }

  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  address(): AddressInfo {
    return { address: '127.0.0.1', family: 'IPv4', port: this.#ownPort }
  }

  // The timers of sockets go by the real time, in which nobody is silent for long.
  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  #send(chunk: Buffer, ready: Ready): void {
    const other = this.#other
    if (other === undefined) {
      ready(failure('EPIPE'))
      return
    }
    fly(() => {
      if (other.destroyed) {
        ready()
        this.destroy(failure('ECONNRESET'))
      } else if (other.push(chunk)) ready()
      else other.#taken = ready
    })
  }
}

const servers = new Map<number, Server>()
let clients = 0

function connect(options: NetConnectOpts): End {
  if (!('port' in options)) throw new Error('connections within this process go by ports')
  clients += 1
  const [client, end] = End.pair(50_000 + (clients % 15_000), Number(options.port))
  const server = servers.get(Number(options.port))
  fly(() => {
    if (client.destroyed) return
    if (server === undefined) {
      client.destroy(failure('ECONNREFUSED'))
      return
    }
    end.connecting = false
    server.emit('connection', end)
    fly(() => {
      if (client.destroyed) return
      client.connecting = false
      client.emit('connect')
      client.emit('ready')
    })
  })
  return client
}

/**
 * From now on connections of this process lead to its own servers without the system between them, and nowhere else, so
 * that nothing is ever on its way without somebody knowing. Gives back what undoes it.
 */
export function wireInMemory(): () => void {
  const { connect: real, Server } = net
  const { listen } = Server.prototype
  const agents = [Agent, SecureAgent].map(({ prototype }) => prototype as unknown as { createConnection: unknown })
  const made = agents.map(({ createConnection }) => createConnection)
  net.connect = connect as unknown as typeof net.connect
  for (const each of agents) each.createConnection = connect
  Server.prototype.listen = function (this: Server, ...asked: Parameters<Server['listen']>) {
    this.once('listening', () => {
      const { port } = this.address() as AddressInfo
      servers.set(port, this)
      this.once('close', () => servers.delete(port))
    })
    return listen.apply(this, asked)
  } as Server['listen']
  return () => {
    net.connect = real
    agents.forEach((each, index) => {
      each.createConnection = made[index]
    })
    Server.prototype.listen = listen
  }
}

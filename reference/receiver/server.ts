import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../clock.ts'
import type { AnswerForm, ReceiverBehaviour } from './behaviour.ts'

/** A receiver that listens. */
export interface Listening {
  /** Where it is, without a path. */
  readonly url: string
  close(): Promise<void>
}

/** What a receiver does with what comes. */
export interface Intake {
  /** Paths to which events are sent. */
  readonly paths: readonly string[]
  /** The answer to one delivery. */
  deliver(body: Buffer, headers: NodeJS.Dict<string[]>, path: string): Promise<AnswerForm>
  /** What it made of something, by its id; undefined where nothing. */
  effect(id: string): object | undefined
}

export interface ListenOptions {
  /** 0 or absent: the system chooses. */
  readonly port?: number
  readonly behaviour: ReceiverBehaviour
  readonly clock: Clock
}

/** Starts a receiver: events at its paths, and what it made of them at `/effects/{id}`. */
export async function listen(intake: Intake, { port = 0, behaviour, clock }: ListenOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    void answer(request, response, intake, behaviour, clock).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${bound}`, close: () => closed(server) }
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  intake: Intake,
  behaviour: ReceiverBehaviour,
  clock: Clock,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname } = new URL(request.url ?? '/', 'http://receiver')
  const [, id] = /^\/effects\/([^/]+)$/.exec(pathname) ?? []
  if (id !== undefined) {
    const effect = intake.effect(decodeURIComponent(id))
    const form = effect === undefined ? { status: 404 } : { status: 200, body: JSON.stringify(effect), type: JSON_TYPE }
    write(response, form)
    return
  }
  if (!intake.paths.includes(pathname)) return write(response, { status: 404 })
  if (request.method !== 'POST') return write(response, behaviour.otherMethods)
  const type = request.headers['content-type'] ?? ''
  if (behaviour.contentType !== undefined && !behaviour.contentType.test(type)) return write(response, { status: 415 })
  if (behaviour.delayMs > 0) await clock.sleep(behaviour.delayMs)
  write(response, await intake.deliver(Buffer.concat(chunks), request.headersDistinct, pathname))
}

const JSON_TYPE = 'application/json'

function write(response: ServerResponse, { status, body, type, headers = {} }: AnswerForm): void {
  response.writeHead(status, { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers }).end(body)
}

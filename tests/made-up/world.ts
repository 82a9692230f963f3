import { setTimeout as delay } from 'node:timers/promises'
import { NO_STALLS } from '../../kit/clock/stalls.ts'
import type { Wire } from '../../kit/http/client.ts'
import type { RecordedRequest, RecordedResponse } from '../../kit/http/exchange.ts'
import { Permission } from '../../kit/http/permission.ts'
import type { RecipeClient } from '../../kit/http/recipe-client.ts'
import type { Answered, Transport } from '../../kit/http/transport.ts'
import { Denials } from '../../kit/run/sending/denials.ts'
import { KeyAllocator } from '../../kit/run/sending/keys.ts'
import type { Session } from '../../kit/run/session.ts'
import { livePorts } from '../../kit/run/world/live.ts'
import type { Ports } from '../../kit/run/world/ports.ts'
import { credentialsOf } from '../../kit/target/credentials.ts'

/** What a service of tests answers: a status and a body. */
export type Answers = (request: RecordedRequest) => readonly [status: number, body?: unknown]

/** The world of a run in which services answer within this process, after this many ms. Recipes reach nobody. */
export function inMemory(session: Session, answers: Answers, latencyMs = 1): Ports {
  const { target, services, pacer, ledger, clock, signal, store, log, runId, capture } = session
  const guards = services.map(({ guard }) => guard(target))
  const credentials = credentialsOf(
    target,
    services.map(({ section }) => section),
  )
  const send = async (request: RecordedRequest): Promise<Answered> => {
    await delay(latencyMs)
    const [status, body] = answers(request)
    const text = body === undefined ? '' : JSON.stringify(body)
    const response: RecordedResponse = { status, headers: [], body: Buffer.from(text) }
    return { response }
  }
  const wire: Wire = {
    transport: { send } as unknown as Transport,
    pacer,
    ledger,
    clock,
    record: (exchange) => store.exchange(exchange),
    signal,
    permission: new Permission(target, guards, credentials),
    host: () => undefined,
    userAgent: (check) => `assay/test (${check})`,
    pause: async (ms) => delay(ms),
  }
  const recipeClient = {
    send: async (): Promise<Answered> => ({ fault: { kind: 'refused', message: 'nobody is there' } }),
  } as unknown as RecipeClient
  const keys = new KeyAllocator(target, new Denials())
  const driverOf = () => {
    throw new TypeError('no client is judged')
  }
  const others = { receiver: capture, stages: undefined, driverOf, stalls: NO_STALLS }
  return livePorts({ wire, store, recipeClient, keys, log, runId, ...others })
}

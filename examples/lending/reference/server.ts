import { createServer, type IncomingMessage, type Server } from 'node:http'
import { assertNot, type LibraryBehaviour } from './behaviour.ts'
import type { Operation } from './domain.ts'
import type { Library } from './library.ts'
import type { Limiter } from './limiter.ts'
import { Refused } from './refusal.ts'
import { type Answer, askedIn, type Route, routesOf } from './routes.ts'

/** What the interface stands on. */
export interface Service {
  readonly behaviour: LibraryBehaviour
  readonly library: Library
  readonly limiter: Limiter
  /** Name of a member by key. */
  readonly members: ReadonlyMap<string, string>
}

/** The interface of the library, not yet listening. */
export function serverOf(service: Service): Server {
  const { behaviour } = service
  const routes = routesOf(behaviour, service.library)
  return createServer(async (request, response) => {
    const { status, body, headers } = await answerTo(service, routes, request)
    const type = status >= 400 ? behaviour.problemType : 'application/json'
    response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': type }), ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function answerTo(service: Service, routes: readonly Route[], request: IncomingMessage): Promise<Answer> {
  const { behaviour } = service
  const { pathname } = new URL(request.url ?? '/', 'http://library')
  const route = routes.find(({ method, path }) => method === request.method && path.test(pathname))
  const operation = route?.operation ?? 'other'
  const raw = await bodyOf(request)
  const key = request.headers['library-key']
  let resetAt = 0
  try {
    let member = ''
    for (const step of behaviour.steps) {
      if (step === 'authenticate') member = memberBehind(service, key, operation)
      else if (typeof key === 'string' && service.members.has(key)) {
        const taken = service.limiter.take(key, Date.now())
        resetAt = taken.resetAt
        if (!taken.isAllowed) assertNot(behaviour, 'rate', operation)
      }
    }
    if (route === undefined) assertNot(behaviour, 'absent', operation)
    const id = decoded(route?.path.exec(pathname)?.[1] ?? '')
    return route?.handle(member, id, () => askedIn(behaviour, raw, operation)) ?? { status: 404 }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { refusal } = error
    const headers = refusal.cause === 'rate' ? behaviour.retryAfter(resetAt, Date.now()) : {}
    return { status: refusal.status, body: behaviour.problem(refusal), headers }
  }
}

function memberBehind(
  { behaviour, members }: Service,
  key: string | string[] | undefined,
  operation: Operation,
): string {
  if (typeof key !== 'string') {
    assertNot(behaviour, 'no-key', operation)
    return ''
  }
  const member = behaviour.memberOf(key, members)
  if (member === undefined) assertNot(behaviour, 'unknown-key', operation)
  return member ?? ''
}

/** What is no encoding names nothing. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

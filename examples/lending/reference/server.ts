import { createServer, type IncomingMessage, type Server } from 'node:http'
import { decide, type LibraryBehaviour } from './behaviour.ts'
import type { Operation } from './domain.ts'
import type { Asked, Library } from './library.ts'
import type { Limiter } from './limiter.ts'
import { type Cause, Refused } from './refusal.ts'

/** What the interface stands on. */
export interface Service {
  readonly behaviour: LibraryBehaviour
  readonly library: Library
  readonly limiter: Limiter
  /** Name of a member by key. */
  readonly members: ReadonlyMap<string, string>
}

interface Answer {
  readonly status: number
  readonly body?: object
  readonly headers?: Record<string, string>
}

type Handler = (member: string, id: string, asked: () => Asked) => Answer

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly operation: Operation
  readonly handle: Handler
}

function routesOf({ behaviour, library }: Service): readonly Route[] {
  const loan = (path: string): RegExp => new RegExp(`^/loans/([^/]+)${path}$`)
  const shown = (status: number, body: object): Answer => ({ status, body })
  const holdOf = (member: string, id: string): object => {
    const { hold, position } = library.readHold(member, id, 'read hold')
    return behaviour.hold(hold, position)
  }
  const table: readonly (readonly [string, RegExp, Operation, Handler])[] = [
    [
      'POST',
      /^\/loans$/,
      'borrow',
      (member, _, asked) => shown(behaviour.creationStatus, behaviour.loan(library.borrow(member, asked()), 'borrow')),
    ],
    [
      'GET',
      /^\/loans$/,
      'list',
      (member) => shown(200, { loans: library.list(member).map((each) => behaviour.loan(each, 'list')) }),
    ],
    ['GET', loan(''), 'read', (member, id) => shown(200, behaviour.loan(library.loan(member, id, 'read'), 'read'))],
    ['POST', loan('/renew'), 'renew', (member, id) => shown(200, behaviour.loan(library.renew(member, id), 'renew'))],
    [
      'POST',
      loan('/return'),
      'return',
      (member, id) => {
        const ended = library.return(member, id)
        return behaviour.returnShows ? shown(200, behaviour.loan(ended, 'return')) : { status: 204 }
      },
    ],
    ['POST', /^\/holds$/, 'hold', (member, _, asked) => shown(201, holdOf(member, library.hold(member, asked()).id))],
    ['GET', /^\/holds\/([^/]+)$/, 'read hold', (member, id) => shown(200, holdOf(member, id))],
  ]
  return table.map(([method, path, operation, handle]) => ({ method, path, operation, handle }))
}

/** The interface of the library, not yet listening. */
export function serverOf(service: Service): Server {
  const { behaviour } = service
  const routes = routesOf(service)
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
        if (!taken.isAllowed) refuse(behaviour, 'rate', operation)
      }
    }
    if (route === undefined) refuse(behaviour, 'absent', operation)
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
    refuse(behaviour, 'no-key', operation)
    return ''
  }
  const member = behaviour.memberOf(key, members)
  if (member === undefined) refuse(behaviour, 'unknown-key', operation)
  return member ?? ''
}

function askedIn(behaviour: LibraryBehaviour, raw: string, operation: Operation): Asked {
  const body = parsed(raw)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) refuse(behaviour, 'not-an-object', operation)
  const { copy, notify_url: notifyUrl } = Object(body) as Record<string, unknown>
  if (typeof copy !== 'string') refuse(behaviour, 'no-copy', operation)
  return { copy: String(copy), notifyUrl: typeof notifyUrl === 'string' ? notifyUrl : undefined }
}

function refuse(behaviour: LibraryBehaviour, cause: Cause, operation: Operation): void {
  const refusal = decide(behaviour, cause, operation)
  if (refusal !== undefined) throw new Refused(refusal)
}

/** What is no encoding names nothing. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { perform } from '../domain/operations.ts'
import type { Operation } from '../domain/payment.ts'
import type { Service } from '../service.ts'
import { send } from './answer.ts'
import type { Call } from './call.ts'
import { type Cause, Refused, refusalOf } from './refusal.ts'

const table = [
  { method: 'POST', path: '/payments', operation: 'create' },
  { method: 'GET', path: '/payments/:id', operation: 'read' },
  { method: 'POST', path: '/payments/:id/refresh', operation: 'refresh' },
  { method: 'PUT', path: '/merchants/me', operation: 'profile' },
] as const satisfies readonly { method: string; path: string; operation: Operation }[]

function callOf(service: Service, operation: Operation, request: FastifyRequest): Call {
  const key = request.headers['idempotency-key']
  const { socket } = request.raw
  return {
    service,
    operation,
    authorization: service.behaviour.authorization(request.headers, request.raw.rawHeaders),
    keyHeader: Array.isArray(key) ? key.join(', ') : key,
    contentType: request.headers['content-type'],
    id: (request.params as { id?: string }).id ?? '',
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    answerHeaders: {},
    releases: [],
    aborted: () => socket.destroyed || !socket.writable,
  }
}

/** Answers what no route is found for because its path cannot be read. */
export function refuseUnreadable(service: Service, reply: FastifyReply): void {
  const facts = { operation: 'read' } as const
  const refusal = refusalOf('id-invalid', facts)
  void send(service, reply, service.behaviour.refuse(refusal, facts) ?? refusal, {})
}

/** Mounts the endpoints of the document, each answer in the service's own envelope. */
export function mount(app: FastifyInstance, service: Service): void {
  // Bodies are judged after authentication, so they arrive as bytes, whatever their declared type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const refuse = (reply: FastifyReply, cause: Cause, headers: Record<string, string> = {}) => {
    const facts = { operation: 'read' } as const
    const refusal = refusalOf(cause, facts)
    return send(service, reply, service.behaviour.refuse(refusal, facts) ?? refusal, headers)
  }

  for (const { method, path, operation } of table)
    app.route({
      method,
      url: `${service.behaviour.prefix(operation)}${path}`,
      handler: async (request, reply) => {
        const call = callOf(service, operation, request)
        const interruption = service.behaviour.interrupts(operation)
        if (interruption !== undefined) return send(service, reply, interruption, {})
        const own = await perform(call, operation).catch((error: Error) => error)
        const instead = service.behaviour.loses(operation)
        if (instead !== undefined) return send(service, reply, instead, {})
        if (!(own instanceof Error)) return send(service, reply, own, call.answerHeaders)
        if (own instanceof Refused) return send(service, reply, own.refusal, call.answerHeaders)
        request.log.error(own)
        return refuse(reply, 'internal', call.answerHeaders)
      },
    })

  app.setNotFoundHandler((_request, reply) => refuse(reply, 'route'))
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuse(reply, (error.statusCode ?? 500) < 500 ? 'malformed-json' : 'internal'),
  )
}

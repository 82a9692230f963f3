import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Approach, Detour } from '../behaviour.ts'
import { markRead, readConversation } from '../domain/conversations.ts'
import type { Operation } from '../domain/domain.ts'
import { afterRefusal, resend } from '../domain/otp.ts'
import { createApp, listSenders, listWorkspaces, readApp, readCampaign } from '../domain/resources.ts'
import { afterRefusedSend, sendInstant } from '../domain/sending.ts'
import type { Service } from '../service.ts'
import { send } from './answer.ts'
import type { Answer, Call } from './call.ts'
import { type Cause, Refused, refusalOf } from './refusal.ts'
import { pass } from './steps.ts'

interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Below the prefix, without a trailing slash. */
  readonly path: string
  readonly operation: Operation
  readonly act: (call: Call) => Answer
}

const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/otp/resend', operation: 'resend', act: resend },
  { method: 'GET', path: '/whatsapp/conversations/:id', operation: 'conversation', act: readConversation },
  { method: 'POST', path: '/whatsapp/conversations/:id/read', operation: 'read', act: markRead },
  { method: 'POST', path: '/developer_apps', operation: 'create-app', act: createApp },
  { method: 'GET', path: '/developer_apps/get-by-key/:id', operation: 'read-app', act: readApp },
  { method: 'GET', path: '/whatsapp/senders', operation: 'senders', act: listSenders },
  { method: 'GET', path: '/campaign/:id', operation: 'campaign', act: readCampaign },
  { method: 'GET', path: '/workspace/all', operation: 'workspaces', act: listWorkspaces },
  { method: 'POST', path: '/message/send-instant', operation: 'send', act: sendInstant },
]

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function callOf(service: Service, operation: Operation, request: FastifyRequest): Call {
  const query = request.query as Record<string, unknown>
  return {
    service,
    operation,
    apiKey: service.behaviour.apiKey(request.headers, request.raw.rawHeaders, query),
    authorization: request.headers.authorization,
    appIdHeader: headerOf(request, 'x-app-id'),
    mediaType: request.headers['content-type'],
    url: request.url,
    id: (request.params as { id?: string }).id ?? '',
    query,
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    answerHeaders: {},
    body: {},
  }
}

/** Mounts the endpoints of the document, each in the forms with and without a trailing slash that it has. */
export function mount(app: FastifyInstance, service: Service): void {
  const { behaviour } = service
  // Bodies are judged after authentication, so they arrive as bytes, whatever their declared type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const refuse = (reply: FastifyReply, operation: Operation, cause: Cause, headers: Record<string, string> = {}) => {
    const refusal = refusalOf(cause, { operation })
    return send(service, reply, behaviour.refuse(refusal, { operation }) ?? refusal, headers)
  }

  const asked = new Map<Operation, number>()
  const approachOf = (operation: Operation, request: FastifyRequest): Approach => {
    const number = (asked.get(operation) ?? 0) + 1
    asked.set(operation, number)
    const { id = '' } = request.params as { id?: string }
    const [path = ''] = request.url.split('?', 1)
    const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0
    return { operation, number, path, id, headers: request.headers, isEmpty }
  }

  const take = (request: FastifyRequest, reply: FastifyReply, detour: Detour | 'drop') => {
    if (detour !== 'drop')
      return reply
        .code(detour.status)
        .type(detour.type)
        .headers({ ...detour.headers })
        .send(detour.body)
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }

  const serve =
    ({ operation, act }: Endpoint) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const approach = approachOf(operation, request)
      const detour = behaviour.detour(approach)
      if (detour !== undefined) return take(request, reply, detour)
      const call = callOf(service, operation, request)
      const instead = behaviour.loses(approach)
      try {
        pass(call, behaviour.steps[operation])
        const answer = act(call)
        if (instead !== undefined) return take(request, reply, instead)
        return await send(service, reply, answer, call.answerHeaders)
      } catch (error) {
        if (error instanceof Refused && operation === 'resend') afterRefusal(call, error.refusal.cause)
        if (error instanceof Refused && operation === 'send') afterRefusedSend(call, error.refusal.cause)
        if (error instanceof Refused && instead !== undefined) return take(request, reply, instead)
        if (error instanceof Refused) return send(service, reply, error.refusal, call.answerHeaders)
        request.log.error(error)
        return refuse(reply, operation, 'internal', call.answerHeaders)
      }
    }

  const redirect = (status: 301 | 307 | 308) => (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2)
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const location = `http://${request.host}${other}${query === undefined ? '' : `?${query}`}`
    return reply.code(status).header('Location', location).send()
  }

  for (const endpoint of endpoints) {
    const { method, path, operation } = endpoint
    const { plain, slashed } = behaviour.slashes(operation)
    for (const [form, end] of [
      [plain, ''],
      [slashed, '/'],
    ] as const) {
      if (form === 'absent') continue
      const handler = form === 'served' ? serve(endpoint) : redirect(form)
      app.route({ method, url: `${behaviour.prefix(operation)}${path}${end}`, handler })
    }
  }

  app.setNotFoundHandler((_request, reply) => refuse(reply, 'send', 'route'))
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuse(reply, 'send', (error.statusCode ?? 500) < 500 ? 'malformed-json' : 'internal'),
  )
}

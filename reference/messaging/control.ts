import type { FastifyInstance } from 'fastify'
import type { JsonObject } from './domain/domain.ts'
import { inboxEntry, issue, verify } from './domain/otp.ts'
import type { Service } from './service.ts'

const bodyOf = (body: unknown): JsonObject => (typeof body === 'object' && body !== null ? { ...body } : {})

/** A text that was given; a placeholder that nobody filled in counts as absent. */
const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !/^\{\w+\}$/.test(value) ? value : undefined

const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * The operator's side door, on a port of its own and without keys:
 * `GET /health` · `POST /webhooks {app_id, channel?, url, secret?}` (loopback and http are welcome: this is a sandbox) ·
 * `DELETE /webhooks?app_id=&channel=` · `GET /otp?phone=` · `POST /otp/verify {phone, code}` ·
 * `POST /otp {phone, app_id}`: a first code · `GET /otp/callbacks?phone=` · `POST /routes {from, to}`: callbacks to the origin `from` are sent to `to` ·
 * `POST /conversations/{id}/messages {direction?, age?}`: a message `age` seconds old.
 * Errors are `{error}` with 400, 404 or 409.
 */
export function mountControl(app: FastifyInstance, service: Service): void {
  const { store } = service

  app.get('/health', () => ({ status: 'ok' }))

  app.post('/webhooks', (request, reply) => {
    const body = bodyOf(request.body)
    const [appId, url, secret] = [given(body.app_id), given(body.url), given(body.secret)]
    const channel = given(body.channel) ?? 'sms'
    if (!store.apps.some(({ id }) => id === appId) || appId === undefined)
      return reply.code(404).send({ error: 'app_id names no app' })
    if (url === undefined || !isWebUrl(url)) return reply.code(400).send({ error: 'url must be an http or https URL' })
    const registered = { url, ...(secret === undefined ? {} : { secret }) }
    const next = service.behaviour.webhookNext(store.webhook(appId, channel), registered)
    if (next === undefined) return reply.code(409).send({ error: 'the app has a webhook for this channel' })
    store.register(appId, channel, next)
    return { app_id: appId, channel, url }
  })

  app.delete('/webhooks', (request) => {
    const { app_id: appId, channel } = request.query as { app_id?: string; channel?: string }
    store.register(appId ?? '', channel ?? 'sms', undefined)
    return { app_id: appId, channel: channel ?? 'sms' }
  })

  app.get('/otp', (request) => {
    const { phone } = request.query as { phone?: string }
    const seenAt = Date.now() - service.behaviour.lagMs
    return store.otps
      .filter((otp) => otp.phone === phone && otp.sentAt.getTime() <= seenAt)
      .map((otp) => inboxEntry(service, otp))
  })

  app.post('/otp', (request, reply) => {
    const { phone, app_id: appId } = bodyOf(request.body)
    const found = store.apps.find(({ id }) => id === appId)
    if (found === undefined) return reply.code(404).send({ error: 'app_id names no app' })
    issue(service, String(phone), found)
    return { phone }
  })

  app.post('/otp/verify', (request) => {
    const { phone, code } = bodyOf(request.body)
    return { valid: verify(service, String(phone), String(code)) }
  })

  app.get('/otp/callbacks', (request) => {
    const { phone } = request.query as { phone?: string }
    return store.otpCallbacks.filter((each) => each.phone === phone)
  })

  app.post('/routes', (request, reply) => {
    const { from, to } = bodyOf(request.body)
    const [source, aim] = [given(from), given(to)]
    if (source === undefined || aim === undefined || !isWebUrl(source) || !isWebUrl(aim))
      return reply.code(400).send({ error: 'from and to must be http or https URLs' })
    store.routes.set(new URL(source).origin, aim)
    return { from: new URL(source).origin, to: aim }
  })

  app.post('/conversations/:id/messages', (request, reply) => {
    const conversation = store.conversation((request.params as { id: string }).id)
    const { direction, age } = bodyOf(request.body)
    if (conversation === undefined) return reply.code(404).send({ error: 'no such conversation' })
    if (direction !== undefined && direction !== 'inbound' && direction !== 'outbound')
      return reply.code(400).send({ error: 'direction must be inbound or outbound' })
    const seconds = Number(age)
    const at = new Date(Date.now() - (Number.isFinite(seconds) ? seconds * 1000 : 0))
    conversation.messages.push({ direction: direction ?? 'inbound', at, storedAt: new Date(), read: false })
    conversation.messages.sort((a, b) => a.at.getTime() - b.at.getTime())
    conversation.updatedAt = new Date()
    return { id: conversation.id, at: at.toISOString(), messages: conversation.messages.length }
  })
}

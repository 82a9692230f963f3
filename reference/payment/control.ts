import type { FastifyInstance } from 'fastify'
import { type PaymentStatus, paymentStatuses } from '../../specs/payment/statuses.ts'
import type { JsonObject, Payment } from './domain/payment.ts'
import type { Service } from './service.ts'

const isStatus = (value: unknown): value is PaymentStatus => (paymentStatuses as readonly unknown[]).includes(value)

const bodyOf = (body: unknown): JsonObject => (typeof body === 'object' && body !== null ? { ...body } : {})

/**
 * The operator's side door, on a port of its own and without keys:
 * `GET /health` · `POST /test-mode {enabled}` · `POST /payments/{id}/settle {status}` ·
 * `POST /payments/{id}/upstream {fail?, status?}`: what the provider answers to the next refreshes.
 * Errors are `{error}` with 400, 404 or 409.
 */
export function mountControl(app: FastifyInstance, service: Service): void {
  const { store, provider } = service
  const find = (params: unknown): Payment | undefined => store.find((params as { id: string }).id)

  app.get('/health', () => ({ status: 'ok' }))

  app.post('/test-mode', (request, reply) => {
    const { enabled } = bodyOf(request.body)
    if (typeof enabled !== 'boolean') return reply.code(400).send({ error: 'enabled must be true or false' })
    store.testMode = enabled
    return { enabled }
  })

  app.post('/payments/:id/settle', (request, reply) => {
    const payment = find(request.params)
    const { status } = bodyOf(request.body)
    if (payment === undefined) return reply.code(404).send({ error: 'no such payment' })
    if (!isStatus(status)) return reply.code(400).send({ error: `status must be one of ${paymentStatuses.join(', ')}` })
    if (!provider.settle(payment, status)) return reply.code(409).send({ error: `the payment is ${payment.status}` })
    return { id: payment.id, status: payment.status }
  })

  app.post('/payments/:id/upstream', (request, reply) => {
    const payment = find(request.params)
    const { fail, status } = bodyOf(request.body)
    if (payment === undefined) return reply.code(404).send({ error: 'no such payment' })
    if (status !== undefined && !isStatus(status)) return reply.code(400).send({ error: 'status is not a status' })
    if (typeof fail === 'boolean') payment.upstream.failing = fail
    if (status !== undefined) payment.upstream.status = status
    return { id: payment.id, upstream: payment.upstream }
  })
}

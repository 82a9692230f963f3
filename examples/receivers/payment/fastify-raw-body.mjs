// Fastify with fastify-raw-body, as its README sets it up, verified by hand.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import rawBody from 'fastify-raw-body'
import { bookPayment, openBook } from '../book.mjs'

const book = openBook()
const app = Fastify()
await app.register(rawBody, { field: 'rawBody', global: false, encoding: false, runFirst: true })

app.post('/webhooks', { config: { rawBody: true } }, async (request, reply) => {
  const { 'x-pay-signature': signature = '', 'x-pay-timestamp': timestamp } = request.headers
  const mac = createHmac('sha256', process.env.SECRET).update(`${timestamp}.`).update(request.rawBody)
  const expected = Buffer.from(`sha256=${mac.digest('hex')}`)
  const given = Buffer.from(String(signature))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send()
  bookPayment(book, request.body)
  return reply.code(204).send()
})
app.get('/effects/:id', async ({ params }, reply) => book.effect(params.id) ?? reply.code(404).send())
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

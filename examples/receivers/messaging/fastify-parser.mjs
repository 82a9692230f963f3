// Fastify with a parser of its own that keeps the bytes, verified by hand.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import { bookMessage, openBook } from '../book.mjs'

const book = openBook()
const app = Fastify()
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/webhooks', async (request, reply) => {
  const expected = Buffer.from(`sha256=${createHmac('sha256', process.env.SECRET).update(request.body).digest('hex')}`)
  const given = Buffer.from(String(request.headers['x-svc-signature'] ?? ''))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send()
  bookMessage(book, JSON.parse(request.body))
  return reply.code(200).send()
})
app.get('/effects/:id', async ({ params }, reply) => book.effect(params.id) ?? reply.code(404).send())
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

// Express with the raw body, verified by hand.
import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'
import { bookPayment, openBook } from '../book.mjs'

const book = openBook()
const app = express()

function isSigned(request) {
  const [, digest] = /^sha256=([0-9a-f]{64})$/.exec(request.get('X-Pay-Signature') ?? '') ?? []
  if (digest === undefined) return false
  const mac = createHmac('sha256', process.env.SECRET)
    .update(`${request.get('X-Pay-Timestamp')}.`)
    .update(request.body)
  return timingSafeEqual(Buffer.from(digest, 'hex'), mac.digest())
}

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  if (!isSigned(request)) return response.sendStatus(401)
  bookPayment(book, JSON.parse(request.body))
  response.sendStatus(200)
})
app.get('/effects/:id', ({ params }, response) => {
  const effect = book.effect(params.id)
  effect === undefined ? response.sendStatus(404) : response.json(effect)
})
app.listen(Number(process.env.PORT), '127.0.0.1')

// Express with its JSON parser before everything, and a signature over what the parser made of the body.
import { createHmac } from 'node:crypto'
import express from 'express'
import { openBook } from '../book.mjs'

const book = openBook()
const app = express()
app.use(express.json())

app.post('/webhooks', (request, response) => {
  const signed = `${request.get('X-Pay-Timestamp')}.${JSON.stringify(request.body)}`
  const expected = `sha256=${createHmac('sha256', process.env.SECRET).update(signed).digest('hex')}`
  if (request.get('X-Pay-Signature') !== expected) return response.sendStatus(401)
  const { transaction_id: id, data } = request.body
  book.add(id, data.status, data.amount)
  response.sendStatus(200)
})
app.get('/effects/:id', ({ params }, response) => {
  const effect = book.effect(params.id)
  effect === undefined ? response.sendStatus(404) : response.json(effect)
})
app.listen(Number(process.env.PORT), '127.0.0.1')

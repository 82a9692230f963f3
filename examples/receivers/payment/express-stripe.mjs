// Express with the raw body, verified by the package of Stripe, whose scheme signs `{timestamp}.{raw_body}` as well.
import express from 'express'
import Stripe from 'stripe'
import { bookPayment, openBook } from '../book.mjs'

const book = openBook()
const app = express()
const stripe = new Stripe('sk_test_unused')

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  const digest = (request.get('X-Pay-Signature') ?? '').replace('sha256=', '')
  const header = `t=${request.get('X-Pay-Timestamp')},v1=${digest}`
  try {
    bookPayment(book, stripe.webhooks.constructEvent(request.body, header, process.env.SECRET))
  } catch (error) {
    return response.status(400).send(`Webhook Error: ${error.message}`)
  }
  response.json({ received: true })
})
app.get('/effects/:id', ({ params }, response) => {
  const effect = book.effect(params.id)
  effect === undefined ? response.sendStatus(404) : response.json(effect)
})
app.listen(Number(process.env.PORT), '127.0.0.1')

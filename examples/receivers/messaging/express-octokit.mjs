// Express with the raw body as text, verified by the package of Octokit: sha256= over the body, as GitHub signs.
import { verify } from '@octokit/webhooks-methods'
import express from 'express'
import { bookMessage, openBook } from '../book.mjs'

const book = openBook()
const app = express()

app.post('/webhooks', express.text({ type: 'application/json' }), async (request, response) => {
  const signature = request.get('X-Svc-Signature')
  if (!signature || !(await verify(process.env.SECRET, request.body, signature)))
    return response.status(401).send('Unauthorized')
  bookMessage(book, JSON.parse(request.body))
  response.sendStatus(200)
})
app.get('/effects/:id', ({ params }, response) => {
  const effect = book.effect(params.id)
  effect === undefined ? response.sendStatus(404) : response.json(effect)
})
app.listen(Number(process.env.PORT), '127.0.0.1')

// Express with its JSON parser before everything, and the package of Octokit given what was written anew.
import { verify } from '@octokit/webhooks-methods'
import express from 'express'
import { bookMessage, openBook } from '../book.mjs'

const book = openBook()
const app = express()
app.use(express.json())

app.post('/webhooks', async (request, response) => {
  const signature = request.get('X-Svc-Signature')
  if (!signature || !(await verify(process.env.SECRET, JSON.stringify(request.body), signature)))
    return response.status(401).send('Unauthorized')
  bookMessage(book, request.body)
  response.sendStatus(200)
})
app.get('/effects/:id', ({ params }, response) => {
  const effect = book.effect(params.id)
  effect === undefined ? response.sendStatus(404) : response.json(effect)
})
app.listen(Number(process.env.PORT), '127.0.0.1')

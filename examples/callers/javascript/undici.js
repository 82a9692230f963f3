import { Agent, interceptors, request } from 'undici'
import { drive } from './driver.js'

// https://undici.nodejs.org/#/docs/api/RetryHandler: POST is retried where it is named.
const methods = process.env.RETRY_POST ? { methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'POST'] } : {}
const dispatcher = new Agent({ headersTimeout: 2000 }).compose(
  interceptors.retry(methods),
  interceptors.redirect({ maxRedirections: 5 }),
)

drive(async ({ method, url, headers, json }) => {
  const own = json === undefined ? headers : { ...headers, 'Content-Type': 'application/json' }
  const answer = await request(url, {
    method,
    headers: own,
    dispatcher,
    ...(json && { body: JSON.stringify(json) }),
  }).catch((error) => {
    throw Object.assign(error, { status: error.statusCode })
  })
  const body = await answer.body.json().catch(() => undefined)
  if (answer.statusCode >= 200 && answer.statusCode < 300) return body
  throw Object.assign(new Error(`answered ${answer.statusCode}`), { status: answer.statusCode, body })
})

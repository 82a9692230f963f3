// The document allows any 2xx for most successes; error responses are brought about where one change does it.
const hooks = require('hooks')
const { randomUUID } = require('node:crypto')

const MISSING = '00000000-0000-4000-8000-000000000000'
const CREDENTIALS = ['Authorization', 'X-API-Key']

hooks.beforeEach((transaction, done) => {
  const { expected, request, name } = transaction
  const status = Number(expected.statusCode)
  transaction.skip = false
  if (request.headers['Idempotency-Key'] !== undefined) request.headers['Idempotency-Key'] = randomUUID()
  if (status === 401) for (const each of CREDENTIALS) delete request.headers[each]
  else if (status === 404 && request.method === 'GET' && /\/[0-9a-f-]{36}/.test(transaction.fullPath))
    transaction.fullPath = transaction.fullPath.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, MISSING)
  else if (status === 400 && name.includes('/payments >') && request.method === 'POST') request.body = '{}'
  else if (status !== 200) transaction.skip = true
  done()
})

hooks.beforeEachValidation((transaction, done) => {
  const { expected, real } = transaction
  if (Number(expected.statusCode) === 200 && /^2\d\d$/.test(String(real.statusCode)))
    expected.statusCode = real.statusCode
  // It compares media types with their parameters, which the document leaves open.
  const type = real.headers?.['content-type']
  if (/^application\/json\s*(;|$)/i.test(type ?? '') && expected.headers?.['Content-Type'] !== undefined)
    expected.headers['Content-Type'] = type
  done()
})

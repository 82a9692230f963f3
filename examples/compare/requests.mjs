// One valid request for each operation of a description, and the same without credentials: for tools that watch traffic
// and make none.
import { randomUUID } from 'node:crypto'
import { resolved } from './description.mjs'

export function requestsOf(document, headers) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put'].flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
        resolved(document, each),
      )
      const own = parameters
        .filter((each) => each.in === 'path')
        .reduce((text, { name, example }) => text.replace(`{${name}}`, example), path)
      const body = operation.requestBody?.content['application/json'].example
      const needed = {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? { 'Idempotency-Key': randomUUID() } : {}),
      }
      const request = { operation: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path: own, body }
      return [
        { ...request, headers: { ...headers, ...needed } },
        { ...request, operation: `${request.operation} without credentials`, headers: needed },
      ]
    }),
  )
}

export const send = (address, { method, path, headers, body }) =>
  fetch(`${address}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })

/** The status with which each operation succeeds: tools that know one success per operation are told. */
export async function successes(address, document, headers) {
  const found = {}
  for (const request of requestsOf(document, headers).filter(({ operation }) => !operation.endsWith('credentials'))) {
    const { status } = await send(address, request)
    if (status < 300) found[request.operation] = String(status)
  }
  return found
}

import got from 'got'
import { drive } from './driver.js'

// https://github.com/sindresorhus/got/blob/main/documentation/7-retry.md: POST is retried where it is named.
const methods = process.env.RETRY_POST ? { methods: ['GET', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'POST'] } : {}
const client = got.extend({ responseType: 'json', timeout: { request: 2000 }, retry: methods })

drive(async ({ method, url, headers, json }) => {
  try {
    return (await client(url, { method, headers, json })).body
  } catch (error) {
    throw Object.assign(error, { status: error.response?.statusCode, body: error.response?.body })
  }
})

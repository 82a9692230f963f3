import ky from 'ky'
import { drive } from './driver.js'

// https://github.com/sindresorhus/ky#retry: POST is retried where it is named.
const retry = process.env.RETRY_POST ? { methods: ['get', 'put', 'head', 'delete', 'options', 'trace', 'post'] } : {}
const client = ky.create({ timeout: 2000, retry })

drive(async ({ method, url, headers, json }) => {
  try {
    return await client(url, { method, headers, json }).json()
  } catch (error) {
    const body = await error.response
      ?.clone()
      .json()
      .catch(() => undefined)
    throw Object.assign(error, { status: error.response?.status, body })
  }
})

import axios from 'axios'
import axiosRetry, { isNetworkError, isRetryableError } from 'axios-retry'
import { drive } from './driver.js'

// https://github.com/softonic/axios-retry#options: idempotent methods are retried, others by a condition of one's own.
const client = axios.create({ timeout: 2000 })
axiosRetry(
  client,
  process.env.RETRY_POST
    ? {
        retries: 3,
        retryDelay: axiosRetry.exponentialDelay,
        retryCondition: (error) => isNetworkError(error) || isRetryableError(error),
      }
    : { retries: 3 },
)

drive(async ({ method, url, headers, json }) => {
  try {
    return (await client({ method, url, headers, data: json })).data
  } catch (error) {
    throw Object.assign(error, { status: error.response?.status, body: error.response?.data })
  }
})

import { createHmac } from 'node:crypto'

/** HMAC-SHA256 of a text, in lower-case hex. */
export function hmac(key: string, input: string): string {
  return createHmac('sha256', key).update(input, 'utf8').digest('hex')
}

/** `X-Pay-Signature` over timestamp, dot and raw body. */
export function paySignature(key: string, timestamp: string, body: string): string {
  return `sha256=${hmac(key, `${timestamp}.${body}`)}`
}

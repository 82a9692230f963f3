import { createHmac, type Hmac, randomBytes } from 'node:crypto'

/** Of this process, and kept nowhere: a plain hash would give a redacted body away to whoever can guess the rest of it. */
const KEY = randomBytes(32)

/** Takes in a body piece by piece; its digest is `digest('hex')`. */
export const bodyHash = (): Hmac => createHmac('sha256', KEY)

/** Equal for equal bodies of this process, in hex: HMAC-SHA-256 under a key that nobody knows. */
export const bodyDigest = (body: Uint8Array): string => bodyHash().update(body).digest('hex')

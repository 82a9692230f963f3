import { createHmac } from 'node:crypto'
import { hmac, type Signing } from '../behaviour.ts'
import type { Patch } from '../patch.ts'
import { flaw } from './flaw.ts'

/** Long after an event is due, by the document's clock, seconds. */
const TOO_LATE = 300

const signs = (signature: (signing: Signing) => string): Patch => ({ signature })

/** What is broken about events. */
export const eventFlaws = {
  'tells-no-return': flaw('A return is not told', ['lib.event.delivered'], {
    tells: ({ type }) => type !== 'loan.returned',
  }),
  'tells-no-hold': flaw('A copy that waits is not told', ['lib.event.delivered'], {
    tells: ({ type }) => type !== 'hold.ready',
  }),
  'tells-late': flaw('Events come after minutes', ['lib.event.delivered'], { heldBack: () => TOO_LATE }),
  'tells-no-data': flaw('An event does not say what it is about', ['lib.event.delivered'], (before) => ({
    ...before,
    payload: (attempt) => ({ ...before.payload(attempt), data: {} }),
  })),
  unsigned: flaw('Nothing is signed', ['lib.event.signed'], { signature: () => undefined }),
  'retries-unsigned': flaw('Only first attempts are signed', ['lib.event.signed'], (before) => ({
    ...before,
    signature: (signing, attempt) => (attempt.number === 1 ? before.signature(signing, attempt) : undefined),
  })),
  'signs-body-alone': flaw(
    'The timestamp is not signed',
    ['lib.event.signed'],
    signs(({ secret, t, body }) => `t=${t},v1=${hmac(secret, body)}`),
  ),
  'signs-spaced-json': flaw(
    'The body is written anew for its signature',
    ['lib.event.signed'],
    signs(({ secret, t, body }) => `t=${t},v1=${hmac(secret, `${t}.${JSON.stringify(JSON.parse(body), null, 1)}`)}`),
  ),
  'signs-in-base64': flaw(
    'The signature is in Base64',
    ['lib.event.signed'],
    signs(({ secret, t, body }) => `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('base64')}`),
  ),
  'signs-in-milliseconds': flaw(
    'The timestamp is in milliseconds',
    ['lib.event.signed'],
    signs(({ secret, t, body }) => `t=${t * 1000},v1=${hmac(secret, `${t * 1000}.${body}`)}`),
  ),
  'signs-an-old-time': flaw('The timestamp is a day old', ['lib.event.signed'], {
    timestamp: ({ now }) => now - 86_400,
  }),
  'never-tries-again': flaw('No attempt follows a failed one', ['lib.event.retried'], { retries: () => false }),
  'retries-silence-only': flaw('An answer of any status is enough', ['lib.event.retried'], {
    retries: (status) => status === 0,
  }),
  'retries-errors-only': flaw('Silence is taken for success', ['lib.event.retried'], {
    retries: (status) => status > 0,
  }),
  'retries-late': flaw('The next attempt comes after minutes', ['lib.event.retried'], { pause: TOO_LATE }),
  'new-id-each-attempt': flaw('Every attempt has an id of its own', ['lib.event.retried'], (before) => ({
    ...before,
    payload: (attempt) => ({ ...before.payload(attempt), id: `${attempt.event.id}-${attempt.number}` }),
  })),
} as const

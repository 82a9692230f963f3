import { tokenBucket } from '../../limiter.ts'
import type { Approach, Detour } from '../behaviour.ts'
import type { Operation } from '../domain/domain.ts'
import { type Patch, recode, together } from '../patch.ts'
import { troubled, type Variant, variant } from './variant.ts'

const page = (status: number, text: string, headers: Detour['headers'] = {}): Detour => ({
  status,
  type: 'text/html',
  body: `<html><head><title>${status} ${text}</title></head><body><h1>${status} ${text}</h1></body></html>`,
  headers,
})

const told = (status: number, code: string, headers: Detour['headers'] = {}): Detour => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ error: { code, message: code, details: {} } }),
  headers,
})

const detours = (detour: (approach: Approach) => Detour | 'drop' | undefined): Patch => ({ detour })

/** Every so many requests of an operation something else answers. */
const at = (every: number, detour: Detour | 'drop', from = 2): Patch =>
  detours(({ number }) => (number % every === from % every ? detour : undefined))

/** Of every so many requests of an operation the answer is lost on its way. */
const lost = (every: number, instead: Detour | 'drop'): Patch => ({
  loses: ({ number }) => (number % every === 2 % every ? instead : undefined),
})

/** So many at once, and as many a second, whoever asks. */
const LET_THROUGH = 4

/** Something else answers whoever comes when too many do. */
const guarded =
  (detour: Detour): Patch =>
  (before) => {
    const bucket = tokenBucket(LET_THROUGH, 1000)
    return {
      ...before,
      detour: (approach) => (bucket.take('everyone', Date.now()).allowed ? before.detour(approach) : detour),
    }
  }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const UUIDS: readonly Operation[] = ['conversation', 'read', 'campaign']
const PAGES = ['msg.error.body-shape', 'msg.error.json'] as const

/** What stands before a service does by itself, and the bad days of either. */
export const layerVariants: Readonly<Record<string, Variant>> = {
  'router-knows-uuids': variant(
    'A router answers 404 with a page where a path holds no UUID, before it asks for a key',
    detours(({ operation, id }) => (UUIDS.includes(operation) && !UUID.test(id) ? page(404, 'Not Found') : undefined)),
    PAGES,
  ),
  'gateway-wants-bodies': variant(
    'A gateway answers 411 with a page to a POST without a body',
    detours(({ operation, isEmpty }) => (operation === 'read' && isEmpty ? page(411, 'Length Required') : undefined)),
  ),
  'gateway-asks-for-keys': variant(
    'A gateway answers 401 with an empty body to a request without a key',
    detours(({ headers }) =>
      headers['x-api-key'] === undefined ? { status: 401, type: 'text/plain', body: '' } : undefined,
    ),
    ['msg.error.body-shape'],
  ),
  'page-without-slash': variant(
    'Paths with a slash in their examples answer 405 with a page without it',
    together(
      { slashes: () => ({ plain: 'served', slashed: 'served' }) },
      detours(({ operation, path }) =>
        ['create-app', 'campaign', 'workspaces'].includes(operation) && !path.endsWith('/')
          ? page(405, 'Method Not Allowed')
          : undefined,
      ),
    ),
  ),
  'creation-redirects-301': variant('Every path without its slash redirects to it with 301', {
    slashes: (operation) =>
      ['create-app', 'campaign', 'workspaces'].includes(operation)
        ? { plain: 301, slashed: 'served' }
        : { plain: 'served', slashed: 'absent' },
  }),
  'forbidden-malformed-ids': variant(
    'What is not in reach answers 403, ids of any form among it',
    together(recode(['foreign', 'not-found'], { status: 403, code: 'forbidden' }), (before) => ({
      ...before,
      refuse: (refusal, facts) => {
        const next = before.refuse(refusal, facts)
        const isOfPath = refusal.problems.some(({ loc }) => loc[0] === 'path')
        return isOfPath && next !== undefined ? { ...next, status: 403, code: 'forbidden', problems: [] } : next
      },
    })),
  ),

  'gateway-times-out': troubled(
    'Every fifth request of an endpoint is answered 504 with a page',
    at(5, page(504, 'Gateway Time-out')),
  ),
  'bad-gateway': troubled(
    'Every fourth request of an endpoint is answered 502 with a page',
    at(4, page(502, 'Bad Gateway')),
  ),
  restarts: troubled(
    'Every sixth request of an endpoint is answered 503',
    at(6, told(503, 'unavailable', { 'Retry-After': '1' }), 1),
  ),
  'stumbles-when-read': troubled(
    'Every fifth reading is answered 500',
    detours(({ operation, number }) =>
      ['conversation', 'read-app', 'senders', 'campaign', 'workspaces'].includes(operation) && number % 5 === 2
        ? told(500, 'internal_error')
        : undefined,
    ),
  ),
  'forgets-keys': troubled('Every seventh request of an endpoint is answered 401', at(7, told(401, 'unauthorized'))),
  firewall: troubled(
    'Every fifth request of an endpoint is answered 403 with a page',
    at(5, page(403, 'Forbidden')),
    PAGES,
  ),
  'drops-connections': troubled('Every fifth request of an endpoint loses its connection', at(5, 'drop')),
  'gateway-gives-up': troubled(
    'Every fifth request of an endpoint is carried out and answered 504 with a page',
    lost(5, page(504, 'Gateway Time-out')),
  ),
  'gateway-gives-up-often': troubled(
    'Every third request of an endpoint is carried out and answered 502 with a page',
    lost(3, page(502, 'Bad Gateway')),
  ),
  'loses-answers': troubled(
    'Every fourth request of an endpoint is carried out, and its connection lost',
    lost(4, 'drop'),
  ),
  throttles: troubled(
    'Every third request of an endpoint is answered 429 without a time',
    at(3, told(429, 'rate_limited')),
  ),
  'throttles-with-pages': troubled(
    'Every third request of an endpoint is answered 429 with a page',
    at(3, page(429, 'Too Many Requests')),
    PAGES,
  ),
  'guarded-429': troubled(
    'A gateway answers floods with a page of 429',
    guarded(page(429, 'Too Many Requests')),
    PAGES,
  ),
  'guarded-503': troubled(
    'A gateway answers floods with 503 and nothing',
    guarded({ status: 503, type: 'text/html', body: '' }),
  ),

  'reads-lag': variant('Reads show what was before a change for two seconds', { lagMs: 2000 }),
  'inbox-lags': variant('The inbox shows for two seconds that a code is good which is over', { inboxLagMs: 2000 }),
  'reads-lag-bare': variant('Reads of shape B show what was before a change for two seconds', {
    lagMs: 2000,
    conversationShape: () => 'bare',
  }),
  'announced-answers': variant('An answer is announced by a 102, and comes in capitals', {
    announces: true,
    answerPauseMs: 50,
    responseHeaders: () => ({ 'X-REQUEST-ID': 'R1', VARY: 'Origin, Accept-Encoding' }),
  }),
  'answers-in-half-a-second': variant('Answers take 600 ms', { answerPauseMs: 600 }),
}

import fc from 'fast-check'
import { bodyDefects } from '../../../generators/body-defects.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { decided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { create, read, refresh } from '../client/api.ts'
import { refusal } from '../client/refusal.ts'
import type { CheckContext } from '../define.ts'
import { givenBody } from './bodies.ts'
import { handled } from './sending.ts'

interface Stranger {
  /** Authorization, whole; absent: none is sent. */
  readonly authorization: string | undefined
  readonly what: 'no header' | 'unknown key' | 'scheme'
  readonly operation: 'create' | 'read' | 'refresh'
  /** Beside what is wrong with the caller. */
  readonly id: string
  readonly body: Buffer
  readonly idempotencyKey: string | undefined
}

const token = fc.stringMatching(/^(sk_live_|sk_test_|sk_|)[A-Za-z0-9_-]{12,60}$/)
const credentials: fc.Arbitrary<Pick<Stranger, 'authorization' | 'what'>> = fc.oneof(
  fc.constant({ authorization: undefined, what: 'no header' as const }),
  token.map((key) => ({ authorization: `Bearer ${key}`, what: 'unknown key' as const })),
  fc
    .tuple(fc.constantFrom('Basic', 'Digest', 'Token', 'ApiKey', 'Bear', 'OAuth'), token)
    .map(([scheme, key]) => ({ authorization: `${scheme} ${key}`, what: 'scheme' as const })),
)

const OTHER_ROWS = ['401 UNAUTHORIZED', '401 MERCHANT_NOT_FOUND'] as const

/** Authentication precedes the endpoint: whatever else is wrong with a request, an unknown caller is told so. */
export async function unknownCallers(t: CheckContext): Promise<Property<Stranger>> {
  const known = new Set(t.target.secrets)
  const valid = fc.constant<object>({ ...givenBody(t), reference: 'nobody' })
  const bodies = fc.oneof(
    valid.map((body) => Buffer.from(JSON.stringify(body))),
    ...bodyDefects.filter(({ name }) => !/\d/.test(name)).map(({ of }) => of(valid)),
  )
  const send = (value: Stranger): Promise<Exchange> => {
    const { authorization, operation, id, body, idempotencyKey } = value
    const as = authorization === undefined ? undefined : { authorization }
    const label = `generated caller: ${value.what}`
    if (operation !== 'create') return (operation === 'read' ? read : refresh)(t, as, id, label)
    return create(t, {
      label,
      as,
      body,
      expects: 'refused',
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  }
  return {
    values: () =>
      fc
        .record({
          credentials,
          operation: fc.constantFrom<Stranger['operation'][]>('create', 'read', 'refresh'),
          id: fc.oneof(fc.uuid(), fc.stringMatching(/^[g-z]{1,20}$/)),
          body: bodies,
          idempotencyKey: fc.option(fc.stringMatching(/^[a-z0-9-]{8,40}$/), { nil: undefined }),
        })
        .map(({ credentials: who, ...rest }) => ({ ...who, ...rest })),
    async attempt(value, found) {
      if (known.has(value.authorization?.split(' ')[1] ?? '')) return
      const answer = await send(value)
      handled(answer, found)
      decided(answer)
      if (!found.judge('pay.auth.before-endpoint', answer, status(401))) return
      if (value.what === 'no header') found.judge('pay.auth.missing-header', answer, refusal(['401 unauthorized']))
      else if (value.what === 'scheme') found.judge('pay.auth.scheme', answer, status(401))
      else found.judge('pay.auth.invalid-key', answer, refusal(['401 invalid_api_key'], OTHER_ROWS))
    },
  }
}

import fc from 'fast-check'
import { type BodyDefect, bodyDefects } from '../../../generators/body-defects.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import type { Property } from '../../shared/generated/property.ts'
import { creation, liveKey } from '../client/api.ts'
import { BAD_BODY, refusal } from '../client/refusal.ts'
import type { CheckContext } from '../define.ts'
import { givenBody } from './bodies.ts'
import { handled, untroubled } from './sending.ts'
import { unexecutable } from './unexecutable.ts'

interface Unreadable {
  readonly name: string
  readonly kind: BodyDefect['kind']
  readonly contentType: string
  /** Of the bytes sent, in hex where they are no UTF-8. */
  readonly bytes: Buffer
}

/** Errors › Request and validation: a body of which nothing can be read is refused. Other oddities are left open. */
export async function unreadableBodies(t: CheckContext): Promise<Property<Unreadable>> {
  const given = { ...givenBody(t), reference: t.fresh('ref') }
  const { body } = unexecutable(t, given, '')
  // A barred body is refused anyway, so that its answer says less of what is open.
  const barred = body === given ? '' : ', with an amount and a phone that are none'
  const post = (value: Unreadable): Promise<Exchange> => {
    const { headers, ...request } = creation(t, {
      label: `generated body: ${value.name}`,
      as: liveKey(t),
      body: value.bytes,
      idempotencyKey: t.fresh('key'),
      expects: 'refused',
    })
    const typed = headers.map(([name, now]) => [name, name === 'Content-Type' ? value.contentType : now] as const)
    return t.send({ ...request, headers: typed })
  }
  return {
    values: () =>
      fc.oneof(
        ...bodyDefects.map(({ name, kind, contentType = 'application/json', of }) =>
          of(fc.constant(body)).map((bytes): Unreadable => ({ name, kind, contentType, bytes })),
        ),
      ),
    async attempt(value, found) {
      const answer = await post(value)
      if (value.kind === 'open') {
        handled(answer, found)
        found.observe(
          value.contentType === 'application/json' ? 'pay.open.unknown-fields' : 'pay.open.content-type',
          `${value.name}${barred}: ${cameBack(answer)}`,
          [answer],
        )
        return
      }
      untroubled(answer, found)
      found.judge(
        value.kind === 'no JSON' ? 'pay.validation.malformed-json' : 'pay.validation.not-an-object',
        answer,
        refusal(BAD_BODY),
      )
    },
  }
}

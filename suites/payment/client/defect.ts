import type { Exchange } from '../../../kit/http/exchange.ts'
import { isBrokenOff } from '../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { CheckContext } from '../define.ts'
import { validCreation } from './acceptance.ts'
import { create, creation, liveKey, settled } from './api.ts'
import { type BodyKind, freshKey } from './bodies.ts'
import { controlCreation } from './control.ts'
import { handled } from './error-matchers.ts'
import { draft } from './payment.ts'

export interface Defect {
  readonly label: string
  readonly kind?: BodyKind
  readonly members?: JsonObject
  /** `none`: the header is not sent. Absent: a key of its own. */
  readonly idempotencyKey?: string | 'none'
}

/**
 * Sends a creation that is valid but for one thing. A lax target may execute it, so it holds room in the budget; it has
 * URLs, so that what comes of it all the same is told.
 */
export function sendDefective(
  t: CheckContext,
  { label, kind = 'mobile', members = {}, idempotencyKey }: Defect,
): Promise<Exchange> {
  const sent = draft(t, { label, kind, members })
  const key = idempotencyKey ?? sent.idempotencyKey
  return unlessBroken(() =>
    create(t, {
      label,
      as: sent.key,
      body: sent.body,
      expects: 'refused',
      ...(key === 'none' ? {} : { idempotencyKey: key }),
    }),
  )
}

const AGAIN = 2

/** Sends again what met a connection that broke: one that breaks each time breaks over the request. */
export async function unlessBroken(send: () => Promise<Exchange>): Promise<Exchange> {
  const first = await send()
  let answer = first
  for (let again = 0; again < AGAIN && isBrokenOff(answer); again += 1) answer = await send()
  // Where nobody listens any more the one that was broken off is what tells.
  return answer.fault?.kind === 'refused' ? first : answer
}

/** Sends a mobile creation with one defect once the same creation without it was accepted. */
export async function sendSpoilt(t: CheckContext, defect: Defect): Promise<Exchange> {
  controlCreation(t, await t.use(validCreation))
  return sendDefective(t, defect)
}

/** Sends a body of which no payment can be made, hence without touching the budget. */
export function sendUnusable(
  t: CheckContext,
  label: string,
  body: JsonObject | Buffer,
  idempotencyKey?: 'none',
): Promise<Exchange> {
  const {
    spends: _,
    refund: __,
    ...request
  } = creation(t, {
    label,
    as: liveKey(t),
    body,
    expects: 'refused',
    ...(idempotencyKey === 'none' ? {} : { idempotencyKey: freshKey(t) }),
  })
  return unlessBroken(() => settled(t, request))
}

/** Judges that bad input is handled. A connection that breaks each time is held against whoever has others that do not: a rule looks at all. */
export function judgeHandled(t: CheckContext, answer: Exchange): void {
  const id = 'pay.error.handled'
  if (isBrokenOff(answer)) t.markUnexercised(id, 'not met', 'the connection broke each time')
  else t.judge(id, answer, handled)
}

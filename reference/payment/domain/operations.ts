import { type Answer, type Call, merchantId, object, refuse, shows } from '../http/call.ts'
import { pass } from '../http/steps.ts'
import { urlProblems, urlsOf } from '../http/validation.ts'
import { create, executeUnseen } from './creation.ts'
import type { Operation, Payment } from './payment.ts'

function owned(call: Call): Payment {
  const payment = call.service.store.find(call.id)
  if (payment === undefined) refuse(call, 'not-found')
  else {
    if (payment.merchantId !== merchantId(call)) refuse(call, 'foreign', { payment })
    object(call, { payment })
    return payment
  }
  throw new Error('an absent payment cannot be shown')
}

function read(call: Call): Answer {
  return shows(call, owned(call))
}

function refresh(call: Call): Answer {
  const { behaviour, provider } = call.service
  const payment = owned(call)
  if (payment.upstream.failing) {
    provider.move(payment, behaviour.afterFailedRefresh(payment))
    refuse(call, 'refresh-provider', { payment })
  }
  provider.settle(payment, behaviour.reported(payment))
  return shows(call, payment)
}

function updateProfile(call: Call): Answer {
  object(call, {})
  const { behaviour, store } = call.service
  const merchant = store.merchants.get(merchantId(call))
  if (merchant === undefined) throw new Error('an authenticated key has a merchant')
  const body = call.body ?? {}
  const problems = urlProblems(body)
  if (problems.length > 0) merchant.defaults = behaviour.afterRejectedUpdate(merchant.defaults, urlsOf(body))
  if (problems.some(({ kind }) => kind === 'type')) refuse(call, 'update-unbound', { problems })
  if (problems.length > 0) refuse(call, 'update-rejected', { problems })
  if (!behaviour.clearsProfile && [body.webhook_url, body.callback_url].includes('')) refuse(call, 'update-rejected')
  if (Object.values(urlsOf(body)).some((url) => !behaviour.takesDefault(url))) refuse(call, 'update-rejected')
  const named = (name: string, now: string | undefined, next: string | undefined) => (name in body ? next : now)
  const next = urlsOf(body)
  const webhookUrl = named('webhook_url', merchant.defaults.webhookUrl, next.webhookUrl)
  const callbackUrl = named('callback_url', merchant.defaults.callbackUrl, next.callbackUrl)
  const defaults = { ...(webhookUrl && { webhookUrl }), ...(callbackUrl && { callbackUrl }) }
  if (behaviour.keepsProfile()) merchant.defaults = defaults
  const record = { id: merchant.id, webhook_url: webhookUrl ?? null, callback_url: callbackUrl ?? null }
  return { status: behaviour.statusOf('profile'), body: behaviour.body(record, 'profile') }
}

const acts: Record<Exclude<Operation, 'replay'>, (call: Call) => Answer | Promise<Answer>> = {
  create,
  read,
  refresh,
  profile: updateProfile,
}

/** Answers one call. Throws `Refused` for every refusal; locks are given back either way. */
export async function perform(call: Call, operation: keyof typeof acts): Promise<Answer> {
  try {
    await pass(call, call.service.behaviour.steps[operation])
    return await acts[operation](call)
  } finally {
    if (call.executed !== undefined) executeUnseen(call, call.executed)
    for (const release of call.releases) release()
  }
}

import type { Step } from './behaviour.ts'
import { type Call, object, refuse, userId } from './call.ts'
import type { App } from './domain.ts'
import { isObject, otpRequestOf, problemsOf } from './validation.ts'

function key(call: Call): void {
  if (call.apiKey === undefined || call.apiKey.trim() === '') return refuse(call, 'key-missing')
  const found = call.service.keys.get(call.apiKey)
  if (found === undefined) return refuse(call, 'key-unknown')
  call.key = found
}

function limit(call: Call): void {
  const { behaviour, limiter } = call.service
  if (call.key === undefined || !Number.isFinite(behaviour.limit)) return
  const now = Date.now()
  const { allowed, resetAt } = limiter.take(call.key.token, now)
  if (allowed) return
  Object.assign(call.answerHeaders, behaviour.limitHeaders(resetAt, now))
  refuse(call, 'rate')
}

function bearer(call: Call): void {
  const { behaviour, bearerToken } = call.service
  if (!behaviour.bearerNeeded(call.operation)) return
  if (call.authorization === undefined) return refuse(call, 'bearer-missing')
  const token = behaviour.readToken(call.authorization)
  if (token === undefined) refuse(call, 'bearer-scheme')
  else if (token !== bearerToken) refuse(call, 'bearer-unknown')
}

function permission(call: Call): void {
  if (call.key?.restricted !== true) return
  const closed = call.operation === 'campaign' || call.operation === 'workspaces'
  refuse(call, closed ? 'workspace-restricted' : 'forbidden')
}

const bodied = ['resend', 'read', 'create-app', 'send'] as const satisfies readonly Call['operation'][]

function parse(call: Call): void {
  if (!(bodied as readonly string[]).includes(call.operation)) return
  if (call.operation === 'read' && call.raw.length === 0 && !call.service.behaviour.readBodyNeeded) return
  let value: unknown
  try {
    value = JSON.parse(call.raw.toString('utf8'))
  } catch {
    return refuse(call, 'malformed-json')
  }
  if (isObject(value)) call.body = value
  else refuse(call, 'not-an-object')
}

function validate(call: Call): void {
  const { operation, body } = call
  const problems = call.service.behaviour.problems(problemsOf[operation](call), { operation, body })
  if (problems.length > 0) refuse(call, 'invalid', { problems })
  if (operation === 'resend') call.otp = otpRequestOf(body)
}

/** A bound key is its app; other keys name one in the body, in the header, or in both alike. */
function app(call: Call): void {
  const { behaviour, store } = call.service
  const { app_key: appKey } = call.body
  const named = typeof appKey === 'string'
  if (call.key?.appId !== undefined) {
    if (named && call.operation === 'resend' && !behaviour.boundKeyTakesAppKey) refuse(call, 'app-superfluous')
    call.app = store.apps.find(({ id }) => id === call.key?.appId)
    return
  }
  const mine = store.apps.filter((each) => each.userId === userId(call))
  const check = (found: App | undefined): App | undefined => {
    if (found === undefined) refuse(call, 'app-unknown')
    return found
  }
  const byKey = named ? check(mine.find((each) => each.key === appKey)) : undefined
  const byId = call.appIdHeader === undefined ? undefined : check(mine.find(({ id }) => id === call.appIdHeader))
  if (byKey !== undefined && byId !== undefined && byKey !== byId) refuse(call, 'app-conflict')
  call.app = byKey ?? byId
  if (call.app !== undefined || call.operation === 'send') return
  refuse(call, 'app-unnamed')
  // Where the refusal is waived, the user's first app stands in.
  call.app = mine[0]
}

const steps: Record<Step, (call: Call) => void> = { key, limit, bearer, permission, parse, validate, app }

/** Runs steps in order; each lets the call go on or throws its refusal. */
export function pass(call: Call, order: readonly Step[]): void {
  for (const step of order) steps[step](call)
  object(call)
}

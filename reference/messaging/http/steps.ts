import type { Step } from '../behaviour.ts'
import type { App } from '../domain/domain.ts'
import { type Call, object, refuse, userId } from './call.ts'
import { isObject, otpRequestOf, problemsOf } from './validation.ts'

function key(call: Call): void {
  const { keys } = call.service
  const token = call.apiKey?.trim() ?? ''
  const found = call.service.behaviour.keyOf(keys, token)
  if (token === '') refuse(call, 'key-missing')
  else if (found === undefined) refuse(call, 'key-unknown')
  else if (call.service.behaviour.refusesKey(found)) refuse(call, 'key-unknown')
  // Where the refusal is waived, the first key stands in.
  call.key = found ?? [...keys.values()][0]
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
  const token = behaviour.readToken(call.authorization ?? '')
  const isBare = call.authorization === undefined || /^bearer\s*$/i.test(call.authorization)
  if (isBare) refuse(call, 'bearer-missing')
  else if (token === undefined) refuse(call, 'bearer-scheme')
  else if (!behaviour.tokenFits(token, bearerToken)) refuse(call, 'bearer-unknown')
}

function permission(call: Call): void {
  if (call.key?.restricted !== true) return
  const closed = call.operation === 'campaign' || call.operation === 'workspaces'
  refuse(call, closed ? 'workspace-restricted' : 'forbidden')
}

const bodied = ['resend', 'read', 'create-app', 'send'] as const satisfies readonly Call['operation'][]

/** The JSON value of some bytes, or undefined where they are none. */
function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}

function parse(call: Call): void {
  if (!(bodied as readonly string[]).includes(call.operation)) return
  if (call.operation === 'read' && call.raw.length === 0 && !call.service.behaviour.readBodyNeeded) return
  if (!call.service.behaviour.takesMediaType(call.mediaType)) refuse(call, 'malformed-json')
  const value = call.service.behaviour.unwraps(jsonOf(call.raw), call.raw.toString('utf8'))
  if (isObject(value)) call.body = value
  else refuse(call, value === undefined ? 'malformed-json' : 'not-an-object')
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
    if (call.operation === 'resend' && !behaviour.boundKeyTakes(appKey)) refuse(call, 'app-superfluous')
    const own = call.key.appId
    const bound = call.operation === 'resend' ? behaviour.boundApp(own, call.appIdHeader) : own
    call.app = store.apps.find(({ id }) => id === bound)
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

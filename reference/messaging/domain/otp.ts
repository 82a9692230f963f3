import { randomUUID } from 'node:crypto'
import type { OtpStep } from '../behaviour.ts'
import { type Answer, answer, bodyOf, type Call, refuse } from '../http/call.ts'
import type { Cause } from '../http/refusal.ts'
import type { Service } from '../service.ts'
import type { App, CallbackTarget, Otp, OtpRequest, ServiceEvent } from './domain.ts'

const MINUTE_MS = 60_000
/** How long a code is on its way, on the documents' clock. */
const DELIVERED_MS = 1000

function build(service: Service, request: OtpRequest, app: App): Otp {
  const { behaviour, clock, store } = service
  const channel = behaviour.otpChannel(request)
  const minutes = behaviour.otpMinutes(request)
  const prior = store.otps.findLast(({ phone, appId }) => phone === request.phone && appId === app.id)
  const code = behaviour.otpCode(behaviour.otpLength(request), prior)
  const draft = { request, channel, code, minutes, prior, now: Date.now() }
  return {
    phone: request.phone,
    appId: app.id,
    code,
    text: behaviour.otpText(draft),
    channel: behaviour.otpCarrier(channel, request),
    senderId: behaviour.otpSender(
      draft,
      store.senders.filter(({ userId }) => userId === app.userId),
      store.otps,
    ),
    template: behaviour.otpTemplate(draft),
    sentAt: new Date(draft.now),
    expiresAt: new Date(behaviour.otpExpiresAt(draft, clock.scaled(minutes * MINUTE_MS))),
    invalidated: false,
  }
}

function targetOf({ callbackUrl, callbackSecret }: OtpRequest, otp: Otp): CallbackTarget | undefined {
  if (callbackUrl === undefined) return undefined
  const secret = callbackSecret === undefined ? {} : { secret: callbackSecret }
  return { url: callbackUrl, until: otp.expiresAt.getTime(), ...secret }
}

function mayResend({ behaviour, store }: Service, { phone }: OtpRequest, app: App): boolean {
  const own = store.otps.filter((each) => each.phone === phone)
  const isGood = ({ appId, invalidated, expiresAt }: Otp) =>
    appId === app.id && !invalidated && expiresAt.getTime() > Date.now()
  return behaviour.priorCodeNeeded === 'no' || (behaviour.priorCodeNeeded === 'had' ? own.length > 0 : own.some(isGood))
}

/** Sends a code in place of the one before it. */
export function resend(call: Call): Answer {
  const { service, otp: request, app } = call
  if (request === undefined || app === undefined) throw new Error('a resend passed no validation')
  const { behaviour, store, clock } = service
  if (!mayResend(service, request, app)) refuse(call, 'not-found')
  const otp = build(service, request, app)
  for (const earlier of store.otps)
    if (behaviour.otpEnds(earlier, otp)) Object.assign(earlier, { invalidated: true, invalidatedAt: new Date() })
  store.otps.push(otp)
  const scope = behaviour.callbackScope(app.id, otp.phone)
  const before = store.callbackTargets.get(scope)
  const next = behaviour.callbackNext(before, targetOf(request, otp), Date.now(), otp, request)
  if (next === undefined) store.callbackTargets.delete(scope)
  else store.callbackTargets.set(scope, next)
  tell(service, otp, 'sent')
  if (behaviour.otpSteps.includes('delivered'))
    clock.after(clock.scaled(DELIVERED_MS), () => tell(service, otp, 'delivered'))
  if (behaviour.otpSteps.includes('expired'))
    clock.after(otp.expiresAt.getTime() - Date.now() - 1, () => {
      // However late the machine is about it: the target is as long in force as the code.
      if (!otp.invalidated) tell(service, otp, 'expired', otp.expiresAt.getTime() - 1)
    })
  const data = {
    delivery_method: otp.channel,
    otp_length: otp.code.length,
    minutes_to_expire: behaviour.otpMinutes(request),
  }
  const record = { success: true, message: 'The code was sent', data, status_code: behaviour.statusOf('resend') }
  return answer(call, behaviour.record('resend', record))
}

/** What a refused resend does to the codes of the number that it names, however that is written. */
export function afterRefusal(call: Call, cause: Cause): void {
  const { service, app } = call
  const { behaviour, store } = service
  const effect = behaviour.refusedResend(cause)
  if (effect === 'nothing') return
  const body = bodyOf(call)
  const phone = String(body.phone_number ?? '').replaceAll(/\D/g, '')
  const [known] = store.apps
  const { callback_url: url } = body
  if (effect === 'keeps its target' && known !== undefined && typeof url === 'string') {
    const scope = behaviour.callbackScope(app?.id ?? known.id, phone)
    const before = store.callbackTargets.get(scope)
    if (before !== undefined) store.callbackTargets.set(scope, { ...before, url })
  }
  if (effect === 'ends them') for (const otp of store.otps) if (otp.phone === phone) otp.invalidated = true
  if (effect === 'sends one' && known !== undefined) store.otps.push(build(service, { phone }, app ?? known))
}

/** Sends a first code to a number, as the app's own sign-up would. */
export function issue(service: Service, phone: string, app: App): void {
  service.store.otps.push(build(service, { phone }, app))
}

/** Judges a code as the app's own backend would ask; a match is told to the callback target. */
export function verify(service: Service, phone: string, code: string): boolean {
  const now = Date.now()
  const match = service.store.otps.find(
    (otp) => otp.phone === phone && otp.code === code && service.behaviour.otpValid(otp, now),
  )
  if (match !== undefined) tell(service, match, 'verified')
  return match !== undefined
}

/**
 * Reports a step in the life of a code to its callback target, or to the app's webhook for codes.
 * @param at when the step was taken, ms since the epoch
 */
function tell(service: Service, otp: Otp, step: OtpStep, at = Date.now()): void {
  const { behaviour, store, courier } = service
  if (!behaviour.otpSteps.includes(step)) return
  const target = store.callbackTargets.get(behaviour.callbackScope(otp.appId, otp.phone))
  const live = target !== undefined && behaviour.callbackLives(target, at) ? target : undefined
  const event: ServiceEvent = {
    id: `evt_${randomUUID()}`,
    kind: 'otp',
    name: `otp.${step}`,
    channel: 'otp',
    appId: otp.appId,
    at: new Date(),
    data: { phone_number: otp.phone, delivery_method: otp.channel },
    subject: `otp ${otp.appId} ${otp.phone}`,
  }
  for (const subscription of behaviour.otpReports(live ?? store.webhook(otp.appId, 'otp')))
    courier.enqueue(event, subscription)
}

/** A code as the inbox shows it. */
export function inboxEntry(service: Service, otp: Otp) {
  const { lagMs, inboxLagMs } = service.behaviour
  const seenAt = Date.now() - Math.max(lagMs, inboxLagMs)
  const isSeenOver = otp.invalidatedAt === undefined ? otp.invalidated : otp.invalidatedAt.getTime() <= seenAt
  return {
    code: otp.code,
    text: otp.text,
    channel: otp.channel,
    sender_id: otp.senderId,
    template: otp.template,
    sent_at: otp.sentAt.toISOString(),
    expires_at: otp.expiresAt.toISOString(),
    active: service.behaviour.otpValid({ ...otp, invalidated: isSeenOver }, Math.max(seenAt, otp.sentAt.getTime())),
    app_id: otp.appId,
  }
}

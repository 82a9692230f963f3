import type { MessagingBehaviour } from '../../behaviour.ts'
import type { CallbackTarget, Otp } from '../../domain/domain.ts'
import { overlooks, unchecks, without } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const isLive = (target: CallbackTarget | undefined, now: number): boolean => target !== undefined && now < target.until

const tellsFormer = (before: MessagingBehaviour): MessagingBehaviour => {
  const former = new Map<CallbackTarget, CallbackTarget>()
  return {
    ...before,
    callbackNext: (old, given, now, fresh, request) => {
      if (old !== undefined && given !== undefined && isLive(old, now)) former.set(given, old)
      return before.callbackNext(old, given, now, fresh, request)
    },
    otpReports: (target) => {
      const older = former.get(target as CallbackTarget)
      return [...before.otpReports(target), ...(older === undefined ? [] : [older])]
    },
  }
}

/** The target that was given last to any scope of a group stands in for every other one of it that is in force. */
const standsInFor =
  (groupOf: (fresh: Otp) => string, instead: (latest: CallbackTarget) => CallbackTarget | undefined) =>
  (before: MessagingBehaviour): MessagingBehaviour => {
    const latest = new Map<string, { readonly target: CallbackTarget; readonly of: string }>()
    return {
      ...before,
      callbackNext: (old, given, now, fresh, request) => {
        const [group, of] = [groupOf(fresh), `${fresh.appId} ${fresh.phone}`]
        if (given !== undefined) latest.set(group, { target: given, of })
        const found = latest.get(group)
        const isReplaced = given === undefined && old !== undefined && found !== undefined && found.of !== of
        return isReplaced ? instead(found.target) : before.callbackNext(old, given, now, fresh, request)
      },
    }
  }

export const callbackFlaws: Record<string, Flaw> = {
  'later-callbacks-unsigned': flaw(
    'Of the callbacks about a code only the first is signed',
    ['msg.otp.callback-signed'],
    (before) => ({
      ...before,
      deliveryHeaders: (headers, facts) => {
        const lawful = before.deliveryHeaders(headers, facts)
        const isLater = facts.event.kind === 'otp' && facts.event.name !== 'otp.sent'
        return isLater ? (without(lawful, 'X-Svc-Signature') as Record<string, string>) : lawful
      },
    }),
    ['tells-of-delivery'],
  ),
  'callback-url-refused': flaw('An HTTPS callback_url is refused', ['msg.otp.callback-url'], (before) => ({
    ...before,
    objects: (intent) => (intent.otp?.callbackUrl === undefined ? before.objects(intent) : 'invalid'),
  })),
  'callback-url-of-any-form': flaw(
    'A callback_url that is no URI is taken',
    ['msg.otp.callback-url-uri'],
    unchecks('resend', 'callback_url', 'format'),
  ),
  'callback-url-over-http': flaw(
    'A callback_url without TLS is taken',
    ['msg.otp.callback-url-https'],
    unchecks('resend', 'callback_url', 'https'),
  ),
  'callback-url-of-other-schemes': flaw(
    'A callback_url of a scheme that is not of the web is taken',
    ['msg.otp.callback-url-https'],
    overlooks('callback_url', ({ callback_url: url }) => /^ftp:/.test(String(url))),
  ),
  'callback-url-over-http-by-call': flaw(
    'A callback_url without TLS is taken where a call brings the code',
    ['msg.otp.callback-url-https'],
    overlooks(
      'callback_url',
      ({ callback_url: url, delivery_method: by }) => by === 'call' && /^http:/.test(String(url)),
    ),
  ),
  'callback-url-over-http-by-whatsapp': flaw(
    'A callback_url without TLS is taken where WhatsApp brings the code',
    ['msg.otp.callback-url-https'],
    overlooks(
      'callback_url',
      ({ callback_url: url, delivery_method: by }) => by === 'whatsapp' && /^http:/.test(String(url)),
    ),
  ),
  'callback-url-relative': flaw(
    'A callback_url that is a path is taken',
    ['msg.otp.callback-url-uri'],
    overlooks('callback_url', ({ callback_url: url }) => String(url).startsWith('/')),
  ),
  'callback-url-private': flaw(
    'A callback_url on a private address is taken',
    ['msg.otp.callback-url-private'],
    unchecks('resend', 'callback_url', 'private'),
  ),
  'callbacks-not-sent': flaw('Nothing is told to callback_url', ['msg.otp.callback-delivered'], {
    otpReports: () => [],
  }),
  'callback-query-dropped': flaw('A callback goes to the path of its URL alone', ['msg.otp.callback-query'], {
    callbackAddress: (url) => url.split('?')[0] ?? url,
  }),
  'callback-not-replaced': flaw('A new callback_url does not replace a live one', ['msg.otp.callback-replaced'], {
    callbackNext: (before, given, now) => (isLive(before, now) ? before : given),
  }),
  'former-callback-told-too': flaw(
    'A former callback_url is told beside the new one',
    ['msg.otp.callback-replaced'],
    tellsFormer,
  ),
  'former-callback-told-apart': flaw(
    'A former callback_url is told beside the new one, each by an id of its own',
    ['msg.otp.callback-replaced'],
    (before) => ({
      ...tellsFormer(before),
      payload: (attempt) =>
        attempt.event.kind === 'otp'
          ? { ...before.payload(attempt), id: `${attempt.event.id}_${attempt.subscription.url.slice(-1)}` }
          : before.payload(attempt),
    }),
  ),
  'callbacks-of-whatsapp-untold': flaw(
    'Nothing is told of a code that WhatsApp brings',
    ['msg.otp.callback-delivered'],
    (before) => {
      let isUntold = false
      return {
        ...before,
        callbackNext: (old, given, now, fresh, request) => {
          isUntold = fresh.channel === 'whatsapp'
          return before.callbackNext(old, given, now, fresh, request)
        },
        otpReports: (target) => (isUntold ? [] : before.otpReports(target)),
      }
    },
  ),
  'callback-forgotten': flaw(
    'A resend without callback_url ends the callback target of a live code',
    ['msg.otp.callback-kept'],
    { callbackNext: (_before, given) => given },
  ),
  'callback-forgotten-where-left-out': flaw(
    'A resend without callback_url ends the callback target of a live code, one with null does not',
    ['msg.otp.callback-kept'],
    { callbackNext: (before, given, _now, _otp, { namesCallback }) => given ?? (namesCallback ? before : undefined) },
  ),
  'callback-per-app': flaw(
    'A callback_url becomes the target of every phone number of the app',
    ['msg.otp.callback-phone-scope'],
    { callbackScope: (appId) => appId },
  ),
  'callback-per-phone': flaw(
    'A callback_url becomes the target of every app of the phone number',
    ['msg.otp.callback-app-scope'],
    { callbackScope: (_appId, phone) => phone },
  ),
  'callback-of-other-phones-replaced': flaw(
    'A callback_url replaces the targets of every phone number of the app',
    ['msg.otp.callback-phone-scope'],
    standsInFor(
      ({ appId }) => appId,
      (target) => target,
    ),
  ),
  'callback-of-other-apps-replaced': flaw(
    'A callback_url replaces the targets of every app of the phone number',
    ['msg.otp.callback-app-scope'],
    standsInFor(
      ({ phone }) => phone,
      (target) => target,
    ),
  ),
  'callback-of-other-phones-dropped': flaw(
    'A callback_url ends the targets of every other phone number of the app',
    ['msg.otp.callback-phone-scope'],
    standsInFor(
      ({ appId }) => appId,
      () => undefined,
    ),
  ),
  'otp-callback-unsigned': flaw('Callbacks of codes are not signed', ['msg.otp.callback-signed'], (before) => ({
    ...before,
    deliveryHeaders: (headers, attempt) => {
      const sent = before.deliveryHeaders(headers, attempt)
      if (attempt.event.kind !== 'otp') return sent
      return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'X-Svc-Signature'))
    },
  })),
  'otp-callback-signed-with-former-secret': flaw(
    'Callbacks are signed with the secret of the callback_url before',
    ['msg.otp.callback-secret', 'msg.otp.callback-signed'],
    (before) => ({
      ...before,
      callbackNext: (old, given, now, fresh, request) => {
        const next = before.callbackNext(old, given, now, fresh, request)
        return next === undefined || old?.secret === undefined ? next : { ...next, secret: old.secret }
      },
    }),
  ),
  'callback-outlives-code': flaw(
    'A callback_url stays the target after the code has expired',
    ['msg.otp.callback-ends'],
    { callbackLives: () => true },
  ),
}

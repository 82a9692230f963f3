import { header } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { memberOf, shown } from '../../shared/caller/judging.ts'
import { answer, type Played } from '../../shared/caller/scenario.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { isOf, type Operation, operationOf, serving } from './endpoints.ts'
import { filterOf } from './given.ts'
import { operate, type Player } from './playing.ts'

type Covered = Parameters<CheckContext['conclude']>[0]

const E164 = /^[1-9]\d{6,14}$/
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/
const CHANNELS = ['sms', 'call', 'whatsapp'] as const

/** The value went as it was given. */
const PASSED_ON = 'as it was given'

/** Judges a field of the request that was sent. A client that refuses what is wrong by itself is as good. */
function judgeField(
  t: CheckContext,
  id: Covered,
  met: Played,
  {
    operation,
    subject,
    expected,
    look,
    given,
    at,
    mayRefuse = false,
  }: {
    readonly operation: Operation
    readonly subject: string
    readonly expected: string
    /** What is wrong with a request; undefined where nothing is. Values that evidence hides are looked at here only. */
    readonly look: (request: Delivery) => string | undefined
    /** What it was given, where that breaks a rule of the document: whoever passes it on, and tells the refusal, hides nothing. */
    readonly given?: { readonly member: string; readonly value: string }
    readonly at?: Readonly<Record<string, string>>
    /** What it was given breaks a rule of the document. */
    readonly mayRefuse?: boolean
  },
): void {
  const [first] = met.requests.filter(isOf(operation))
  if (first?.method === 'POST' && typeof first.json !== 'object') {
    t.markUnexercised(id, 'not met', `the body of ${operation} is no JSON`)
    return
  }
  const common = { subject, expected, evidence: met.requests, ...(at === undefined ? {} : { at }) }
  if (first !== undefined) {
    const wrong = t.attest(id, `${first.id} ${subject}`, () => {
      const odd = look(first)
      return odd !== undefined && given !== undefined && memberOf(first.json, given.member) === given.value
        ? PASSED_ON
        : (odd ?? null)
    })
    if (wrong === PASSED_ON && met.told === undefined)
      t.markBlocked(id, met.fault ?? 'the driver gave no answer', met.requests)
    else if (wrong === PASSED_ON && met.told?.ok === false)
      t.conclude(id, { ok: true, note: 'passed on, and its refusal told', ...common })
    else if (wrong === PASSED_ON)
      t.conclude(id, { ok: false, actual: 'passed on, and told as done though it was refused', ...common })
    else t.conclude(id, wrong === null ? { ok: true, ...common } : { ok: false, actual: wrong, ...common })
  } else if (met.told === undefined) t.markBlocked(id, met.fault ?? 'the driver gave no answer', met.requests)
  else if (met.told.ok) t.conclude(id, { ok: false, actual: 'told as done, and never sent', ...common })
  else if (mayRefuse) t.conclude(id, { ok: true, note: 'refused by the client', ...common })
  else
    t.markUnexercised(
      id,
      'not met',
      `the client sent nothing for ${subject}, and told an error: ${shown(met.told.error)}`,
    )
}

/** Whether an operation was sent, and never with a member: nothing is said then of what it would be. */
function isLeftOut(t: CheckContext, id: Covered, met: Played, operation: Operation, member: string): boolean {
  const sent = met.requests.filter(isOf(operation))
  const [first] = sent
  if (first === undefined) return false
  return t.attest(id, `${first.id} ${member}`, () => sent.every(({ json }) => memberOf(json, member) == null))
}

/** A member that a client may leave out: it is judged where it is sent, and what is wrong of it only where what is right is sent. */
async function judgeOptional(
  t: CheckContext,
  id: Covered,
  member: string,
  values: readonly { readonly value: string; readonly name: string; readonly subject: string }[],
  { isRight, expected }: { readonly isRight: (value: unknown) => boolean; readonly expected: string },
): Promise<void> {
  const operation = 'resendOtp' as const
  let isSent = false
  for (const [index, { value, name, subject }] of values.entries()) {
    const met = await resendWith(t, name, member, value, isRight)
    const isMissing = isLeftOut(t, id, met, operation, member)
    if (isMissing && !isSent) {
      t.markUnexercised(id, 'not met', `the client sends no ${member}`)
      continue
    }
    isSent ||= met.requests.some(isOf(operation))
    const given = { member, value }
    judgeField(t, id, met, {
      operation,
      subject,
      expected,
      look: field(member, isRight),
      given,
      mayRefuse: index > 0,
    })
  }
}

/** A resend with one member of its own, which is refused where it breaks the rule. */
const resendWith = (
  t: Player,
  name: string,
  member: string,
  value: string,
  isRight: (value: unknown) => boolean,
): Promise<Played> => {
  const usual = serving(t.seed)
  return operate(t, name, {
    operation: 'resendOtp',
    input: { [member]: value },
    serve: (request, nth) =>
      operationOf(request) !== 'resendOtp' || isRight(memberOf(request.json, member))
        ? usual(request, nth)
        : answer(422, { detail: [{ loc: ['body', member], msg: 'is not allowed', type: 'value_error' }] }),
  })
}

const field =
  (name: string, isRight: (value: unknown) => boolean) =>
  ({ json }: Delivery): string | undefined => {
    const value = memberOf(json, name)
    return isRight(value)
      ? undefined
      : `${name}: ${shown(typeof value === 'string' ? value.replace(/\d/g, '#') : value)}`
  }

export const fieldChecks = [
  // A bound key identifies the app, an unbound one does not. Messaging › Authentication.
  defineCheck({
    id: 'msg-caller/fields/app',
    title: 'The app is named with an unbound key alone',
    covers: ['msg-caller.app.bound-omits', 'msg-caller.app.unbound-identifies'],
    run: async (t) => {
      const bound = await operate(t, 'a bound key', { operation: 'resendOtp' })
      judgeField(t, 'msg-caller.app.bound-omits', bound, {
        operation: 'resendOtp',
        subject: 'a resend with a bound key',
        expected: 'no app_key',
        look: ({ json }) => (memberOf(json, 'app_key') == null ? undefined : 'app_key'),
      })
      const unbound = await operate(t, 'an unbound key', { operation: 'resendOtp', binding: 'unbound' })
      const [first] = unbound.requests
      if (first !== undefined)
        t.observe(
          'msg-caller.open.app-naming',
          header(first.headers, 'X-App-ID') === undefined ? 'in the body' : 'in X-App-ID',
          [first],
        )
      judgeField(t, 'msg-caller.app.unbound-identifies', unbound, {
        operation: 'resendOtp',
        subject: 'a resend with an unbound key',
        expected: 'app_key or X-App-ID',
        look: ({ json, headers }) =>
          memberOf(json, 'app_key') || header(headers, 'X-App-ID') ? undefined : 'neither of them',
      })
    },
  }),
  // E.164 digits only, three channels, {code} in templates, HTTPS callbacks. Messaging › Resources › OTP resend request.
  defineCheck({
    id: 'msg-caller/fields/otp',
    title: 'Fields of an OTP resend are as the table has them',
    covers: ['msg-caller.otp.phone', 'msg-caller.otp.channel', 'msg-caller.otp.template', 'msg-caller.otp.callback'],
    run: async (t) => {
      const operation = 'resendOtp' as const
      const isPhone = (value: unknown): boolean => typeof value === 'string' && E164.test(value)
      const phones = { digits: '255700000303', 'plus sign and blanks': '+255 700 000 303' }
      for (const [input, phone] of Object.entries(phones))
        judgeField(
          t,
          'msg-caller.otp.phone',
          await resendWith(t, `a phone as ${input}`, 'phone_number', phone, isPhone),
          {
            operation,
            subject: `a phone as ${input}`,
            expected: 'digits with the country code, or its refusal told',
            look: field('phone_number', isPhone),
            given: { member: 'phone_number', value: phone },
            at: { input },
            mayRefuse: input !== 'digits',
          },
        )
      const isChannel = (value: unknown): boolean => value === undefined || CHANNELS.some((each) => each === value)
      for (const channel of [...CHANNELS, 'fax'])
        judgeField(
          t,
          'msg-caller.otp.channel',
          await resendWith(t, `the channel ${channel}`, 'delivery_method', channel, isChannel),
          {
            operation,
            subject: `a resend over ${channel}`,
            expected: channel === 'fax' ? 'sms, call or whatsapp, or an error' : channel,
            look: field('delivery_method', (value) =>
              channel === 'fax' ? isChannel(value) : value === channel || (channel === 'sms' && value === undefined),
            ),
            given: { member: 'delivery_method', value: channel },
            at: { channel: channel === 'fax' ? 'another' : channel },
            mayRefuse: channel === 'fax',
          },
        )
      await judgeOptional(
        t,
        'msg-caller.otp.template',
        'message_template',
        ['Your code is {code}.', 'Your code has come.'].map((value) => ({
          value,
          name: `the template ${value}`,
          subject: `the template ${value}`,
        })),
        {
          isRight: (value) => value == null || String(value).includes('{code}'),
          expected: '{code} in it, none, or an error',
        },
      )
      await judgeOptional(
        t,
        'msg-caller.otp.callback',
        'callback_url',
        ['https', 'http'].map((scheme) => ({
          value: `${scheme}://hooks.merchant.example/otp`,
          name: `a callback over ${scheme}`,
          subject: `a callback_url over ${scheme}`,
        })),
        {
          isRight: (value) => value == null || String(value).startsWith('https://'),
          expected: 'an HTTPS URL, none, or an error',
        },
      )
    },
  }),
  // up_to is a date-time or null. Messaging › Endpoints.
  defineCheck({
    id: 'msg-caller/fields/up-to',
    title: 'Times are as the endpoint takes them',
    covers: ['msg-caller.read.up-to'],
    run: async (t) => {
      const id = 'msg-caller.read.up-to'
      const operation = 'markRead' as const
      let isSent = false
      for (const upTo of ['2026-01-02T03:04:05Z', null]) {
        const met = await operate(t, `read up to ${upTo}`, { operation, input: { up_to: upTo } })
        const isMissing = isLeftOut(t, id, met, operation, 'up_to')
        // A client that never sends a time says nothing of how it writes one.
        if (isMissing && !isSent) {
          t.markUnexercised(id, 'not met', 'the client sends no up_to')
          continue
        }
        isSent ||= met.requests.some(isOf(operation))
        judgeField(t, id, met, {
          operation,
          subject: `up_to ${upTo}`,
          expected: 'a date-time or null',
          look: field('up_to', (value) => value == null || (typeof value === 'string' && DATE_TIME.test(value))),
        })
      }
    },
  }),
  // is_active and is_default are booleans. Messaging › Endpoints.
  defineCheck({
    id: 'msg-caller/fields/filters',
    title: 'Filters are as the endpoint takes them',
    covers: ['msg-caller.senders.filters'],
    run: async (t) => {
      for (const filter of ['is_active', 'is_default']) {
        const input = { operation: 'listSenders', input: { [filter]: true } } as const
        const met = await operate(t, `senders by ${filter}`, input)
        const sent = met.requests.filter(isOf('listSenders'))
        // That it is left out is told where what was given is compared with what was sent.
        if (sent.length > 0 && sent.every((each) => filterOf(each, filter) === null)) {
          t.markUnexercised('msg-caller.senders.filters', 'not met', `the client sends no ${filter}`)
          continue
        }
        judgeField(t, 'msg-caller.senders.filters', met, {
          operation: 'listSenders',
          subject: `the filter ${filter}`,
          expected: 'true or false',
          look: (request) => {
            const value = filterOf(request, filter)
            return value === null || /^(true|false)$/i.test(value) ? undefined : `${filter}=${value}`
          },
        })
      }
    },
  }),
]

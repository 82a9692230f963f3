import { header } from '../../../kit/http/exchange.ts'
import type { Answer, Delivery } from '../../../kit/webhooks/delivery.ts'
import { judgeDone, memberOf, shown, silenceOf, titleOf } from '../../shared/caller/judging.ts'
import { answer } from '../../shared/caller/scenario.ts'
import { type CheckContext, defineCheck } from './define.ts'
import {
  bareConversation,
  baseResponse,
  envelopedConversation,
  idOf,
  jobOf,
  type Operation,
  operationOf,
  sender,
  serving,
  success,
} from './endpoints.ts'
import { operate, PREFIX } from './playing.ts'

/** The three shapes of errors, each where it may stand. */
const SHAPES: Readonly<
  Record<string, { readonly operation: Operation; readonly status: number; readonly body: unknown }>
> = {
  'error object': {
    operation: 'send',
    status: 400,
    body: { error: { code: 'validation_error', message: 'Fields are missing.', details: { recipients: 'required' } } },
  },
  'detail list': {
    operation: 'resendOtp',
    status: 422,
    body: { detail: [{ loc: ['body', 'recipients', 0], msg: 'is no number', type: 'value_error' }] },
  },
  envelope: {
    operation: 'readConversation',
    status: 404,
    body: {
      success: false,
      data: {},
      errors: [{ code: 'not_found', message: 'The conversation does not exist.', field: 'conversation_id' }],
      request_id: 'req-9',
    },
  },
}

const JOBLESS = 'the driver tells nothing of a send: have it answer {"ok": true, "result": {"job_id": …}}'

const CONVERSATIONS = {
  A: (seed: number) => envelopedConversation(seed),
  B: (seed: number) => bareConversation(seed),
} as const

export const answerChecks = [
  // Three body shapes of errors are in use. Messaging › Errors.
  defineCheck({
    id: 'msg-caller/answers/errors',
    title: 'An error is told in each of its shapes',
    covers: ['msg-caller.error.shapes', 'msg-caller.error.surfaced'],
    run: async (t) => {
      const met = await Promise.all(
        Object.entries(SHAPES).map(async ([shape, { operation, status, body }]) => ({
          shape,
          status,
          played: await operate(t, `an error in the shape ${shape}`, { operation, answers: [answer(status, body)] }),
        })),
      )
      const tells = met.some(({ played: { told } }) => memberOf(told?.error, 'status') !== undefined)
      if (!tells)
        t.markUnexercised(
          'msg-caller.error.shapes',
          'not driven',
          'the driver tells no status of an error: have it answer {"ok": false, "error": {"status": …}}',
        )
      for (const { shape, status, played } of met) {
        const { told, fault, requests } = played
        if (told === undefined) {
          for (const id of ['msg-caller.error.shapes', 'msg-caller.error.surfaced'] as const)
            t.markBlocked(id, fault ?? 'the driver gave no answer', requests)
          continue
        }
        const nothing = silenceOf(played)
        if (nothing !== undefined) {
          t.markBlocked('msg-caller.error.surfaced', nothing)
          if (tells) t.markBlocked('msg-caller.error.shapes', nothing)
          continue
        }
        const common = { subject: `an error in the shape ${shape}`, evidence: requests, at: { shape } }
        const surfaced = { ...common, expected: 'an error is told' }
        t.conclude(
          'msg-caller.error.surfaced',
          told.ok ? { ok: false, actual: 'told as done', ...surfaced } : { ok: true, ...surfaced },
        )
        if (!tells || told.ok) continue
        const said = memberOf(told.error, 'status')
        const expected = `its status, ${status}`
        t.conclude(
          'msg-caller.error.shapes',
          Number(said) === status
            ? { ok: true, expected, ...common }
            : { ok: false, actual: shown(told.error), expected, ...common },
        )
      }
    },
  }),
  // 200-299 is success; members of the base response have defaults. Messaging › Errors, Resources › Common response shapes.
  defineCheck({
    id: 'msg-caller/answers/success',
    title: 'Every 2xx is success, and what may be absent is',
    covers: ['msg-caller.success.any', 'msg-caller.success.defaults'],
    run: async (t) => {
      const operation = 'resendOtp' as const
      for (const status of [200, 201, 202]) {
        const met = await operate(t, `answered ${status}`, {
          operation,
          answers: [answer(status, { ...baseResponse, status_code: status })],
        })
        judgeDone(t, 'msg-caller.success.any', met, { when: `a ${status}`, at: { status: String(status) } })
      }
      const short = { success: true, message: 'sent' }
      const bodies: Readonly<Record<string, unknown>> = {
        'two members alone': short,
        'data null': { ...short, data: null },
        'data with members': { ...short, data: { any: 1 }, status_code: 200 },
      }
      for (const [what, body] of Object.entries(bodies)) {
        const met = await operate(t, `a base response with ${what}`, { operation, answers: [answer(200, body)] })
        judgeDone(t, 'msg-caller.success.defaults', met, { when: `a base response with ${what}` })
      }
    },
  }),
  // Two shapes of a conversation are given; which a deployment returns is not shown. Messaging › Resources › Conversation.
  defineCheck({
    id: 'msg-caller/answers/conversation',
    title: 'A conversation is taken in both shapes, with and without what may be null',
    covers: ['msg-caller.conversation.shapes', 'msg-caller.conversation.nullable'],
    run: async (t) => {
      const operation = 'readConversation' as const
      const id = idOf(t.seed, 'conversation')
      const isRight = (result: unknown): boolean =>
        [undefined, id].includes(memberOf(result, 'id') as string | undefined)
      for (const [shape, bodyOf] of Object.entries(CONVERSATIONS)) {
        const met = await operate(t, `a conversation in shape ${shape}`, {
          operation,
          answers: [answer(200, bodyOf(t.seed))],
        })
        judgeDone(t, 'msg-caller.conversation.shapes', met, { when: `shape ${shape}`, at: { shape }, isRight })
      }
      const nulls = { ...bareConversation(t.seed), whatsapp_sender_number_id: null, last_message_at: null }
      const met = await operate(t, 'a conversation with nulls', { operation, answers: [answer(200, nulls)] })
      judgeDone(t, 'msg-caller.conversation.nullable', met, { when: 'members that are null', isRight })
      const senders = [{ ...sender(t.seed), whatsapp_account_id: null, label: null }]
      const listed = await operate(t, 'a sender with nulls', {
        operation: 'listSenders',
        answers: [answer(200, senders)],
      })
      judgeDone(t, 'msg-caller.conversation.nullable', listed, { when: 'a sender whose label is null' })
    },
  }),
  // Submit-time events are joined to the send response by job_id. Messaging › Events › Events and data.
  defineCheck({
    id: 'msg-caller/answers/job',
    title: 'The job_id of a send is told',
    covers: ['msg-caller.send.job-id'],
    run: async (t) => {
      const met = await operate(t, 'a send', { operation: 'send' })
      if (met.told?.ok === true && shown(met.told.result ?? {}) === '{}')
        t.markUnexercised('msg-caller.send.job-id', 'not driven', JOBLESS)
      else
        judgeDone(t, 'msg-caller.send.job-id', met, {
          when: 'a send with a job_id',
          isRight: (result) => JSON.stringify(result).includes(jobOf(t.seed)),
        })
    },
  }),
  // A trailing slash stands on some paths. Messaging › Endpoints.
  defineCheck({
    id: 'msg-caller/answers/redirect',
    title: 'A redirect to the other spelling of a path keeps the body',
    covers: ['msg-caller.redirect.body'],
    run: async (t) => {
      let isFirst = true
      const serve = serving(t.seed)
      const met = await operate(t, 'a slash more or less', {
        operation: 'createApp',
        serve: (request, nth) => {
          if (!isFirst || operationOf(request) !== 'createApp') return serve(request, nth)
          isFirst = false
          return redirect(request.below ?? '')
        },
      })
      const [first, again] = met.requests
      if (first === undefined) {
        t.markBlocked('msg-caller.redirect.body', met.fault ?? 'the client sent no request')
        return
      }
      t.observe('msg-caller.open.trailing-slash', `${titleOf(first)}`, [first])
      const common = {
        subject: `${titleOf(first)} after a 307`,
        expected: 'the same method and body',
        evidence: met.requests,
      }
      if (again === undefined)
        t.markInapplicable('msg-caller.redirect.body', `the client does not follow a redirect of ${titleOf(first)}`, [
          first,
        ])
      else if (again.method === first.method && again.digest === first.digest)
        t.conclude('msg-caller.redirect.body', { ok: true, ...common })
      else
        t.conclude('msg-caller.redirect.body', {
          ok: false,
          actual: again.method === first.method ? 'another body' : again.method,
          ...common,
        })
    },
  }),
  // Keys authenticate requests to this service. Messaging › Authentication.
  defineCheck({
    id: 'msg-caller/answers/other-origin',
    title: 'Keys follow no redirect to another origin',
    covers: ['msg-caller.redirect.credentials'],
    run: async (t) => {
      const name = 'a redirect to another origin'
      const elsewhere = t.stage(`${PREFIX}${name} elsewhere`, {
        serve: () => success(t.seed, 'readCampaign'),
        elsewhere: true,
      })
      const met = await operate(t, name, {
        operation: 'readCampaign',
        answers: [{ kind: 'status', status: 307, body: '', headers: { Location: `${elsewhere.url}/v1/campaign/x` } }],
      })
      judgeCredentials(t, met.requests, elsewhere.deliveries, met.fault)
    },
  }),
]

function judgeCredentials(
  t: CheckContext,
  asked: readonly Delivery[],
  followed: readonly Delivery[],
  fault: string | undefined,
): void {
  const id = 'msg-caller.redirect.credentials'
  const [first] = followed
  if (asked.length === 0) t.markBlocked(id, fault ?? 'the client sent no request')
  else if (first === undefined) t.markInapplicable(id, 'the client follows no redirect to another origin', asked)
  else {
    const carried = ['X-API-Key', 'Authorization', 'X-App-ID'].filter(
      (each) => header(first.headers, each) !== undefined,
    )
    const common = {
      subject: `${titleOf(first)} at another origin`,
      expected: 'no key and no token',
      evidence: followed,
    }
    t.conclude(
      id,
      carried.length === 0 ? { ok: true, ...common } : { ok: false, actual: carried.join(', '), ...common },
    )
  }
}

/** To the other spelling of a path, with a slash at its end or without, from where it stands. */
function redirect(below: string): Answer {
  const [path = ''] = below.split('?')
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? ''
  return {
    kind: 'status',
    status: 307,
    body: '',
    headers: { Location: path.endsWith('/') ? `../${last}` : `${last}/` },
  }
}

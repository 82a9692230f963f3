import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { equals, isText, lenient, matcher, member, no, ok, show, status, valueAt } from '../../../kit/match/index.ts'
import { exampleErrorCode } from '../../../specs/messaging/errors.ts'
import { invalid, isSuccess } from '../client/answers.ts'
import { sendInstant } from '../client/api.ts'
import { defineCheck } from '../define.ts'
import {
  ANY_RECIPIENT,
  batch,
  jobIdOf,
  LINKED,
  linkedCaller,
  phoneOf,
  quietPhone,
  rejected,
  SUBMITTED,
  sendBody,
} from './sends.ts'

export const carriesJobId = matcher<Exchange>('a body with job_id, a string', (exchange) =>
  jobIdOf(exchange) === undefined ? no(`job_id ${show(valueAt(json(exchange.response), '/job_id'))}`) : ok,
)

export const sending: readonly Check[] = [
  // Endpoints › send-instant: JSON with content and recipients, several of them; a success carries job_id.
  defineCheck({
    id: 'msg/sending/accepted',
    title: 'a send is accepted, to one recipient and to several, and names its job',
    covers: ['msg.send.accepted', 'msg.send.several-recipients', 'msg.send.job-id'],
    needs: ['messaging'],
    needsAnyOf: [...LINKED, ...ANY_RECIPIENT],
    uses: [batch, rejected],
    tier: 'write',
    run: async (t) => {
      const several = SUBMITTED.filter((fate) => phoneOf(t, fate) !== undefined).length > 1
      const one = phoneOf(t, 'rejected') === undefined ? undefined : await t.use(rejected)
      const main = several || one === undefined ? await t.use(batch) : undefined
      if (main !== undefined && several) t.judge('msg.send.several-recipients', main, status('2xx'))
      else
        t.markUnexercised(
          'msg.send.several-recipients',
          'not claimed',
          'the target file names fewer than two recipients',
        )
      if (main !== undefined && (!several || isSuccess(main))) t.judge('msg.send.accepted', main, status('2xx'))
      // A number to which nothing can be submitted may be told so at once.
      const note = 'this recipient is one whose submit fails'
      if (one !== undefined) t.judge('msg.send.accepted', one, lenient(status('2xx'), note))
      const taken = [main, one].filter((exchange) => exchange !== undefined && isSuccess(exchange))
      for (const exchange of taken) if (exchange !== undefined) t.judge('msg.send.job-id', exchange, carriesJobId)
      if (taken.length === 0) t.markBlocked('msg.send.job-id', 'no send was accepted')
      const [first] = taken
      if (first?.response === undefined) return
      t.observe('msg.open.send-status', String(first.response.status), [first])
      t.observe('msg.open.send-response', Object.keys(Object(json(first.response))).join(', '), [first])
    },
  }),

  // Errors: fields that are missing are refused; the example of body shape 1 is a send without recipients.
  defineCheck({
    id: 'msg/sending/recipients-required',
    title: 'a send without recipients is refused, and the refusal says so',
    covers: ['msg.send.recipients-required', 'msg.send.validation-code', 'msg.send.validation-details'],
    needs: ['messaging'],
    needsAnyOf: LINKED,
    tier: 'refuse',
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      const body = sendBody(t, { recipients: undefined })
      const how = { label: 'without recipients', expects: 'refused', recipients: 0 } as const
      const answer = await sendInstant(t, linkedCaller(t), body, how)
      if (!t.judge('msg.send.recipients-required', answer, invalid())) {
        t.markUnexercised('msg.send.validation-code', 'not met', 'the send was not refused so')
        t.markUnexercised('msg.send.validation-details', 'not met', 'the send was not refused so')
        return
      }
      t.judge('msg.send.validation-code', answer, member('/error/code', equals(exampleErrorCode)))
      t.judge('msg.send.validation-details', answer, member('/error/details/recipients', isText))
      t.observe('msg.open.validation-status', `${answer.response?.status} to a send without recipients`, [answer])
    },
  }),

  // Endpoints › send-instant: it takes content and recipients. Without recipients to reach nothing else can be proved.
  defineCheck({
    id: 'msg/sending/content-required',
    title: 'a send without content is refused',
    covers: ['msg.send.content-required'],
    needs: ['messaging'],
    needsAnyOf: [...LINKED, ...ANY_RECIPIENT],
    uses: [batch, rejected],
    tier: 'write',
    cost: { requests: { bound: 1 }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      t.control(await t.use(phoneOf(t, 'rejected') === undefined ? batch : rejected), status('2xx'))
      const body = sendBody(t, { content: undefined, recipients: [quietPhone(t)] })
      const how = { label: 'without content', expects: 'refused' } as const
      t.judge('msg.send.content-required', await sendInstant(t, linkedCaller(t), body, how), invalid())
    },
  }),

  // Authentication › rules 1 and 4: a missing key answers 401, on the listed endpoints at least.
  defineCheck({
    id: 'msg/sending/key-required',
    title: 'a send without a key is refused',
    covers: ['msg.send.key-required'],
    needs: ['messaging'],
    needsAnyOf: [...LINKED, ...ANY_RECIPIENT],
    uses: [batch, rejected],
    tier: 'write',
    cost: { requests: { none: 1 }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      t.control(await t.use(phoneOf(t, 'rejected') === undefined ? batch : rejected), status('2xx'))
      const body = sendBody(t, { recipients: [quietPhone(t)] })
      t.judge(
        'msg.send.key-required',
        await sendInstant(t, {}, body, { label: 'without a key', expects: 'refused' }),
        status(401),
      )
    },
  }),
]

import { lookup } from 'node:dns/promises'
import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isPrivateAddress } from '../../../kit/http/private-network.ts'
import { type Matcher, matcher, no, ok } from '../../../kit/match/index.ts'
import { takenAtFirst } from '../../shared/receiver/party.ts'
import { roughly } from '../../shared/receiver/timing.ts'
import { firstEvent, THERE } from './control.ts'
import { defineCheck, lineFor } from './define.ts'

/** Limits: how long an attempt typically waits. */
const PATIENCE_MS = 10_000

const inTime: Matcher<Exchange> = matcher(`an answer within ${PATIENCE_MS / 1000} s`, ({ sentAt, endedAt }) =>
  endedAt - sentAt <= PATIENCE_MS ? ok : no(`one after ${((endedAt - sentAt) / 1000).toFixed(1)} s`),
)

const SECRET = 'messagingReceiver.secret'

const LOCAL = 'the receiver is that of a local target, to which no service sends'

export const answers: readonly Check[] = [
  // Events › Receiver response and retries: any 2xx is success, what takes longer than the time-out is a failure.
  defineCheck({
    id: 'msg-receiver/answer/valid',
    title: 'A right SMS event',
    covers: ['msg-receiver.answer.success', 'msg-receiver.answer.in-time'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    async run(t) {
      const { last, tries } = (await t.use(firstEvent)).delivered
      t.judge('msg-receiver.answer.success', last, takenAtFirst(t.has(SECRET) ? undefined : lineFor(SECRET)))
      const answered = tries.find(({ response }) => response !== undefined)
      if (answered === undefined) {
        t.markBlocked('msg-receiver.answer.in-time', 'no attempt is answered', [last])
        return
      }
      t.judge('msg-receiver.answer.in-time', answered, inTime)
      t.observe('msg-receiver.open.answer-time', roughly(answered.endedAt - answered.sentAt), [answered])
    },
  }),

  // Events › Receiver response and retries: https, and no private or loopback network.
  defineCheck({
    id: 'msg-receiver/url/public',
    title: 'The webhook URL itself',
    covers: ['msg-receiver.url.https', 'msg-receiver.url.public'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    async run(t) {
      if (t.target.environment === 'local') {
        t.markInapplicable('msg-receiver.url.https', LOCAL, 'the target file')
        t.markInapplicable('msg-receiver.url.public', LOCAL, 'the target file')
        return
      }
      const { last } = (await t.use(firstEvent)).delivered
      const { protocol, hostname } = new URL(t.service.url)
      const subject = 'the webhook URL'
      t.conclude('msg-receiver.url.https', {
        subject,
        expected: 'https, with a certificate that verifies',
        ok: protocol === 'https:' && last.response !== undefined,
        actual: last.fault?.message ?? protocol.replace(':', ''),
        evidence: [last],
      })
      const host = hostname.replace(/^\[|\]$/g, '')
      const step = { recipe: 'resolution', kind: 'probe', text: `look up ${host}` } as const
      const said = await t.step(step, async () =>
        (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address).join(' '),
      )
      const hidden = said.split(' ').filter((each) => each !== '' && isPrivateAddress(each))
      if (said === '') t.markBlocked('msg-receiver.url.public', `the host ${host} does not resolve here`, [last])
      else
        t.conclude('msg-receiver.url.public', {
          subject,
          expected: 'public addresses alone',
          ok: hidden.length === 0,
          actual: hidden.join(', '),
          evidence: [last],
        })
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import { isSuccess } from '../client/answers.ts'
import { type CheckContext, defineCheck, lineFor, type RequirementId } from '../define.ts'
import { jobIdOf } from '../sending/sends.ts'
import { otherSilentSend, type Silent, secondAppId, silentSend } from '../sending/silent-sends.ts'
import { smsRun, smsTimelineOf } from '../sending/sms-timeline.ts'
import { callbackSubject, STRANGERS, textAt, unreadable } from './deliveries.ts'

const SILENT = {
  unlinked: 'msg.event.unlinked-silent',
  unconfigured: 'msg.event.unconfigured-silent',
} as const satisfies Record<Silent, RequirementId>
const SECOND_APP_LINE = lineFor('messaging.outcomes.secondApp')
const OTHER_TURN = 'the other send has its turn, and --depth deep asks both'
const otherThan = (kind: Silent): (typeof SILENT)[Silent] =>
  kind === 'unlinked' ? SILENT.unconfigured : SILENT.unlinked
const NOTHING = { json: undefined, body: Buffer.alloc(0) }

/** How much longer than the slowest submit-time event of the run silence is listened to. */
const LONGER = 3
const SLACK_MS = 1000

/** Judges that a send brought no callback, once callbacks of it would long be there. */
async function judgeSilence(t: CheckContext, id: RequirementId, exchange: Exchange): Promise<void> {
  if (!isSuccess(exchange)) {
    t.markUnexercised(id, 'not met', 'the target does not take such a send, so nothing could be reported')
    return
  }
  const { patienceMs } = await t.use(smsRun)
  const course = smsTimelineOf(t)
  if (course.callbacks.length === 0) {
    t.markBlocked(id, 'no callback of any send was seen, so silence proves nothing', unreadable(t).slice(0, 3))
    return
  }
  if (jobIdOf(exchange) === undefined) {
    t.markBlocked(id, 'the answer shows no job_id by which a callback could be told from those of other sends', [
      exchange,
    ])
    return
  }
  const latencies = course.sends.flatMap((sent) =>
    course.submitsOf(sent).map(({ delivery }) => delivery.arrivedAt - sent.exchange.endedAt),
  )
  const listenMs = Math.min(patienceMs, Math.max(0, ...latencies) * LONGER + SLACK_MS)
  await t.pause(Math.max(0, exchange.endedAt + listenMs - t.clock.now()))
  const now = smsTimelineOf(t)
  const own = now.callbacks.filter((each) => now.sendOf(each)?.exchange === exchange)
  t.conclude(id, {
    ok: own.length === 0,
    subject: `the send with ${exchange.label}`,
    expected: 'no callback',
    actual: own.map(callbackSubject).join(', '),
    awaited: false,
    evidence: [exchange, ...own.slice(0, 3).map(({ delivery }) => delivery)],
  })
}

export const noCallback: readonly Check[] = [
  // Events › When a callback is sent: a webhook is configured for that app and that channel.
  defineCheck({
    id: 'msg/silences/strangers',
    title: 'webhooks of another channel and of another app are not told',
    covers: ['msg.event.other-webhooks-silent'],
    needs: ['messaging.smsWebhook', 'messaging.outcomes.registerWebhook'],
    uses: [smsRun],
    phase: 'rules',
    run: async (t) => {
      const id = 'msg.event.other-webhooks-silent'
      const { webhook, batch, rejected } = await t.use(smsRun)
      const { strangers, unregistered } = webhook
      if (strangers.length === 0)
        return t.markUnexercised(
          id,
          'not met',
          `no webhook of another channel or app could be registered${unregistered === undefined ? '' : `: ${unregistered}; unless the deployment takes none, messaging.outcomes.registerWebhook is not what it takes`}`,
        )
      if (smsTimelineOf(t).callbacks.length === 0)
        return t.abortBlocked('no callback of any send was seen, so silence proves nothing')
      const inboxes: readonly string[] = strangers.map((kind) => STRANGERS[kind])
      const strays = t
        .deliveries()
        .filter((each) => inboxes.includes(each.inbox) && textAt(each, '/event')?.startsWith('sms.') === true)
      t.conclude(id, {
        ok: strays.length === 0,
        subject: `the ${inboxes.map(placeOf).join(' and the ')}`,
        expected: 'no event of an SMS',
        awaited: false,
        actual: `${strays.length} deliveries, the first at the ${placeOf(strays[0]?.inbox ?? '')}: ${textAt(strays[0] ?? NOTHING, '/event')}`,
        evidence: [...strays.slice(0, 3), ...[batch, rejected].filter((each) => each !== undefined)],
      })
    },
  }),

  // Events › When a callback is sent: the credentials are linked to an app that has a webhook for the channel.
  defineCheck({
    id: 'msg/silences/untold',
    title: 'a send of a key of no app, or of an app without a webhook, brings no callback',
    covers: ['msg.event.unlinked-silent', 'msg.event.unconfigured-silent'],
    judgedWith: { 'msg.event.unconfigured-silent': ['messaging.outcomes.secondApp'] },
    needs: ['messaging.smsWebhook', ...silentSend.needs],
    uses: [smsRun, silentSend],
    tier: 'write',
    // A quick run listens for as long as it waits for the callbacks of others.
    cost: { waits: (_, depth) => (depth === 'quick' ? 3 : 0) },
    run: async (t) => {
      await t.use(smsRun)
      const { kind, exchange } = await t.use(silentSend)
      await judgeSilence(t, SILENT[kind], exchange)
      if (kind === 'unlinked' && secondAppId(t) === undefined)
        t.markUnexercised(SILENT.unconfigured, 'not claimed', 'the target file names no second app', SECOND_APP_LINE)
      else t.markUnexercised(otherThan(kind), 'not selected', OTHER_TURN)
    },
  }),

  // The same of the other send, which takes a message more.
  defineCheck({
    id: 'msg/silences/untold-too',
    title: 'a send of the other kind brings no callback either',
    covers: ['msg.event.unlinked-silent', 'msg.event.unconfigured-silent'],
    needs: ['messaging.smsWebhook', ...otherSilentSend.needs],
    uses: [smsRun, otherSilentSend],
    tier: 'write',
    depth: 'deep',
    run: async (t) => {
      await t.use(smsRun)
      const { kind, exchange } = await t.use(otherSilentSend)
      await judgeSilence(t, SILENT[kind], exchange)
      t.markUnexercised(otherThan(kind), 'not selected', OTHER_TURN)
    },
  }),
]

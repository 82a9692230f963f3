import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import { judgeRefusedKey } from '../access/refused-keys.ts'
import { CREATE, PROFILE, updateProfile } from '../client/api.ts'
import { unlessBroken } from '../client/defect.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { isShort } from '../client/one-key.ts'
import { type Row, refusal } from '../client/refusal.ts'
import { sampleOf } from '../creation/refusals/wrong-members.ts'
import { type CheckContext, defineCheck, defineRule } from '../define.ts'
import { inboxName, namedIn, paymentDeliveries, type Role, receiver } from './deliveries.ts'
import { DEFAULTS, profile, RUN_DEFAULT } from './merchant-defaults.ts'

export const BAD_PROFILE: readonly Row[] = ['400 UPDATE_FAILED', '400 VALIDATION_ERROR', '400 INVALID_REQUEST']

/** Beside what is wrong stands a good URL of ours: a refusal keeps neither. */
const decoys = (t: CheckContext, role: Role, label: Decoy = 'bad profile body') =>
  receiver(t, t.inbox(inboxName(label, role)))

/** What a profile update is refused for whose URLs are ours. */
const DECOYS = ['bad profile body', 'rejected merchant default', 'default of a revoked key'] as const
type Decoy = (typeof DECOYS)[number]

interface BadBody {
  readonly label: string
  readonly body: JsonObject | Buffer
}

const badBodies = (webhook: string, callback: string): readonly BadBody[] => [
  { label: 'a body cut off', body: Buffer.from(`{"webhook_url": "${webhook}", "callback_url":`) },
  { label: 'a list', body: Buffer.from(JSON.stringify([{ webhook_url: webhook, callback_url: callback }])) },
  { label: 'a text', body: Buffer.from(JSON.stringify(webhook)) },
  { label: 'webhook_url an object', body: { webhook_url: { url: webhook }, callback_url: callback } },
  { label: 'callback_url an object', body: { webhook_url: webhook, callback_url: { url: callback } } },
  { label: 'webhook_url a list', body: { webhook_url: [webhook, webhook], callback_url: callback } },
  { label: 'callback_url a list', body: { webhook_url: webhook, callback_url: [callback, callback] } },
]

export const profileBodies: readonly Check[] = [
  // Errors: a bad body is refused with a row of 400, at this endpoint as at the other one that takes a body.
  defineCheck({
    id: 'pay/validation/profile-bodies',
    title: 'Profile updates that are no JSON object, or whose URLs are no texts, are refused',
    covers: ['pay.profile.bad-body'],
    needs: DEFAULTS,
    uses: [profile],
    tier: 'write',
    // A target that accepts what it is to refuse has other defaults for a moment.
    phase: 'settled',
    yields: true,
    cost: {
      requests: { live: 28 },
      typical: { requests: { live: 2 }, at: (_, depth) => (depth === 'deep' ? { requests: { live: 7 } } : {}) },
    },
    async run(t) {
      const { key, answer: control, urls } = await t.use(profile)
      t.control(control, status('2xx'))
      const bodies = badBodies(decoys(t, 'webhook').url, decoys(t, 'callback').url)
      // Of each sort one: what cannot be read, and what can and is of the wrong type, may be refused by other hands.
      const sorts = [true, false].map((unread) => bodies.filter(({ body }) => Buffer.isBuffer(body) === unread))
      const chosen = isShort(t.service.keys, t.depth)
        ? sampleOf(t, bodies, 1)
        : sorts.flatMap((each) => sampleOf(t, each, 1))
      for (const { label, body } of chosen) {
        const answer = await unlessBroken(() => updateProfile(t, key, body, label))
        t.judge('pay.profile.bad-body', answer, refusal(BAD_PROFILE))
        if (status('2xx').test(answer).ok) await updateProfile(t, key, urls, 'as it was before')
      }
    },
  }),

  // Authentication is checked before the request reaches an endpoint: what a revoked key asks for does not happen.
  defineCheck({
    id: 'pay/profile/revoked',
    title: 'A profile update with a revoked key is refused, whatever else is right with it',
    covers: ['pay.auth.revoked-key'],
    needs: [...DEFAULTS, 'payment.keys.revoked'],
    uses: [profile],
    tier: 'write',
    phase: 'settled',
    yields: true,
    cost: { requests: { revoked: 1, live: 1 }, typical: { requests: { revoked: 1 } } },
    async run(t) {
      const { key, answer: control, urls } = await t.use(profile)
      t.control(control, status('2xx'))
      const [webhook, callback] = (['webhook', 'callback'] as const).map((role) => decoys(t, role, DECOYS[2]).url)
      const body = { webhook_url: webhook, callback_url: callback }
      const answer = await updateProfile(t, t.key('revoked'), body, 'revoked key, good URLs')
      judgeRefusedKey(t, 'pay.auth.revoked-key', answer, 'revoked', '401 invalid_api_key')
      if (status('2xx').test(answer).ok) await updateProfile(t, key, urls, 'as it was before')
    },
  }),

  // Endpoints: a rejected update is none. Where events come to a URL that only rejected updates named, it is in force.
  defineRule({
    id: 'pay/profile/refused-in-force',
    title: 'No event comes to a URL that only rejected profile updates named',
    covers: ['pay.profile.rejected-unchanged'],
    needs: ['payment', 'webhooks'],
    observes: COMPLETED_PAYMENT,
    run: async (t) => {
      const tally = new Tally(t, 'pay.profile.rejected-unchanged', 'no event at a URL that was rejected')
      for (const [label, role] of DECOYS.flatMap((each) => [[each, 'webhook'] as const, [each, 'callback'] as const])) {
        const inbox = inboxName(label, role)
        const naming = namedIn(t, inbox, [PROFILE, CREATE])
        const [refused] = naming
        if (refused === undefined || ![...naming, ...bringing(t, inbox)].every((each) => status('4xx').test(each).ok))
          continue
        const [event] = paymentDeliveries(t).filter((each) => each.inbox === inbox)
        if (event === undefined) {
          const former = toldOfDefault(t, role, refused)
          // Silence alone says nothing: an event at the former URL shows which one is in force.
          if (former !== undefined) tally.agree([refused, former])
        } else {
          const actual = `an event at ${placeOf(inbox)}, which was named with ${cameBack(refused)}`
          tally.contradict({ subject: subjectOf(event), actual, evidence: [event, ...naming.slice(0, 3)] })
        }
      }
      tally.close('no event came to the default URLs of the run after an update with other ones was rejected')
    },
  }),
]

/** An event at the default URL of the run that arrived after an update was refused. */
const toldOfDefault = (t: CheckContext, role: Role, { endedAt }: Exchange): Delivery | undefined =>
  paymentDeliveries(t).find(({ inbox, arrivedAt }) => inbox === inboxName(RUN_DEFAULT, role) && arrivedAt > endedAt)

/** The requests that hold the URL of an inbox wherever in their bodies: in a list a target may look for it as well. */
function bringing(t: CheckContext, inbox: string): readonly Exchange[] {
  const url = t.inbox(inbox)?.url
  if (url === undefined) return []
  return t
    .exchanges()
    .filter(({ operation }) => operation === PROFILE || operation === CREATE)
    .filter(({ request }) => request.body.includes(url))
}

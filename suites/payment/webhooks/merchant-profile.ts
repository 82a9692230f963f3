import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { CHARSET_ADVICE } from '../../shared/spelling.ts'
import { updateProfile } from '../client/api.ts'
import { mobilePayment } from '../client/payment.ts'
import { refusedBy } from '../client/recipes.ts'
import { records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { recipeOf, settle } from '../client/settlement.ts'
import { type CheckContext, defineCheck, lineFor } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'
import { inboxName, type Role, receiver } from './deliveries.ts'
import { arrived, completedControl, type Missing, reported } from './events/event-arrival.ts'
import { DEFAULTS, OF_DEFAULTS, profile, withoutUrls } from './merchant-defaults.ts'

export const merchantProfile: readonly Check[] = [
  // Endpoints: PUT updates the merchant profile; rejection gives UPDATE_FAILED.
  defineCheck({
    id: 'pay/profile/update',
    title: 'The default URLs of the merchant profile can be updated',
    covers: ['pay.profile.update'],
    needs: DEFAULTS,
    uses: [profile],
    tier: 'write',
    async run(t) {
      const { answer, spelled } = await t.use(profile)
      t.judge('pay.profile.update', answer, status('2xx'))
      judgeSpelling(t, spelled, answer)
    },
  }),

  defineCheck({
    id: 'pay/profile/rejected',
    title: 'A rejected profile update answers 400 UPDATE_FAILED and changes nothing',
    covers: ['pay.profile.update-rejected', 'pay.profile.rejected-unchanged'],
    judgedWith: { 'pay.profile.rejected-unchanged': ['payment.outcomes.completed', 'payment.bodies.mobile'] },
    needs: [...DEFAULTS, 'payment.outcomes.updateRejected'],
    uses: [profile, withoutUrls, mobilePayment, records],
    tier: 'write',
    // A target that accepts what it was to reject has other defaults from then on.
    phase: 'settled',
    // Its payment shows as well whether what was refused before is in force.
    runsAfter: ['pay/validation/profile-bodies', 'pay/profile/revoked'],
    cost: { requests: { live: 4 }, spends: { payments: 1 } },
    async run(t) {
      const { key, answer: control } = await t.use(profile)
      t.control(control, status('2xx'))
      const { with: members = {} } = recipeOf(t, 'updateRejected')
      // A good value beside the bad one: a rejection keeps neither.
      const decoy = { webhook_url: decoyOf(t, 'webhook').url, callback_url: decoyOf(t, 'callback').url }
      const answer = await updateProfile(t, key, { ...decoy, ...members }, 'values that the target rejects')
      const why = 'the rows for bad bodies fit as well'
      t.judge(
        'pay.profile.update-rejected',
        answer,
        refusedBy(
          'updateRejected',
          refusal(['400 UPDATE_FAILED'], ['400 VALIDATION_ERROR', '400 INVALID_REQUEST'], why),
        ),
      )
      await judgeUnchanged(t, answer)
    },
  }),
]

// Endpoints: a JSON body. One that names its charset is the same one.
function judgeSpelling(t: CheckContext, spelled: Exchange, plain: Exchange): void {
  const isRefused = status('4xx').test(spelled).ok && !status(429).test(spelled).ok
  // Somebody before the service may have answered in its place.
  if (!status('2xx').test(plain).ok || !isRefused || troubleIn(spelled, 'pay.profile.update') !== undefined) return
  t.conclude('pay.profile.update', {
    ok: false,
    subject: `${subjectOf(spelled)}, with a charset in its Content-Type`,
    expected: 'the answer that the same update gets without one',
    actual: `${cameBack(spelled)}, and without one ${cameBack(plain)}`,
    evidence: [spelled, plain],
    ...CHARSET_ADVICE,
  })
}

// Endpoints: PUT updates the profile, or it is rejected. After a rejection the defaults of before are in force.
async function judgeUnchanged(t: CheckContext, rejection: Exchange): Promise<void> {
  const id = 'pay.profile.rejected-unchanged'
  if (!status('4xx').test(rejection).ok) {
    t.markUnexercised(id, 'not met', 'the update was not rejected')
    return
  }
  if (!t.has('payment.outcomes.completed') || !t.has('payment.bodies.mobile')) {
    t.markUnexercised(id, 'not claimed', 'no payment can be completed', lineFor('payment.outcomes.completed'))
    return
  }
  const before = await t.use(withoutUrls)
  completedControl(t, before)
  if (!(await reported(t, before.defaults.webhook, before.payment))) {
    t.markBlocked(id, 'before the rejected update no event with a terminal status came to the merchant defaults either')
    return
  }
  const settled = await settle(t, 'completed', {
    label: 'payment after a rejected update',
    urls: 'none',
    turn: OF_DEFAULTS,
  })
  completedControl(t, settled)
  const { webhook, callback } = before.defaults
  const missing = (role: Role): Missing => ({ after: rejection, instead: decoyOf(t, role) })
  arrived(t, id, webhook, settled, await reported(t, webhook, settled.payment), missing('webhook'))
  if (await reported(t, callback, before.payment))
    arrived(t, id, callback, settled, await reported(t, callback, settled.payment), missing('callback'))
}

/** Where events go if a rejected update is kept all the same. */
const decoyOf = (t: CheckContext, role: Role): Inbox =>
  receiver(t, t.inbox(inboxName('rejected merchant default', role)))

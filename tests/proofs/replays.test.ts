import { expect, test } from 'vitest'
import { withSenders } from '../../cli/run/kept/senders.ts'
import { unjudgedSince } from '../../cli/run/kept/unjudged.ts'
import type { Check } from '../../kit/check/check.ts'
import type { Report } from '../../kit/report/report.ts'
import { messagingFlaws, startMessagingService } from '../../reference/messaging/index.ts'
import { paymentFlaws } from '../../reference/payment/flaws.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { type Embedded, type Proof, prove } from './proof.ts'

/** One flaw of so many has its turn; each with `REPLAYS=all`. */
const EVERY = process.env.REPLAYS === 'all' ? 1 : 25

/** By itself one of them may miss what others have a part in: its replay names the run that asks for all of it. */
const TOGETHER: readonly string[] = [
  'msg/read/effect',
  'msg/silences/refused',
  'pay/deliveries/ends-after-2xx',
  'pay/event-identity/unique',
  'pay/idempotency/lost-answer-events',
  'pay/idempotency/one-payment-per-key',
  'pay/idempotency/replay-after-other-ends',
  'pay/outages/events',
  'pay/outcomes/refused-creations',
  'pay/profile/rejected',
  'pay/references/duplicate',
  'pay/references/one-live-told',
  'pay/refreshing/after-failed',
  'pay/refreshing/brings-status',
  'pay/statuses/terminal-is-final',
  'pay/webhooks/every-change',
]

/** The same of a flaw that shows in these by what others did to their payments, or to the URLs of the merchant. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'finished-replay-conflict': ['pay/idempotency/card', 'pay/idempotency/every-retry'],
  'forgets-key-when-finished': ['pay/idempotency/card', 'pay/idempotency/every-retry'],
  'cancellation-frees-key': ['pay/idempotency/card', 'pay/idempotency/every-retry'],
  'defaults-override': ['pay/webhooks/callback', 'pay/webhooks/own-urls'],
}

/** What `replay` looks at. */
const thin = ({ run, verdicts }: Proof, only: readonly string[] = []): Report =>
  ({
    run: { seed: 1, depth: 'standard', only, skip: [], certify: false },
    target: { claims: [] },
    suite: { catalogue: { sha256: '' } },
    requirements: verdicts,
    exchanges: run.session.store.exchanges,
    deliveries: run.session.store.deliveries,
    checks: run.results.map(({ check, verdict }) => ({ id: check.id, verdict })),
  }) as object as Report

/** The checks that failed and whose replay says that nothing is broken. */
async function silenced(start: () => Promise<Embedded>, which: string, checks: readonly Check[]): Promise<string[]> {
  const before = thin(await prove(start, which, checks, 'standard'))
  const failed = before.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const found: string[] = []
  for (const id of failed.filter((each) => !TOGETHER.includes(each))) {
    const only = withSenders(before, [id], checks)
    const again = await prove(
      start,
      which,
      checks.filter((each) => only.includes(each.id)),
      'standard',
    )
    const isTold = again.failed.length > 0 || again.warned.length > 0
    const { open, keptOtherwise } = unjudgedSince(before, [id], thin(again, only))
    if (!isTold && open.length + keptOtherwise.length === 0) found.push(id)
  }
  return found
}

const cases = [
  ...Object.keys(paymentFlaws).map((name) => ['payment', name] as const),
  ...Object.keys(messagingFlaws).map((name) => ['messaging', name] as const),
].filter((_, index) => index % EVERY === 1 % EVERY)

test.for(cases)('%s, %s: the replay of what failed is red, or says that it asked less', async ([which, name]) => {
  const found =
    which === 'payment'
      ? await silenced(() => startPaymentService({ flaw: name }), which, paymentChecks)
      : await silenced(() => startMessagingService({ flaw: name }), which, messagingChecks)
  expect(found.filter((each) => OF_OTHERS[name]?.includes(each) !== true)).toEqual([])
})

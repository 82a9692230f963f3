import { expect, test } from 'vitest'
import type { CheckContext } from '../../../../kit/check/context.ts'
import { contextOf, deliveryOf } from '../../../../tests/made-up/recorded.ts'
import { FATES, type Fate } from '../../sending/sends.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { identityOf, TRAP } from '../deliveries.ts'
import { deliveryRetries } from './delivery-retries.ts'

/** Why failures are not judged of which no event was, with the lines of the target file that would help. */
async function reasonsWith(claimed: readonly Fate[]): Promise<(readonly [string, number])[]> {
  const reasons: (readonly [string, number])[] = []
  const check = deliveryRetries.find(({ id }) => id === 'msg/delivery-retries/retries')
  const { t } = contextOf<CheckContext>({
    service: { fixtures: { phones: Object.fromEntries(claimed.map((fate) => [fate, '255700000201'])) } },
    fixtures: { [smsRun.name]: { webhook: { eventOf: () => undefined, inbox: { deliveries: [] } } } },
    context: {
      markUnexercised: (_: string, why: string, _reason: string, lines = '') =>
        reasons.push([why, lines.split('\n').filter((line) => line !== '').length]),
    },
  })
  await check?.run(t)
  expect(reasons).toHaveLength(check?.covers.length ?? 0)
  return reasons
}

test.for<[string, readonly Fate[], readonly [string, number]]>([
  ['every recipient is there: no more events come', FATES, ['not met', 0]],
  ['one is wanting', FATES.slice(1), ['not claimed', 1]],
  ['all are wanting', [], ['not claimed', FATES.length]],
])('%s', async ([_, claimed, expected]) => {
  for (const reason of await reasonsWith(claimed)) expect(reason).toEqual(expected)
})

const REDIRECT = 'msg.delivery.retry-after-redirect'

test.for<[string, number, boolean, string[]]>([
  // What the sender found behind the redirect it took for the answer.
  ['was followed', 1, true, [`unexercised ${REDIRECT}`, 'msg.open.redirects: followed']],
  ['was not followed', 0, true, []],
  ['was not given to any event', 0, false, [`unexercised ${REDIRECT}`]],
])('a redirect that %s', async ([_, trapped, isGiven, expected]) => {
  const redirected = deliveryOf({ event: 'sms.sent' })
  const eventOf = (part: string) => (isGiven && part === 'redirect' ? identityOf(redirected) : undefined)
  const webhook = { eventOf, inbox: { deliveries: [redirected], next: () => Promise.reject(new Error('none came')) } }
  const { t, said } = contextOf<CheckContext>({
    service: { fixtures: { phones: {} } },
    fixtures: { [smsRun.name]: { webhook } },
    context: {
      inbox: (name: string) =>
        name === TRAP ? { deliveries: Array.from({ length: trapped }, () => redirected) } : undefined,
    },
  })
  await deliveryRetries.find(({ id }) => id === 'msg/delivery-retries/retries')?.run(t)
  const spoken = said.filter((each) => /^unexercised .*-redirect$|redirects/.test(each))
  expect(spoken).toEqual(expected)
})

test('a retry is waited for longer where the sender has to give up an answer first', async () => {
  const held = deliveryOf({ event: 'sms.sent' }, { answered: { kind: 'hang', forMs: 1000 } })
  const broken = deliveryOf({ event: 'sms.delivered' }, { answered: { kind: 'reset' } })
  const within: number[] = []
  const parts: Readonly<Record<string, string>> = { 'no answer': identityOf(held), reset: identityOf(broken) }
  const next = (fits: (each: unknown) => boolean, { within: ms }: { readonly within: number }) => {
    within[fits(held) ? 0 : 1] = ms
    return Promise.resolve(held)
  }
  const { t } = contextOf<CheckContext>({
    service: { fixtures: { phones: {} } },
    target: { webhooks: { retryWithin: 60 } },
    fixtures: {
      [smsRun.name]: {
        webhook: { eventOf: (part: string) => parts[part], inbox: { deliveries: [held, broken], next } },
      },
    },
  })
  await deliveryRetries.find(({ id }) => id === 'msg/delivery-retries/retries')?.run(t)
  expect(within).toEqual([90_000, 60_000])
})

import { beforeAll, describe, expect, test } from 'vitest'
import { DEEP_ONLY } from '../../kit/check/signals.ts'
import { messagingFlaws, startMessagingService } from '../../reference/messaging/index.ts'
import { catalogue } from '../../specs/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { prove } from './proof.ts'
import { messagingWarnings } from './warnings/messaging.ts'

const flaws = Object.entries(messagingFlaws)
/**
 * The standard depth reads one app instead of two, registers one secret, takes turns in what full depth asks of every
 * endpoint, and at the documents' own clocks does not wait for the tail of a schedule of retries.
 */
const ELSEWHERE: readonly string[] = [
  'gives-up-when-gone',
  'gives-up-after-bad-request',
  'gives-up-when-not-found',
  'gives-up-after-second-timeout',
  'gives-up-when-unavailable',
  'gives-up-when-not-implemented',
  'key-as-token-is-taken',
  'key-in-query-is-taken',
  'three-attempts-of-five',
  'eight-attempts-of-five',
  'never-gives-up',
  'call-keeps-prior-code',
  'takes-fractions-for-lengths',
  'takes-lists-for-app-keys',
  'channel-list-crash',
  'repeats-after-empty-answer',
  'parses-answer-body',
  'app-read-outside-version',
  'another-app',
  'app-forgotten',
  'app-lost-after-a-moment',
  'keeps-the-former-secret',
  'signs-with-one-secret',
  'signs-with-latin-secret',
  'signs-with-trimmed-secret',
  'key-compared-but-for-its-end',
  'key-cut-off-is-taken',
  'key-with-more-is-taken',
  'token-cut-off-is-taken',
  'token-with-more-is-taken',
  'token-under-no-scheme-is-taken',
  'phone-in-list',
  'phone-null',
  'phone-empty',
  'phone-too-long',
  'sender-id-object',
  'template-list',
  'callback-secret-object',
  'length-list',
  'expiry-object',
  'channel-in-list',
  'channel-fax',
  'app-name-null',
  'app-description-list',
  'app-workspace-object',
  'up-to-list',
  'up-to-word',
  'up-to-impossible',
  'form-crashes',
  'callback-url-of-other-schemes',
  'callback-url-over-http-by-call',
  'callback-url-over-http-by-whatsapp',
  'callback-url-relative',
  'call-ends-no-call',
  'phone-with-plus-by-whatsapp',
  'mixed-batch-forgets-failures',
  'third-code-in-a-row-again',
  'two-codes-at-one-moment',
  'counted-twice-at-one-moment',
  'callback-of-other-phones-replaced',
  'callback-of-other-apps-replaced',
  'callback-of-other-phones-dropped',
  'no-token-behind-bearer-is-taken',
  'prior-code-of-other-length-stays',
  'same-code-again-after-whatsapp',
  'filtered-senders-without-key',
  'slashed-campaign-without-key',
  'slashed-app-without-token',
]
/** Cells of the resend that have their turn with another seed. */
const SEEDS: Readonly<Record<string, number>> = {
  'app-id-ignored-by-call': 10,
  'call-after-call-by-sms': 10,
  'callback-forgotten-where-left-out': 9,
  'callback-goes-by-whatsapp': 8,
  'callback-secret-inherited': 1,
  'phone-in-other-digits': 8,
  'unconfigured-app-reported': 8,
  'up-to-without-its-fraction': 8,
  'webhook-of-other-channel-stands-in': 10,
  'whatsapp-refuses-other-letters': 1,
}
const deepOnly = new Set<string>()

beforeAll(async () => {
  const { verdicts } = await prove(() => startMessagingService(), 'messaging', messagingChecks, 'standard')
  for (const { id, judgements } of verdicts) {
    if (judgements.length > 0 && judgements.every(({ reason }) => reason === DEEP_ONLY)) deepOnly.add(id)
  }
})

describe('every flaw of the messaging service turns red exactly what it breaks', () => {
  // At the standard depth, which people run, wherever it sees what is broken.
  test.for(flaws)('%s', async ([flaw, { breaks }]) => {
    const depth = ELSEWHERE.includes(flaw) || breaks.some((id) => deepOnly.has(id)) ? 'deep' : 'standard'
    const start = () => startMessagingService({ flaw })
    const { failed, warned, told } = await prove(start, 'messaging', messagingChecks, depth, undefined, SEEDS[flaw])
    const warnings = messagingWarnings[flaw] ?? []
    const failures = breaks.filter((id) => !warnings.includes(id))
    expect(failed.toSorted(), told.join('\n')).toEqual(failures.toSorted())
    expect(warned.toSorted(), told.join('\n')).toEqual(warnings)
  })
})

test.for([10, 60, 300])('codes of which nothing is told fail on a clock %i times as fast', async (timeScale) => {
  const start = () => startMessagingService({ flaw: 'callbacks-not-sent', timeScale })
  const { failed, told } = await prove(start, 'messaging', messagingChecks, 'standard')
  expect(failed, told.join('\n')).toEqual(['msg.otp.callback-delivered'])
})

test('every must of the messaging service with a check is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(messagingChecks.flatMap(({ covers }) => covers))
  const unproven = [...covered].filter((id) => catalogue[id]?.level === 'must' && !broken.has(id))
  expect(unproven).toEqual([])
})

test('the standard depth leaves out nothing that must be, though some has its turn with another seed', () => {
  const left = [...deepOnly].filter((id) => catalogue[id]?.level === 'must')
  expect(left).toEqual([])
})

import type { Check } from '../../../kit/check/check.ts'
import {
  changed,
  type Forgery,
  type ForgeryIds,
  judgeForgeries,
  malformed,
  type UsualIds,
  unsigned,
} from '../../shared/receiver/forgeries.ts'
import { SCHEME, type Signing, sendOnce, statusOf, taken } from '../../shared/receiver/party.ts'
import { assertTaken } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, SIGNED, unusualEvents } from './control.ts'
import { type CheckContext, defineCheck, type RequirementId, type UnstatedId } from './define.ts'
import { eventOf, raised, stageOf, transaction } from './events.ts'

const USUAL = {
  missing: 'pay-receiver.signature.missing-refused',
  otherKey: 'pay-receiver.signature.other-key-refused',
  tampered: 'pay-receiver.signature.tampered-refused',
  rewritten: 'pay-receiver.signature.rewritten-refused',
  wholeDigest: 'pay-receiver.signature.whole-digest',
  scheme: 'pay-receiver.signature.scheme',
} as const satisfies UsualIds & Readonly<Record<string, RequirementId>>

const IDS = {
  noEffect: 'pay-receiver.signature.forged-no-effect',
  notPoisoned: 'pay-receiver.dedup.not-poisoned',
  refusalStatus: 'pay-receiver.open.refusal-status',
} as const satisfies ForgeryIds

const COMMON = [IDS.noEffect, IDS.notPoisoned] as const
/** What became of a forged event only a probe shows. */
const SEEN = { [IDS.noEffect]: ['paymentReceiver.probe'], [IDS.notPoisoned]: ['paymentReceiver.probe'] } as const

/** Seconds between the time that is signed and the one that is told: no receiver finds either too old. */
const APART = 30
const HOUR = 3600

const seconds = (ms: number): number => Math.floor(ms / 1000)

export const signatures: readonly Check[] = [
  // Events › Signature: the sign input is the raw body, as it came.
  defineCheck({
    id: 'pay-receiver/signature/raw-body',
    title: 'Right events in unusual bytes, and in forms of which nothing is said',
    covers: ['pay-receiver.signature.raw-body'],
    needs: SIGNED,
    uses: [firstEvent, unusualEvents],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      for (const { last } of await t.use(unusualEvents)) t.judge('pay-receiver.signature.raw-body', last, taken)
      await observeForms(t)
    },
  }),

  // Events › Signature: keyed with the signing key, compared with the part after sha256=.
  defineCheck({
    id: 'pay-receiver/signature/unsigned',
    title: 'Events without a signature, or with that of another key',
    covers: [USUAL.missing, USUAL.otherKey, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(6),
    async run(t) {
      const key = t.claimed('paymentReceiver.signingKey')
      await judgeForgeries(t, stageOf(t), await t.use(firstEvent), unsigned(USUAL, key), IDS)
    },
  }),

  // Events › Signature: the signature covers the raw body.
  defineCheck({
    id: 'pay-receiver/signature/changed',
    title: 'Events whose bytes are not those that were signed',
    covers: [USUAL.tampered, USUAL.rewritten, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    run: async (t) => judgeForgeries(t, stageOf(t), await t.use(firstEvent), changed(USUAL, raised), IDS),
  }),

  // Events › Signature: compared against the part after sha256=, all of it.
  defineCheck({
    id: 'pay-receiver/signature/malformed',
    title: 'Events with a part of the digest, or with it in another form',
    covers: [USUAL.wholeDigest, USUAL.scheme, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(10),
    run: async (t) => judgeForgeries(t, stageOf(t), await t.use(firstEvent), malformed(USUAL), IDS),
  }),

  // Events › Signature: the sign input is `{timestamp}.{raw_body}`.
  defineCheck({
    id: 'pay-receiver/signature/timestamp',
    title: 'Events whose timestamp is another one, absent, or not signed',
    covers: [
      'pay-receiver.signature.timestamp-signed',
      'pay-receiver.signature.timestamp-required',
      'pay-receiver.signature.body-alone-refused',
      ...COMMON,
    ],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(6),
    async run(t) {
      const now = (): number => seconds(t.clock.now())
      const forgeries: readonly Forgery[] = [
        {
          requirement: 'pay-receiver.signature.timestamp-signed',
          label: 'with another timestamp than the signed one',
          forge: () => ({ signedAt: now() - APART, toldAt: now() }),
        },
        {
          requirement: 'pay-receiver.signature.timestamp-signed',
          label: 'with a timestamp one second behind the signed one',
          forge: () => ({ signedAt: now(), toldAt: now() - 1 }),
        },
        {
          requirement: 'pay-receiver.signature.timestamp-required',
          label: 'without a timestamp',
          forge: () => ({ toldAt: null }),
        },
        {
          requirement: 'pay-receiver.signature.body-alone-refused',
          label: 'signed without its timestamp',
          forge: () => ({ bodyAlone: true }),
        },
      ]
      await judgeForgeries(t, stageOf(t), await t.use(firstEvent), forgeries, IDS)
    },
  }),
]

/** What nothing is said of: what the receiver does is recorded. */
async function observeForms(t: CheckContext): Promise<void> {
  const { party } = stageOf(t)
  const upper = (digest: string): readonly string[] => [`${SCHEME}${digest.toUpperCase()}`]
  const two = (digest: string): readonly string[] => [`${SCHEME}${'0'.repeat(64)}`, `${SCHEME}${digest}`]
  const now = seconds(t.clock.now())
  const odd: readonly (readonly [UnstatedId, string, Signing])[] = [
    ['pay-receiver.open.old-timestamp', 'an hour old', { signedAt: now - HOUR }],
    ['pay-receiver.open.future-timestamp', 'an hour ahead', { signedAt: now + HOUR }],
    ['pay-receiver.open.upper-case-digits', 'in upper-case digits', { lines: upper }],
    ['pay-receiver.open.two-signatures', 'with two signatures, the second its own', { lines: two }],
  ]
  for (const [id, label, signing] of odd) {
    const exchange = await sendOnce(t, party, eventOf(t, await transaction(t)), label, signing)
    t.observe(id, statusOf(exchange), [exchange])
  }
}

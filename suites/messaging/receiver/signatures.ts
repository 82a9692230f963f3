import type { Check } from '../../../kit/check/check.ts'
import {
  changed,
  type ForgeryIds,
  judgeForgeries,
  malformed,
  type UsualIds,
  unsigned,
} from '../../shared/receiver/forgeries.ts'
import { type Delivered, SCHEME, type Signing, sendOnce, statusOf, taken } from '../../shared/receiver/party.ts'
import { assertTaken } from '../../shared/receiver/stage.ts'
import { costOf, firstEvent, SIGNED, THERE, unusualEvents } from './control.ts'
import { type CheckContext, defineCheck, type RequirementId, type UnstatedId } from './define.ts'
import { redirected, stageOf } from './events.ts'

const USUAL = {
  missing: 'msg-receiver.signature.missing-refused',
  otherKey: 'msg-receiver.signature.other-secret-refused',
  tampered: 'msg-receiver.signature.tampered-refused',
  rewritten: 'msg-receiver.signature.rewritten-refused',
  wholeDigest: 'msg-receiver.signature.whole-digest',
  scheme: 'msg-receiver.signature.scheme',
} as const satisfies UsualIds & Readonly<Record<string, RequirementId>>

const IDS = {
  noEffect: 'msg-receiver.signature.forged-no-effect',
  notPoisoned: 'msg-receiver.dedup.not-poisoned',
  clientError: 'msg-receiver.signature.client-error',
  refusalStatus: 'msg-receiver.open.refusal-status',
} as const satisfies ForgeryIds

const COMMON = [IDS.noEffect, IDS.notPoisoned, IDS.clientError] as const
/** What became of a forged event only a probe shows. */
const SEEN = { [IDS.noEffect]: ['messagingReceiver.probe'], [IDS.notPoisoned]: ['messagingReceiver.probe'] } as const

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

export const signatures: readonly Check[] = [
  // Events › Signature verification 1, 4: the raw bytes as received.
  defineCheck({
    id: 'msg-receiver/signature/raw-body',
    title: 'Right SMS events in unusual bytes, and in forms of which nothing is said',
    covers: ['msg-receiver.signature.raw-body'],
    needs: SIGNED,
    uses: [firstEvent, unusualEvents],
    tier: 'write',
    cost: costOf(3),
    async run(t) {
      assertTaken(t, await t.use(firstEvent))
      const [escaped, ...others] = await t.use(unusualEvents)
      for (const { last } of others) t.judge('msg-receiver.signature.raw-body', last, taken)
      if (escaped !== undefined) await judgeEscapes(t, escaped)
      await observeForms(t)
    },
  }),

  // Events › Signature verification 2: the secret's UTF-8 bytes are the key.
  defineCheck({
    id: 'msg-receiver/signature/secret',
    title: 'A secret with letters beyond ASCII',
    covers: ['msg-receiver.signature.secret-utf8'],
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(1),
    async run(t) {
      const id = 'msg-receiver.signature.secret-utf8'
      const plain = t.attest(id, 'the secret', () => isAscii(t.claimed('messagingReceiver.secret')))
      if (plain) {
        t.markInapplicable(id, 'messagingReceiver.secret has letters of ASCII alone', 'the target file')
        return
      }
      const first = await t.use(firstEvent)
      if (first.delivered.isTaken) {
        t.judge(id, first.delivered.last, taken)
        return
      }
      const stage = stageOf(t)
      const key = Buffer.from(t.claimed('messagingReceiver.secret'), 'latin1')
      const other = await sendOnce(t, stage.party, await stage.fresh(), 'with the secret in Latin-1', { key })
      if (!taken.test(other).ok) assertTaken(t, first)
      t.conclude(id, {
        subject: 'POST webhook (the secret has letters beyond ASCII)',
        expected: 'a 2xx where the key is the secret in UTF-8',
        ok: false,
        actual: 'one where it is the secret in Latin-1, and none where it is that in UTF-8',
        evidence: [first.delivered.last, other],
      })
    },
  }),

  // Events › Signature verification 5: where a secret is configured, the header is there and valid.
  defineCheck({
    id: 'msg-receiver/signature/unsigned',
    title: 'SMS events without a signature, or with that of another secret',
    covers: [USUAL.missing, USUAL.otherKey, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(6),
    async run(t) {
      const secret = t.claimed('messagingReceiver.secret')
      const first = await t.use(firstEvent)
      await judgeForgeries(t, stageOf(t, first), first, unsigned(USUAL, secret), IDS)
    },
  }),

  // Events › Signature verification 1, 4: the signature covers the raw body.
  defineCheck({
    id: 'msg-receiver/signature/changed',
    title: 'SMS events whose bytes are not those that were signed',
    covers: [USUAL.tampered, USUAL.rewritten, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(4),
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeForgeries(t, stageOf(t, first), first, changed(USUAL, redirected), IDS)
    },
  }),

  // Events › Signature verification 3: compared with the part after sha256=, all of it.
  defineCheck({
    id: 'msg-receiver/signature/malformed',
    title: 'SMS events with a part of the digest, or with it in another form',
    covers: [USUAL.wholeDigest, USUAL.scheme, ...COMMON],
    judgedWith: SEEN,
    needs: SIGNED,
    uses: [firstEvent],
    tier: 'write',
    cost: costOf(10),
    async run(t) {
      const first = await t.use(firstEvent)
      await judgeForgeries(t, stageOf(t, first), first, malformed(USUAL), IDS)
    },
  }),

  // Events › Request: the header is there only when a secret is configured.
  defineCheck({
    id: 'msg-receiver/signature/without-secret',
    title: 'An event without a signature, where no secret is configured',
    covers: ['msg-receiver.signature.unsigned-taken'],
    needs: THERE,
    uses: [firstEvent],
    tier: 'write',
    async run(t) {
      const id = 'msg-receiver.signature.unsigned-taken'
      if (t.has('messagingReceiver.secret'))
        t.markInapplicable(id, 'messagingReceiver.secret names a secret', 'the target file')
      else t.judge(id, (await t.use(firstEvent)).delivered.last, taken)
    },
  }),
]

/**
 * Judges an event with escapes that JSON does not need. Bodies are compact, and some receivers refuse what they do not
 * take for that: those that verify JSON written anew take such bytes under the signature of the usual ones.
 */
async function judgeEscapes(t: CheckContext, { last, isTaken }: Delivered): Promise<void> {
  const id = 'msg-receiver.signature.raw-body'
  t.observe('msg-receiver.open.needless-escapes', statusOf(last), [last])
  if (isTaken) {
    t.judge(id, last, taken)
    return
  }
  const stage = stageOf(t)
  const usual = await stage.fresh()
  const body = Buffer.from(usual.body.toString('utf8').replace('"sms.', '"sms\\u002e'))
  const label = 'escapes that are not needed, under the signature of the usual bytes'
  const forged = await sendOnce(t, stage.party, { ...usual, body }, label, { over: usual.body })
  if (taken.test(forged).ok) t.judge(id, last, taken)
}

/** What nothing is said of: what the receiver does is recorded. */
async function observeForms(t: CheckContext): Promise<void> {
  const stage = stageOf(t)
  const upper = (digest: string): readonly string[] => [`${SCHEME}${digest.toUpperCase()}`]
  const two = (digest: string): readonly string[] => [`${SCHEME}${'0'.repeat(64)}`, `${SCHEME}${digest}`]
  const odd: readonly (readonly [UnstatedId, string, Signing])[] = [
    ['msg-receiver.open.upper-case-digits', 'in upper-case digits', { lines: upper }],
    ['msg-receiver.open.two-signatures', 'with two signatures, the second its own', { lines: two }],
  ]
  for (const [id, label, signing] of odd) {
    const exchange = await sendOnce(t, stage.party, await stage.fresh(), label, signing)
    t.observe(id, statusOf(exchange), [exchange])
  }
}

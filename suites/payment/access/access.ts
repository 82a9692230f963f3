import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { cameBack, matcher, no, noted, ok, status, valueAt } from '../../../kit/match/index.ts'
import { judgeAccepted, validCreation } from '../client/acceptance.ts'
import { create, read, updateProfile } from '../client/api.ts'
import type { BodyKind } from '../client/bodies.ts'
import { controlCreation } from '../client/control.ts'
import { draft } from '../client/payment.ts'
import { outcomeDraft, refusedBy, sendRefused, unlessIdle } from '../client/recipes.ts'
import { refusal } from '../client/refusal.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { creationOfKind, OTHER_KINDS, type OtherKind } from '../creation/completed-kinds.ts'
import { inTurn } from '../creation/refusals/turns.ts'
import { type CheckContext, defineCheck, lineFor } from '../define.ts'
import type { PaymentOutcome } from '../service/outcomes.ts'
import { hidden } from './blocked-reason.ts'
import { randomUuid } from './identifiers.ts'
import { CUT_OFF } from './invalid-credentials.ts'
import { judgeRefusedKey } from './refused-keys.ts'
import { whileTurned } from './test-mode.ts'

const SWITCHES = ['payment.outcomes.testModeOff', 'payment.outcomes.testModeOn'] as const
const UNAVAILABLE = '403 TEST_MODE_UNAVAILABLE'
/** Until a switch is known everywhere, seconds of the document's time. */
const KNOWN_AFTER = 5

async function sendTest(
  t: CheckContext,
  label: string,
  expects: 'new' | 'refused',
  kind: BodyKind = 'mobile',
): Promise<Exchange> {
  const key =
    t.key('test') ??
    t.abortUnexercised('not claimed', 'the target file names no test key', lineFor('payment.keys.test'))
  const send = () => {
    const { body, idempotencyKey } = draft(t, { label, kind, as: key })
    return create(t, { label, as: key, body, idempotencyKey, expects })
  }
  const answer = await send()
  // Whether test keys are let in at all is not shown; one that could not be looked up for a moment can be the next time.
  return answer.response?.status === 401 ? send() : answer
}

/** The row speaks of money-moving endpoints: a read moves none. Here it finds nothing. */
const looked = matcher<Exchange>(`404, or any answer but ${UNAVAILABLE}`, (exchange) =>
  cameBack(exchange) === UNAVAILABLE ? no(UNAVAILABLE) : ok,
)

/** What moves no money, and is judged once a creation with the test key was refused for test mode. */
const MOVES_NONE = ['pay.access.test-key-reads', 'pay.access.test-key-profile'] as const

/** A profile moves no money either. */
const turnedAway = matcher<Exchange>(`a refusal for the body, or any answer but ${UNAVAILABLE}`, looked.test)

/** Judges what the test key is answered where no money is moved, once a creation with it was refused for test mode. */
async function judgeElsewhere(t: CheckContext, refused: Exchange): Promise<void> {
  const [reads, profile] = MOVES_NONE
  const key = t.key('test')
  if (key === undefined || cameBack(refused) !== UNAVAILABLE) {
    for (const id of MOVES_NONE) t.markBlocked(id, 'the test key was not refused for test mode', [refused])
    return
  }
  const answer = await read(t, key, randomUuid(t), 'a read with the test key')
  // Only whoever has looked, or says why it does not, says something of it.
  if (isTaken(answer) || answer.response?.status === 404 || cameBack(answer) === UNAVAILABLE)
    t.judge(reads, answer, looked)
  else t.markBlocked(reads, `the read was not looked at: ${cameBack(answer)}`, [answer])
  if (!t.has('allow.profileWrites'))
    return t.markUnexercised(profile, 'not met', 'the profile may not be written, or could not be put back')
  // Nothing can be kept of a body that ends in the middle.
  const update = await updateProfile(t, key, CUT_OFF, 'a profile update with the test key, cut off')
  if (status(400).test(update).ok || cameBack(update) === UNAVAILABLE) t.judge(profile, update, turnedAway)
  else t.markUnexercised(profile, 'not met', `the update was not looked at: ${cameBack(update)}`)
}

const isTaken = (answer: Exchange): boolean => status('2xx').test(answer).ok

/** A test key that is taken means that test mode is on, unless turning it off changes nothing. */
async function judgeTaken(t: CheckContext, first: Exchange): Promise<void> {
  judgeAccepted(t, 'pay.access.test-key-enabled', first)
  await judgeLive(t)
  if (!SWITCHES.every((each) => t.has(each))) {
    const reason = 'the test key was taken: test mode seems to be on, and it cannot be turned off and on again'
    for (const id of ['pay.access.test-key', ...MOVES_NONE] as const)
      t.markUnexercised(id, 'not met', reason, SWITCHES.map(lineFor).join('\n'))
    return
  }
  let off: Exchange | undefined
  const judgeOff = async (): Promise<void> => {
    off = await sendTest(t, 'test key, test mode off', 'refused')
    judgeRefusedKey(t, 'pay.access.test-key', off, 'test', UNAVAILABLE)
    await judgeElsewhere(t, off)
  }
  // It had been on: leave it so. Where off changes nothing, nobody knows, and off is the safer end.
  await whileTurned(t, { to: 'testModeOff', back: 'testModeOn' }, judgeOff, () => off !== undefined && isTaken(off))
}

/** What cannot be turned off again is not turned on: it would be left so, and a test key would be taken rightly. */
async function judgeOn(t: CheckContext): Promise<void> {
  const missing = SWITCHES.filter((each) => !t.has(each))
  if (missing.length > 0) {
    const reason = 'test mode is off, and nothing here turns it on and off again'
    for (const id of ['pay.access.test-key-enabled', 'pay.access.live-key-test-mode'] as const)
      t.markUnexercised(id, 'not claimed', reason, missing.map(lineFor).join('\n'))
    return
  }
  await whileTurned(t, { to: 'testModeOn', back: 'testModeOff' }, async () => {
    const on = await sendTest(t, 'test key, test mode on', 'new')
    // Blocked for reasons outside the request, but not by the row that speaks of test mode itself.
    if (cameBack(on) === UNAVAILABLE)
      t.judge(
        'pay.access.test-key-enabled',
        on,
        noted(status('2xx'), unlessIdle('testModeOn'), () => true),
      )
    else judgeAccepted(t, 'pay.access.test-key-enabled', on)
    await judgeLive(t)
  })
  // What was let in once is let in no longer, once that is known everywhere.
  const off = await sendTest(t, 'test key, test mode off again', 'refused')
  if (isTaken(off)) await t.pause(Math.max(t.clock.scaled(KNOWN_AFTER), 1000))
  const last = isTaken(off) ? await sendTest(t, 'test key, test mode off for a while', 'refused') : off
  judgeRefusedKey(t, 'pay.access.test-key', last, 'test', UNAVAILABLE)
}

/** The row speaks of test keys: no other key is kept from anything by test mode. */
async function judgeLive(t: CheckContext): Promise<void> {
  for (const kind of inTurn(t, ['mobile', ...(await otherKinds(t))] as const, 1)) {
    const label = `live key, test mode on${kind === 'mobile' ? '' : `, ${kind} payment`}`
    const { key: as, body, idempotencyKey } = draft(t, { label, kind })
    const answer = await create(t, { label, as, body, idempotencyKey, expects: 'new' })
    if (cameBack(answer) === UNAVAILABLE) t.judge('pay.access.live-key-test-mode', answer, status('2xx'))
    else judgeAccepted(t, 'pay.access.live-key-test-mode', answer)
  }
}

/** Cards and QR codes move money as well, and may be created elsewhere: those kinds of which a payment was taken. */
async function otherKinds(t: CheckContext): Promise<readonly OtherKind[]> {
  const taken: OtherKind[] = []
  for (const kind of OTHER_KINDS) if ((await creationOfKind(t, kind)) !== undefined) taken.push(kind)
  return taken
}

export const access: readonly Check[] = [
  // Authentication: test keys are refused on money-moving endpoints while test mode is off, and only then.
  defineCheck({
    id: 'pay/access/test-key',
    title: 'A test key creates payments while test mode is on, and only then',
    covers: [
      'pay.access.test-key',
      'pay.access.test-key-reads',
      'pay.access.test-key-profile',
      'pay.access.test-key-enabled',
      'pay.access.live-key-test-mode',
    ],
    judgedWith: {
      'pay.access.test-key-profile': ['allow.profileWrites'],
      'pay.access.test-key-enabled': SWITCHES,
      'pay.access.live-key-test-mode': SWITCHES,
    },
    needs: ['payment.keys.live', 'payment.keys.test', 'payment.bodies.mobile'],
    uses: [validCreation, cardCreation, qrCreation],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { test: 8, live: 3 },
      spends: { payments: 9 },
      typical: {
        requests: { test: 7, live: 1 },
        spends: { payments: 2 },
        deepSpends: { payments: 4 },
        at: (_, depth) => (depth === 'deep' ? { requests: { live: 3 } } : {}),
      },
    },
    run: async (t) => {
      controlCreation(t, await t.use(validCreation))
      const first = await sendTest(t, 'test key', 'refused')
      if (isTaken(first)) return judgeTaken(t, first)
      judgeRefusedKey(t, 'pay.access.test-key', first, 'test', UNAVAILABLE)
      await judgeElsewhere(t, first)
      for (const kind of await otherKinds(t)) {
        const answer = await sendTest(t, `test key, ${kind} payment`, 'refused', kind)
        judgeRefusedKey(t, 'pay.access.test-key', answer, 'test', UNAVAILABLE)
      }
      await judgeOn(t)
    },
  }),

  // Errors › Access control: blocked by the merchant risk policy.
  defineCheck({
    id: 'pay/access/risk',
    title: 'A payment against the risk policy answers RISK_CHECK_FAILED',
    covers: ['pay.access.risk'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.riskBlocked'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: 2 },
      spends: { payments: 2 },
      typical: { requests: { live: 1 }, spends: { payments: 0 } },
    },
    run: async (t) => {
      const answer = await blocked(t, 'riskBlocked', '403 TRANSACTION_BLOCKED')
      t.judge('pay.access.risk', answer, refusedBy('riskBlocked', refusal(['403 RISK_CHECK_FAILED'])))
    },
  }),

  // Errors › Access control: blocked by screening; the reason is hidden.
  defineCheck({
    id: 'pay/access/screening',
    title: 'A payment blocked by screening answers TRANSACTION_BLOCKED without a reason',
    covers: ['pay.access.blocked', 'pay.access.blocked-reason-hidden'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.screeningBlocked'],
    uses: [validCreation],
    tier: 'write',
    yields: true,
    cost: {
      requests: { live: 2 },
      spends: { payments: 2 },
      typical: { requests: { live: 1 }, spends: { payments: 0 } },
    },
    run: async (t) => {
      const answer = await blocked(t, 'screeningBlocked', '403 RISK_CHECK_FAILED')
      t.judge('pay.access.blocked', answer, refusedBy('screeningBlocked', refusal(['403 TRANSACTION_BLOCKED'])))
      const body = json(answer.response)
      if (valueAt(body, '/error_code') !== 'TRANSACTION_BLOCKED') {
        t.markUnexercised(
          'pay.access.blocked-reason-hidden',
          'not met',
          'the payment was not answered with TRANSACTION_BLOCKED',
        )
        return
      }
      t.judge('pay.access.blocked-reason-hidden', answer, hidden)
    },
  }),
]

/** A creation that its recipe has blocked. What holds for some payments may have held for this one: then it is one more. */
async function blocked(t: CheckContext, outcome: PaymentOutcome, otherwise: string): Promise<Exchange> {
  const answer = await sendRefused(t, await outcomeDraft(t, outcome))
  return cameBack(answer) === otherwise ? sendRefused(t, await outcomeDraft(t, outcome)) : answer
}

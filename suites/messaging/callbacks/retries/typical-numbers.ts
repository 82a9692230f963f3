import type { Check } from '../../../../kit/check/check.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { OBSERVED } from '../../client/observed.ts'
import { type CheckContext, defineRule } from '../../define.ts'
import { attemptsOfEvents, mayHaveFailed, NO_CALLBACK, smsCallbacks } from '../deliveries.ts'

// Limits: the typical numbers of the retries.
const ATTEMPTS = 5
const TIMEOUT_S = 10
const FIRST_PAUSE_S = 30
const LONGEST_PAUSE_S = 3600
const JITTER = 0.15
/** What scheduling and the network add to a pause, s of this machine. */
const LATENCY_S = 0.25

interface Pause {
  readonly from: Delivery
  readonly to: Delivery
  /** Which one of its event: 1 for the pause after the first attempt. */
  readonly number: number
  /** Seconds of the target's time. */
  readonly seconds: number
}

/** The pauses after attempts that failed. */
function pauses(t: CheckContext): readonly Pause[] {
  return attemptsOfEvents(t).flatMap((own) =>
    own.slice(1).flatMap((to, index) => {
      const from = own[index]
      if (from === undefined || !mayHaveFailed(from) || isStalled(t, to)) return []
      return [
        { from, to, number: index + 1, seconds: ((to.arrivedMono - from.arrivedMono) / 1000) * t.target.timeScale },
      ]
    }),
  )
}

/** A delivery that came while this machine stood still was late for that, as was a sender that shares it. */
const isStalled = (t: CheckContext, to: Delivery): boolean => t.lateness(to, LATENCY_S * 1000) > (LATENCY_S * 1000) / 2

const isUnanswered = ({ answer }: Delivery): boolean => answer.kind === 'hang' || answer.kind === 'none'
const rounded = (seconds: number): string => `${Math.round(seconds)} s`

/** Only deep runs wait for the tail of a schedule: how much of it a shorter one meets is a matter of how long it takes. */
function judgeAttempts(t: CheckContext): void {
  const tally = new Tally(t, 'msg.limits.attempts', `${ATTEMPTS} attempts`)
  const settled = t.depth === 'deep' ? attemptsOfEvents(t).filter((each) => each.every(mayHaveFailed)) : []
  for (const own of settled) {
    // Fewer may have more to come.
    if (own.length === ATTEMPTS) tally.agree(own)
    else if (own.length > ATTEMPTS)
      tally.contradict({ subject: 'an event that failed', actual: `${own.length} attempts`, evidence: own })
  }
  const seen = Math.max(0, ...attemptsOfEvents(t).map((each) => each.length))
  if (seen > 1) t.observe('msg.open.webhook-numbers', `up to ${seen} attempts of an event within the run`)
  if (t.depth === 'deep') tally.close(`no event failed ${ATTEMPTS} times within this run`)
  else
    t.markUnexercised(
      'msg.limits.attempts',
      'not met',
      'the last attempts of a schedule are waited for at --depth deep',
    )
}

function judgeBackoff(t: CheckContext): void {
  const tally = new Tally(
    t,
    'msg.limits.backoff',
    `a first pause near ${FIRST_PAUSE_S} s, none far above ${LONGEST_PAUSE_S} s`,
  )
  const latency = LATENCY_S * t.target.timeScale
  for (const { from, to, number, seconds } of pauses(t).filter((each) => !isUnanswered(each.from))) {
    const most = (number === 1 ? FIRST_PAUSE_S : LONGEST_PAUSE_S) * (1 + 2 * JITTER) + latency
    const least = number === 1 ? FIRST_PAUSE_S * (1 - 2 * JITTER) : 0
    if (seconds >= least && seconds <= most) tally.agree([from, to])
    else tally.contradict({ subject: `pause ${number} of an event`, actual: rounded(seconds), evidence: [from, to] })
  }
  tally.close('no failed attempt was repeated within this run')
}

/** How far a pause may be from what is usual, s of the target's time. */
const spreadOf = (usual: number, timeScale: number): number => 2 * JITTER * usual + LATENCY_S * timeScale

/** Whether a quick clock has the sender's patience lost among the pauses. */
const isLost = (usual: number, timeScale: number): boolean => timeScale > 1 && spreadOf(usual, timeScale) >= TIMEOUT_S

/** The sender's patience shows in the pause after an attempt without an answer: it is longer by just that. */
function judgeTimeout(t: CheckContext): void {
  const tally = new Tally(t, 'msg.limits.timeout', `an attempt given up after ${TIMEOUT_S} s`)
  const firsts = pauses(t).filter(({ number }) => number === 1)
  const answered = firsts.filter(({ from }) => !isUnanswered(from)).map(({ seconds }) => seconds)
  const usual = answered.length === 0 ? FIRST_PAUSE_S : answered.reduce((a, b) => a + b) / answered.length
  const spread = spreadOf(usual, t.target.timeScale)
  if (isLost(usual, t.target.timeScale)) {
    const reason = `on a clock ${t.target.timeScale} times as fast ${TIMEOUT_S} s are lost among the pauses: one at a lower timeScale shows them`
    t.markUnexercised('msg.limits.timeout', 'not met', reason)
    return
  }
  for (const { from, to, seconds } of firsts.filter((each) => isUnanswered(each.from))) {
    const held = seconds - usual
    if (Math.abs(held - TIMEOUT_S) <= spread) tally.agree([from, to])
    else tally.contradict({ subject: 'an attempt without an answer', actual: rounded(held), evidence: [from, to] })
  }
  tally.close('no attempt that was left unanswered was repeated within this run')
}

const rules = [
  { name: 'attempts', title: 'An event has five attempts', covers: 'msg.limits.attempts', judge: judgeAttempts },
  { name: 'timeout', title: 'An attempt waits ten seconds', covers: 'msg.limits.timeout', judge: judgeTimeout },
  { name: 'backoff', title: 'Pauses start near 30 seconds', covers: 'msg.limits.backoff', judge: judgeBackoff },
] as const

/** Numbers that a deployment configures: measured and noted, never held against it. */
export const typicalNumbers: readonly Check[] = rules.map(({ name, title, covers, judge }) =>
  defineRule({
    id: `msg/typical-numbers/${name}`,
    title,
    covers: [covers],
    observes: OBSERVED.callbacks,
    leaves: (id, { timeScale }, depth) =>
      id === 'msg.limits.attempts' ? depth !== 'deep' : id === 'msg.limits.timeout' && isLost(FIRST_PAUSE_S, timeScale),
    run: async (t) => {
      if (smsCallbacks(t).length === 0) t.markUnexercised(covers, 'not met', NO_CALLBACK)
      else judge(t)
    },
  }),
)

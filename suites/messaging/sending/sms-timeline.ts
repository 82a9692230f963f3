import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import type { JudgedWith } from '../../../kit/target/judged-with.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { DeliveryTimeout } from '../../../kit/webhooks/wait.ts'
import { type Callback, contentOf, digitsOf, identityOf, smsCallbacks, textAt } from '../callbacks/deliveries.ts'
import { type SmsWebhook, smsWebhook } from '../callbacks/sms-webhook.ts'
import { isSuccess } from '../client/answers.ts'
import { OBSERVED } from '../client/observed.ts'
import {
  type CheckContext,
  type Claim,
  defineCheck,
  defineFixture,
  type FixtureContext,
  type RequirementId,
} from '../define.ts'
import {
  ANY_RECIPIENT,
  batch,
  type Fate,
  LABELS,
  LINKED,
  phoneOf,
  rejected,
  type Sent,
  SUBMITTED,
  sends,
} from './sends.ts'

/** Whether a callback tells of a submit that did not succeed, by its fields: the other sms.failed has a time instead. */
const looksSubmitted = (delivery: Pick<Delivery, 'json' | 'body'>): boolean =>
  valueAt(contentOf(delivery), '/data/failed_at') === undefined &&
  (textAt(delivery, '/data/job_id') ?? textAt(delivery, '/data/recipient')) !== undefined

export interface SmsRun {
  readonly webhook: SmsWebhook
  readonly batch: Exchange | undefined
  readonly rejected: Exchange | undefined
  /** How long an event may take, ms. */
  readonly patienceMs: number
}

/** A quick run is over by then, ms. */
const QUICK_MS = 1500

/** What did not come in time is judged by its absence; of a wait that was cut off nothing is known. */
function unlessLate(error: unknown): undefined {
  if (!(error instanceof DeliveryTimeout)) throw error
}

/** The sends of the run with all their events, or with what came of them in the time given. */
export const smsRun = defineFixture({
  name: 'sms-run',
  needs: ['messaging.smsWebhook'],
  needsAnyOf: [...LINKED, ...ANY_RECIPIENT],
  uses: [smsWebhook, batch, rejected],
  make: async (t): Promise<SmsRun> => {
    const webhook = await t.use(smsWebhook)
    const { deliveryWithin = 30 } = t.target.webhooks ?? {}
    const whole = deliveryWithin * 1000 + t.clock.scaled(t.target.timing.settle)
    const patienceMs = t.depth === 'quick' ? Math.min(QUICK_MS, whole) : whole
    const one = phoneOf(t, 'rejected') === undefined ? undefined : await t.use(rejected)
    const anySubmitted = SUBMITTED.some((fate) => phoneOf(t, fate) !== undefined)
    const several = anySubmitted || one === undefined ? await t.use(batch) : undefined
    const made = [several, one].filter((exchange) => exchange !== undefined)
    if (!made.some(isSuccess)) t.abortBlocked('no send was accepted', made)
    const wanted = expectations(t, several, one)
    await t.awaiting('callbacks', patienceMs / 1000, 'webhooks.deliveryWithin', () =>
      Promise.all(wanted.map((each) => webhook.inbox.next(each, { within: patienceMs }).catch(unlessLate))),
    )
    return { webhook, batch: several, rejected: one, patienceMs }
  },
})

/** A rule over the callbacks of the run: it says why, where they could not be had. */
export function callbackRule(rule: {
  readonly id: string
  readonly title: string
  readonly covers: readonly RequirementId[]
  readonly judgedWith?: Readonly<Partial<Record<RequirementId, JudgedWith<Claim>>>>
  run(t: CheckContext): Promise<void>
}): Check {
  return defineCheck({
    ...rule,
    needs: ['messaging.smsWebhook'],
    uses: [smsRun],
    phase: 'rules',
    observes: OBSERVED.callbacks,
    run: async (t) => {
      const made = await t.use(smsRun).catch((error: Error) => error)
      // What another listener wrote down is there to be judged, whether or not this run could send something.
      if (made instanceof Error && !t.deliveries().some(({ imported }) => imported)) throw made
      await rule.run(t)
    },
  })
}

/** What is awaited: as many submits as there are recipients, and a report for every fate that brings one. */
function expectations(
  t: FixtureContext,
  several: Exchange | undefined,
  one: Exchange | undefined,
): ((delivery: Delivery) => boolean)[] {
  const named = (name: string) => (delivery: Delivery) => textAt(delivery, '/event') === name
  const wanted: ((delivery: Delivery) => boolean)[] = []
  if (several !== undefined && isSuccess(several)) {
    const count = sends(t).find(({ exchange }) => exchange === several)?.recipients.length ?? 0
    // By what it is asked of: where evidence is judged again, the others that came are not there yet.
    const told = new Set<string>()
    wanted.push((delivery) => {
      if (named('sms.sent')(delivery)) told.add(identityOf(delivery))
      return told.size >= count
    })
    if (phoneOf(t, 'delivered') !== undefined) wanted.push(named('sms.delivered'))
    if (phoneOf(t, 'expired') !== undefined) wanted.push(named('sms.expired'))
    if (phoneOf(t, 'failed') !== undefined)
      wanted.push((delivery) => named('sms.failed')(delivery) && !looksSubmitted(delivery))
  }
  if (one !== undefined && isSuccess(one))
    wanted.push((delivery) => named('sms.failed')(delivery) && looksSubmitted(delivery))
  return wanted
}

/** The callbacks of the run, each with the send and the recipients behind it. */
export interface SmsTimeline {
  readonly callbacks: readonly Callback[]
  readonly sends: readonly Sent[]
  /** The send behind a callback: by its job, by its message, else by its recipient. Undefined for strangers. */
  sendOf(callback: Callback): Sent | undefined
  /** Whether it tells of a submit that did not succeed. */
  isFailedSubmit(callback: Callback): boolean
  isSubmit(callback: Callback): boolean
  /** The submit-time callbacks of a send, the first attempt at each. */
  submitsOf(sent: Sent): readonly Callback[]
  /** Whether a callback may tell of the recipient with this fate. */
  concerns(callback: Callback, fate: Fate): boolean
}

export function smsTimelineOf(t: Pick<CheckContext, 'exchanges' | 'deliveries' | 'target' | 'service'>): SmsTimeline {
  const callbacks = smsCallbacks(t)
  const sent = sends(t)
  const labelled = (label: string) => sent.find((each) => each.label === label)
  const own = [labelled(LABELS.batch), labelled(LABELS.rejected)].filter((each) => each !== undefined)
  const accepted = callbacks.filter(({ name }) => name === 'sms.sent')

  const jobs = new Set(sent.flatMap(({ jobId }) => jobId ?? []))
  // Others send to the same recipients for the same app: of a job that is none of the run is what a job of the run has been
  // told of already.
  const isOfOthers = ({ name, jobId, recipient, delivery }: Callback, of: Sent): boolean =>
    jobId !== undefined &&
    of.jobId !== undefined &&
    !jobs.has(jobId) &&
    callbacks.some(
      (each) =>
        each.name === name &&
        each.jobId === of.jobId &&
        identityOf(each.delivery) !== identityOf(delivery) &&
        alike(digitsOf(each.recipient ?? ''), digitsOf(recipient ?? '')),
    )
  const direct = (callback: Callback): Sent | undefined => {
    const { jobId, recipient } = callback
    const digits = digitsOf(recipient ?? '')
    const named = sent.find((each) => jobId !== undefined && each.jobId === jobId)
    if (named !== undefined) return named
    const to = own.find(({ recipients }) => digits !== '' && recipients.some((each) => alike(each, digits)))
    return to === undefined || isOfOthers(callback, to) ? undefined : to
  }
  const sameMessage = ({ messageId }: Callback): readonly Callback[] =>
    messageId === undefined
      ? []
      : callbacks.filter((each) => each.messageId === messageId && (each.jobId ?? each.recipient) !== undefined)
  const sendOf = (callback: Callback): Sent | undefined =>
    direct(callback) ??
    sameMessage(callback)
      .map(direct)
      .find((each) => each !== undefined)

  const isFailedSubmit = (callback: Callback): boolean => {
    if (callback.name !== 'sms.failed') return false
    if (direct(callback)?.label === LABELS.rejected) return true
    if (callback.messageId !== undefined && accepted.some(({ messageId }) => messageId === callback.messageId))
      return false
    return looksSubmitted(callback.delivery)
  }
  const isSubmit = (callback: Callback): boolean => callback.name === 'sms.sent' || isFailedSubmit(callback)
  return {
    callbacks,
    sends: sent,
    sendOf,
    isFailedSubmit,
    isSubmit,
    submitsOf: (wanted) => distinct(callbacks.filter((each) => isSubmit(each) && sendOf(each) === wanted)),
    concerns: (callback, fate) => {
      const phone = digitsOf(phoneOf(t, fate) ?? '')
      const told = callback.recipient === undefined ? sameMessage(callback) : [callback]
      return phone !== '' && told.some(({ recipient }) => alike(phone, digitsOf(recipient ?? '')))
    },
  }
}

/** One number, with or without its country code. */
export function alike(one: string, other: string): boolean {
  const tail = (digits: string): string => digits.replace(/^0+/, '').slice(-8)
  return tail(one) !== '' && tail(one) === tail(other)
}

/** The first attempt at each event. */
export function distinct(callbacks: readonly Callback[]): readonly Callback[] {
  const seen = new Set<string>()
  return callbacks.filter(({ delivery }) => {
    const identity = identityOf(delivery)
    return !seen.has(identity) && seen.add(identity) !== undefined
  })
}

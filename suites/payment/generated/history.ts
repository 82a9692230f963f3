import type { Evidence } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { json } from '../../../kit/http/exchange.ts'
import { cameBack, status, valueAt } from '../../../kit/match/index.ts'
import { type Findings, Undecided } from '../../shared/generated/findings.ts'
import type { Records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import type { CheckContext, RequirementId } from '../define.ts'
import { type Sent, untroubled } from './sending.ts'

/** What becomes of a payment by the members of its creation; an ordinary one rests. */
export type Course = 'ordinary' | 'completed' | 'failed'

/** A payment of a history, with what was seen of it. */
export interface Known {
  readonly id: string
  readonly sent: Sent
  /** What the members of its creation bring about. */
  readonly course: Course
  /** The last status that an answer showed, in lower case. */
  status: string | undefined
}

export const TERMINAL: readonly (string | undefined)[] = ['completed', 'failed', 'expired', 'cancelled']
/** A payment with one of these leaves its reference free. */
export const DEAD: readonly (string | undefined)[] = ['failed', 'expired', 'cancelled']

const ACCEPTED = status('2xx')

/** A contradiction was found: what comes after it tells nothing more. */
export class Over extends Error {
  override readonly name = 'Over'
}

/** One history as it was seen: every answer, every payment. Its judgements stand on all of them. */
export class History {
  readonly t: CheckContext
  readonly records: Records
  readonly payments: Known[] = []
  readonly #found: Findings
  readonly #evidence: Evidence[] = []

  constructor(t: CheckContext, records: Records, found: Findings) {
    this.t = t
    this.records = records
    this.#found = found
  }

  /** Takes an answer into the history. Stops where it speaks of the deployment's own trouble. */
  saw(answer: Exchange): Exchange {
    this.#evidence.push(answer)
    untroubled(answer, this.#found)
    return answer
  }

  /** Ends the history where something is contradicted. */
  judge(requirement: RequirementId, ok: boolean, subject: string, expected: string, actual: string): void {
    this.#found.conclude(requirement, { ok, subject, expected, actual, evidence: [...this.#evidence] })
    if (!ok) throw new Over()
  }

  /** Whether a payment may have this status after those that were seen of it. */
  follows({ status: before }: Known, now: string | undefined): boolean {
    return now === undefined || !TERMINAL.includes(before) || now === before
  }

  /** Notes the status that an answer shows of a payment: one that has ended stays as it is. */
  shown(payment: Known, answer: Exchange): void {
    const now = this.records.status(answer, payment.id)?.toLowerCase()
    if (now === undefined) return
    if (TERMINAL.includes(payment.status)) {
      const before = payment.status ?? ''
      this.judge(
        'pay.status.terminal-is-final',
        now === before,
        `${answer.operation} of a payment that was ${before}`,
        `status ${before}`,
        `status ${now}`,
      )
    }
    payment.status = now
  }

  /** Whether a payment was last seen in a status that it may leave, on a target that lets payments rest. */
  mayMove({ status: seen }: Known): boolean {
    return seen === 'pending' || seen === 'processing'
  }

  /** Payments with a reference, in the order of creation. */
  with(reference: string): readonly Known[] {
    return this.payments.filter(({ sent }) => sent.reference === reference)
  }

  /** Judges the answer to a creation with a new key. `look` reads a payment again. */
  async created(
    { sent, course }: Pick<Known, 'sent' | 'course'>,
    answer: Exchange,
    look: (payment: Known) => Promise<void>,
  ): Promise<void> {
    const before = this.with(sent.reference)
    const last = before.at(-1)
    const dead = before.every(({ status: seen }) => DEAD.includes(seen))
    const subject = `a creation with a reference of ${before.length} payments`
    if (ACCEPTED.test(answer).ok) {
      const id = this.records.id(answer)?.toLowerCase()
      if (id === undefined) throw new Undecided('the creation shows no id')
      for (const payment of before.filter(({ status: seen }) => !DEAD.includes(seen))) {
        await look(payment)
        const lives = payment.status !== undefined && !DEAD.includes(payment.status)
        if (lives)
          this.judge(
            duplicateOf(payment.status === 'completed'),
            false,
            subject,
            '409 DUPLICATE_REFERENCE',
            `another payment beside ${payment.id}, which is ${payment.status}`,
          )
      }
      const again = this.payments.some((payment) => payment.id === id)
      this.judge(
        'pay.create.mobile',
        !again,
        'a creation with a new key',
        'a payment of its own',
        `the payment ${id} of another key`,
      )
      // The looks above may have shown only now that the payment before had ended.
      if (last !== undefined && DEAD.includes(last.status)) this.judge(reuse(last), true, subject, '2xx', '')
      this.payments.push({ id, sent, course, status: this.records.status(answer, id)?.toLowerCase() })
      return
    }
    if (last === undefined || dead) {
      this.judge(last === undefined ? 'pay.create.mobile' : reuse(last), false, subject, '2xx', cameBack(answer))
      return
    }
    if (refusal(['409 DUPLICATE_REFERENCE']).test(answer).ok) this.#duplicate(sent, answer, before)
  }

  #duplicate(sent: Sent, answer: Exchange, before: readonly Known[]): void {
    const body = json(answer.response)
    const named = String(valueAt(body, '/details/existing_transaction_id')).toLowerCase()
    const living = before.filter(({ status: seen }) => !DEAD.includes(seen))
    const alive = living.map(({ id }) => id)
    const subject = 'DUPLICATE_REFERENCE'
    this.judge(duplicateOf(living.every(({ status: seen }) => seen === 'completed')), true, subject, '409', '')
    this.judge(
      'pay.reference.existing-transaction-id',
      alive.includes(named),
      subject,
      `existing_transaction_id ${alive.join(' or ')}`,
      named,
    )
    const echoed = valueAt(body, '/details/reference')
    this.judge('pay.reference.echo', echoed === sent.reference, subject, `reference ${sent.reference}`, String(echoed))
    const told = String(valueAt(body, '/details/existing_status'))
    this.judge(
      'pay.reference.existing-status',
      ['pending', 'processing', 'completed'].includes(told),
      subject,
      'a live status',
      told,
    )
  }

  /** Judges a repetition of a creation that made a payment. */
  replayed(payment: Known, answer: Exchange): void {
    const ended = TERMINAL.includes(payment.status)
    const subject = `a retry of a creation whose payment is ${payment.status}`
    const is200 = answer.response?.status === 200
    if (ended)
      this.judge('pay.idempotency.replay-after-terminal', is200, subject, '200 with the payment', cameBack(answer))
    else this.judge('pay.idempotency.replay-status', is200, subject, '200', cameBack(answer))
    const id = this.records.id(answer)?.toLowerCase()
    if (!ACCEPTED.test(answer).ok || id === undefined) return
    this.judge('pay.idempotency.replay-same-payment', id === payment.id, subject, `the payment ${payment.id}`, id)
  }
}

const duplicateOf = (isCompleted: boolean): RequirementId =>
  isCompleted ? 'pay.reference.duplicate-completed' : 'pay.reference.duplicate-live'

const reuse = ({ status: seen }: Known): RequirementId =>
  seen === 'failed'
    ? 'pay.reference.reuse-after-failed'
    : seen === 'expired'
      ? 'pay.reference.reuse-after-expired'
      : 'pay.reference.reuse-after-cancelled'

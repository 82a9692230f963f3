import fc from 'fast-check'
import { PLAIN } from '../../../generators/spelling.ts'
import { Blocked } from '../../../kit/check/signals.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { perform } from '../../../kit/run/world/recipe.ts'
import { Undecided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { create, refresh, updateProfile } from '../client/api.ts'
import { records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { readUntil } from '../client/rereading.ts'
import type { CheckContext } from '../define.ts'
import { givenBody } from './bodies.ts'
import { type Course, DEAD, History, type Known, Over, TERMINAL } from './history.ts'
import { named, type Sent, send } from './sending.ts'

/** What commands need to know to be worth running: how many payments there are, and under which references. */
interface Model {
  readonly references: number[]
}

/** The history and the names of its references. */
interface Real {
  readonly history: History
  readonly names: Map<number, string>
}

type Command = fc.AsyncCommand<Model, Real>

const REFERENCES = 2
const MOST_COMMANDS = 24

type Outcome = 'completed' | 'failed' | 'expired' | 'cancelled'

const ordinal = (index: number): string => `payment ${index + 1}`

/** Members by which the target brings an outcome about at the creation. */
const membersOf = (t: CheckContext, course: Course) =>
  course === 'ordinary' ? {} : (t.service.outcomes?.[course]?.with ?? {})

class Create implements Command {
  readonly reference: number
  readonly course: Course
  constructor(reference: number, course: Course) {
    this.reference = reference
    this.course = course
  }
  check = (): boolean => true
  async run(model: Model, { history, names }: Real): Promise<void> {
    const { t } = history
    const draft = named(t, {
      body: { ...givenBody(t), ...membersOf(t, this.course) },
      referenceTail: '',
      keyTail: '',
      spelling: PLAIN,
    })
    const reference = names.get(this.reference) ?? draft.reference
    names.set(this.reference, reference)
    const sent: Sent = {
      ...draft,
      reference,
      bytes: Buffer.from(JSON.stringify({ ...JSON.parse(draft.bytes.toString()), reference })),
    }
    const answer = history.saw(await send(t, sent, `history: create with reference ${this.reference + 1}`))
    await history.created({ sent, course: this.course }, answer, (payment) => look(history, payment, DEAD))
    model.references.push(this.reference)
  }
  toString = (): string => `create(reference ${this.reference + 1}, ${this.course})`
}

/** A command about a payment that an earlier one made; the index counts on from the first after the last. */
abstract class About implements Command {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
  check({ references }: Readonly<Model>): boolean {
    return references.length > 0
  }
  async run(_model: Model, { history }: Real): Promise<void> {
    const payment = history.payments[this.index % Math.max(1, history.payments.length)]
    if (payment !== undefined) await this.act(history, payment)
  }
  abstract act(history: History, payment: Known): Promise<void>
  abstract toString(): string
}

class Replay extends About {
  async act(history: History, payment: Known): Promise<void> {
    const answer = history.saw(await send(history.t, payment.sent, `history: replay of ${ordinal(this.index)}`))
    history.replayed(payment, answer)
  }
  toString = (): string => `replay(${ordinal(this.index)})`
}

/** A used key with another body makes no second payment. */
class OtherBody extends About {
  async act(history: History, { sent, id }: Known): Promise<void> {
    const { t } = history
    const body = { ...givenBody(t), reference: t.fresh('ref') }
    const answer = history.saw(
      await create(t, {
        label: `history: key of ${ordinal(this.index)}, other body`,
        as: sent.key,
        body,
        idempotencyKey: sent.idempotencyKey,
        expects: 'replayed',
      }),
    )
    const made = status('2xx').test(answer).ok ? history.records.id(answer)?.toLowerCase() : undefined
    history.judge(
      'pay.idempotency.no-second-payment',
      made === undefined || made === id,
      'a used key with another body',
      `no payment but ${id}`,
      `the payment ${made}`,
    )
  }
  toString = (): string => `other body(${ordinal(this.index)})`
}

class Read extends About {
  act(history: History, payment: Known): Promise<void> {
    return look(history, payment)
  }
  toString = (): string => `read(${ordinal(this.index)})`
}

class Refresh extends About {
  async act(history: History, payment: Known): Promise<void> {
    const answer = history.saw(
      await refresh(history.t, payment.sent.key, payment.id, `history: refresh of ${ordinal(this.index)}`),
    )
    // What a refresh of a finished payment answers is left open.
    if (history.mayMove(payment)) {
      const ok = status('2xx').test(answer).ok || refusal(['502 PROVIDER_ERROR', '409 CONFLICT']).test(answer).ok
      const subject = `a refresh of a payment that is ${payment.status}`
      history.judge('pay.refresh.payment', ok, subject, '2xx, 409 CONFLICT or 502 PROVIDER_ERROR', cameBack(answer))
    }
    if (status('2xx').test(answer).ok) history.shown(payment, answer)
  }
  toString = (): string => `refresh(${ordinal(this.index)})`
}

/** Brings a payment to an end, or waits for the one that its creation brings about. */
class Settle extends About {
  readonly outcome: Outcome
  constructor(index: number, outcome: Outcome) {
    super(index)
    this.outcome = outcome
  }
  async act(history: History, payment: Known): Promise<void> {
    const recipe = history.t.service.outcomes?.[this.outcome]
    if (recipe === undefined || recipe.ask !== undefined) return
    const { id, sent, course } = payment
    const byCreation = recipe.with !== undefined
    if (byCreation && course !== this.outcome) return
    const phone = String(givenBody(history.t).phone ?? '')
    // A payment that has ended by itself cannot be settled any more.
    await perform(history.t, this.outcome, recipe, { id, reference: sent.reference, phone }).catch((error: unknown) => {
      if (!(error instanceof Blocked)) throw error
    })
    await look(history, payment, byCreation ? TERMINAL : undefined)
  }
  toString = (): string => `settle(${ordinal(this.index)}, ${this.outcome})`
}

/** Writes the profile of another merchant, in whose place nothing has to be put back on a local target. */
class Profile implements Command {
  check = (): boolean => true
  async run(_model: Model, { history }: Real): Promise<void> {
    const { t } = history
    const key = t.key('otherMerchant')
    if (key === undefined || t.target.environment !== 'local' || t.target.allow.permissions.profileWrites !== true)
      return
    const url = `https://hooks.example.com/${t.fresh('hook')}`
    const answer = history.saw(
      await updateProfile(t, key, { webhook_url: url, callback_url: url }, 'history: profile of another merchant'),
    )
    history.judge('pay.profile.update', status('2xx').test(answer).ok, 'a profile update', '2xx', cameBack(answer))
  }
  toString = (): string => 'change profile'
}

/** Reads a payment; what reads in another way than is wanted of it is read again, for reads may lag behind. */
async function look(history: History, payment: Known, wanted?: readonly (string | undefined)[]): Promise<void> {
  const { t, records: found } = history
  const agrees = (each: Exchange): boolean => {
    const now = found.status(each, payment.id)?.toLowerCase()
    if (each.response?.status === 404) return false
    return wanted === undefined ? history.follows(payment, now) : wanted.includes(now)
  }
  const answer = history.saw(await readUntil(t, payment.sent.key, payment.id, 'history: read', agrees))
  const ok = status('2xx').test(answer).ok
  history.judge('pay.read.payment', ok, 'a read of a payment of the history', '2xx', cameBack(answer))
  if (ok) history.shown(payment, answer)
}

const index = fc.nat({ max: 2 })
const created = fc
  .tuple(fc.nat({ max: REFERENCES - 1 }), fc.constantFrom<Course[]>('ordinary', 'ordinary', 'completed', 'failed'))
  .map(([reference, course]) => new Create(reference, course))
const settled = fc
  .tuple(index, fc.constantFrom<Outcome[]>('completed', 'failed', 'expired', 'cancelled'))
  .map(([at, outcome]) => new Settle(at, outcome))

/** What there is to do; what is named twice is done twice as often. */
const commands = [
  created,
  created,
  settled,
  settled,
  index.map((at) => new Replay(at)),
  index.map((at) => new Replay(at)),
  index.map((at) => new OtherBody(at)),
  index.map((at) => new Refresh(at)),
  fc.oneof(
    { arbitrary: index.map((at) => new Read(at)), weight: 5 },
    { arbitrary: fc.constant(new Profile()), weight: 1 },
  ),
]

/** Whatever is done with payments, in whatever order: keys, references and statuses keep their promises. */
export async function histories(t: CheckContext): Promise<Property<Iterable<Command>>> {
  const found = await t.use(records)
  return {
    values: (replayPath) =>
      fc.commands<Model, Real, false>(commands as fc.Arbitrary<Command>[], {
        maxCommands: MOST_COMMANDS,
        size: 'max',
        ...(replayPath === undefined ? {} : { replayPath }),
      }),
    async attempt(value, findings) {
      const setup = () => ({
        model: { references: [] },
        real: { history: new History(t, found, findings), names: new Map() },
      })
      await fc.asyncModelRun(setup, value).catch((error: unknown) => {
        if (!(error instanceof Undecided || error instanceof Over)) throw error
      })
    },
  }
}

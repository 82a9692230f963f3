import fc from 'fast-check'
import { Blocked } from '../../../kit/check/signals.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { type Findings, Undecided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import { markRead, user } from '../client/api.ts'
import { conversationId } from '../conversations/conversation-id.ts'
import { countIn, NEXT_SECOND_MS } from '../conversations/mark-read-fixture.ts'
import { addInbound } from '../conversations/seeding.ts'
import type { CheckContext } from '../define.ts'
import { untroubled } from './answering.ts'

/** Ages in seconds of unread inbound messages. */
interface Model {
  unread: number[]
}

interface Real {
  readonly t: CheckContext
  readonly found: Findings
  readonly evidence: Exchange[]
}

type Command = fc.AsyncCommand<Model, Real>

/** Far enough apart that the seconds which a history takes do not matter. */
const AGES = [600, 3600, 7200, 86_400] as const
const BETWEEN = [1800, 5400, 40_000, 200_000] as const

async function mark({ t, found, evidence }: Real, body: object, label: string): Promise<number> {
  const answer = await markRead(t, user(t), conversationId(t), { ...body }, label)
  evidence.push(answer)
  untroubled(answer, found)
  if (!found.judge('msg.read.envelope', answer, status('2xx'))) throw new Undecided(cameBack(answer))
  const count = countIn(answer)
  if (count === undefined) throw new Undecided('no count is shown')
  return count
}

class Arrive implements Command {
  readonly age: number
  constructor(age: number) {
    this.age = age
  }
  check = (): boolean => true
  async run(model: Model, { t }: Real): Promise<void> {
    const arrived = await addInbound(t, this.age).catch((error: unknown) => {
      if (error instanceof Blocked) return false
      throw error
    })
    if (!arrived) throw new Undecided('no message can be made to arrive')
    model.unread.push(this.age)
  }
  toString = (): string => `arrive(${this.age} s ago)`
}

class Mark implements Command {
  /** Seconds ago; undefined: now. */
  readonly upTo: number | undefined
  constructor(upTo: number | undefined) {
    this.upTo = upTo
  }
  check = (): boolean => true
  async run(model: Model, real: Real): Promise<void> {
    const { upTo } = this
    const body =
      upTo === undefined ? { up_to: null } : { up_to: new Date(real.t.clock.now() - upTo * 1000).toISOString() }
    const count = await mark(real, body, `generated: mark read up to ${upTo === undefined ? 'now' : `${upTo} s ago`}`)
    const reached = model.unread.filter((age) => upTo === undefined || age > upTo)
    model.unread = model.unread.filter((age) => !reached.includes(age))
    const nothing = reached.length === 0
    const requirement = count > reached.length && !nothing ? 'msg.read.up-to-bounds' : 'msg.read.counts'
    real.found.conclude(requirement, {
      ok: count === reached.length,
      subject: `messages_marked_read of ${model.unread.length + reached.length} unread messages, ${reached.length} of them old enough`,
      expected: String(reached.length),
      actual: String(count),
      evidence: [...real.evidence],
    })
    const left = model.unread.length > 0 && reached.length > 0
    if (count === reached.length && left)
      real.found.kept.push({ requirement: 'msg.read.up-to-bounds', evidence: [...real.evidence] })
    if (count !== reached.length) throw new Undecided('the rest of the history hangs on this count')
  }
  toString = (): string => `mark(${this.upTo === undefined ? 'now' : `up to ${this.upTo} s ago`})`
}

const arrivals = fc.constantFrom(...AGES).map((age): Command => new Arrive(age))
const marks = fc.option(fc.constantFrom(...BETWEEN), { nil: undefined, freq: 3 }).map((upTo): Command => new Mark(upTo))
const commands: fc.Arbitrary<Command>[] = [arrivals, arrivals, marks]

/**
 * Whether a message counts that is older than the last marking. Some know how far a conversation was read by one time: to
 * them it is read when it arrives, and a message of now is not.
 */
async function olderOnesCount({ t, found }: Real): Promise<boolean> {
  const markAll = (label: string): Promise<number> => mark({ t, found, evidence: [] }, { up_to: null }, label)
  const [age] = AGES
  await markAll('generated: nothing is unread')
  if (!(await addInbound(t, age)) || (await markAll(`generated: a message of ${age} s ago`)) > 0) return true
  await t.pause(NEXT_SECOND_MS)
  return !(await addInbound(t, 0)) || (await markAll('generated: a message of now')) === 0
}

/** Endpoints, rule 3: the result counts the messages that were marked read, whatever arrived and was marked before. */
export async function readHistories(t: CheckContext): Promise<Property<Iterable<Command>>> {
  let counts: Promise<boolean> | undefined
  return {
    values: (replayPath) =>
      fc.commands<Model, Real, false>(commands, {
        maxCommands: 20,
        size: 'max',
        ...(replayPath === undefined ? {} : { replayPath }),
      }),
    // They share one conversation.
    serial: true,
    async attempt(value, found) {
      const real = { t, found, evidence: [] }
      counts ??= olderOnesCount(real)
      if (!(await counts)) throw new Undecided('what is dated before the last marking is read when it arrives')
      // Nobody knows what was unread before.
      await mark({ ...real, evidence: [] }, { up_to: null }, 'generated: begin with nothing unread')
      await fc.asyncModelRun(() => ({ model: { unread: [] }, real }), value)
    },
  }
}

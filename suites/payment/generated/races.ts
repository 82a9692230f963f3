import fc from 'fast-check'
import { PLAIN } from '../../../generators/spelling.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, status } from '../../../kit/match/index.ts'
import { Undecided } from '../../shared/generated/findings.ts'
import { isLinearizable, MOST_OPERATIONS, type Operation, type Result } from '../../shared/generated/linearizable.ts'
import type { Property } from '../../shared/generated/property.ts'
import { creation } from '../client/api.ts'
import { type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { readUntil } from '../client/rereading.ts'
import type { CheckContext } from '../define.ts'
import { givenBody } from './bodies.ts'
import { named, type Sent, untroubled } from './sending.ts'

/** Two waves of creations, each released by a barrier: which key each one has, and which reference each key. */
interface Race {
  readonly references: readonly number[]
  readonly first: readonly number[]
  readonly second: readonly number[]
}

interface Answered {
  readonly sent: Sent
  readonly answer: Exchange
  readonly wave: number
}

const KEYS = 3
const key = fc.nat({ max: KEYS - 1 })
const DEAD: readonly (string | undefined)[] = ['failed', 'expired', 'cancelled']

/** Errors › Retry rules and Resources: at any moment a key has one payment, and a reference one live payment. */
export async function races(t: CheckContext): Promise<Property<Race>> {
  const found = await t.use(records)
  return {
    values: () =>
      fc.record({
        references: fc.array(fc.nat({ max: 1 }), { minLength: KEYS, maxLength: KEYS }),
        first: fc.array(key, { minLength: 2, maxLength: 5 }),
        second: fc.array(key, { maxLength: MOST_OPERATIONS - 5 }),
      }),
    async attempt({ references, first, second }, findings) {
      const drafts = draftsOf(t, references)
      const answers: Answered[] = []
      for (const [wave, keys] of [first, second].entries()) {
        const chosen = keys.map((index) => drafts[index]!)
        const came = await t.sendTogether(
          chosen.map((sent) =>
            creation(t, {
              label: 'generated race',
              as: sent.key,
              body: sent.bytes,
              idempotencyKey: sent.idempotencyKey,
              expects: 'new',
            }),
          ),
        )
        answers.push(...came.map((answer, index) => ({ sent: chosen[index]!, answer, wave })))
      }
      const evidence = answers.map(({ answer }) => answer)
      // A time-out is no answer to judge, but what it did has to be thought of.
      for (const { answer } of answers) if (answer.response !== undefined) untroubled(answer, findings)
      const operations = answers.map((each) => operationOf(found, each))
      const ok = isLinearizable(operations)
      const [requirement, actual] = ok
        ? (['pay.idempotency.concurrent-one-payment', ''] as const)
        : await blame(t, found, operations, answers)
      findings.conclude(requirement, {
        ok,
        subject: `${first.length} creations at once${second.length === 0 ? '' : `, then ${second.length} more`}`,
        expected:
          'answers that some order of the requests explains: one payment for a key, one live payment for a reference',
        actual,
        evidence,
      })
      if (ok)
        for (const id of ['pay.reference.concurrent-one-live', 'pay.idempotency.concurrent-answers'] as const)
          findings.kept.push({ requirement: id, evidence })
    },
  }
}

/** One creation for each key, on one key of the merchant: whether its other keys share idempotency keys is open. */
function draftsOf(t: CheckContext, references: readonly number[]): readonly Sent[] {
  const drafts = references.map(() => named(t, { body: givenBody(t), referenceTail: '', keyTail: '', spelling: PLAIN }))
  return drafts.map((draft, index) => {
    const leader = drafts[references.indexOf(references[index]!)]!
    return { ...draft, key: drafts[0]!.key, reference: leader.reference, bytes: leader.bytes }
  })
}

/** Every answer of the first wave was there before the second began: the waves are their times. */
function operationOf(found: Records, { sent, answer, wave }: Answered): Operation {
  const { idempotencyKey: key, reference } = sent
  return { key, reference, begin: 2 * wave, end: 2 * wave + 1, result: resultOf(found, answer) }
}

function resultOf(found: Records, answer: Exchange): Result {
  if (status('2xx').test(answer).ok) {
    const id = found.id(answer)
    return id === undefined ? { kind: 'unknown' } : { kind: 'made', id: id.toLowerCase() }
  }
  if (refusal(['409 DUPLICATE_REFERENCE']).test(answer).ok) return { kind: 'duplicate' }
  if (refusal(['409 CONFLICT']).test(answer).ok) return { kind: 'conflict' }
  if (answer.response === undefined) return { kind: 'unknown' }
  throw new Undecided(cameBack(answer))
}

type Blamed =
  | 'pay.idempotency.concurrent-one-payment'
  | 'pay.reference.concurrent-one-live'
  | 'pay.idempotency.concurrent-answers'

/** Which statement results contradict that no order explains. A payment that has ended meanwhile explains them after all. */
async function blame(
  t: CheckContext,
  found: Records,
  operations: readonly Operation[],
  answers: readonly Answered[],
): Promise<readonly [Blamed, string]> {
  const idsBy = (name: 'key' | 'reference'): string[][] => {
    const groups = new Map<string, Set<string>>()
    for (const operation of operations) {
      if (operation.result.kind !== 'made') continue
      groups.set(operation[name], (groups.get(operation[name]) ?? new Set()).add(operation.result.id))
    }
    return [...groups.values()].map((ids) => [...ids]).filter((ids) => ids.length > 1)
  }
  const [ofKey] = idsBy('key')
  if (ofKey !== undefined)
    return [
      'pay.idempotency.concurrent-one-payment',
      `${ofKey.length} ids of payments answered for one key: ${ofKey.join(', ')}`,
    ]
  for (const id of new Set(operations.flatMap(({ result }) => (result.kind === 'made' ? [result.id] : [])))) {
    const isDead = (each: Exchange): boolean => DEAD.includes(found.status(each, id)?.toLowerCase())
    if (isDead(await readUntil(t, answers[0]?.sent.key, id, 'does it live?', isDead)))
      throw new Undecided('a payment of the race has ended')
  }
  const [ofReference] = idsBy('reference')
  if (ofReference !== undefined)
    return [
      'pay.reference.concurrent-one-live',
      `${ofReference.length} live payments of one reference: ${ofReference.join(', ')}`,
    ]
  return ['pay.idempotency.concurrent-answers', operations.map(({ result }) => result.kind).join(', ')]
}

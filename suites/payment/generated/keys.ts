import fc from 'fast-check'
import { PLAIN } from '../../../generators/spelling.ts'
import { json } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import type { Property } from '../../shared/generated/property.ts'
import { records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import type { CheckContext } from '../define.ts'
import { givenBody } from './bodies.ts'
import { named, send, untroubled } from './sending.ts'
import { unexecutable } from './unexecutable.ts'

const LONGEST = 255
const ACCEPTED = status('2xx')

interface KeyPair {
  /** Characters of a key, its last one among them. */
  readonly length: number
  readonly last: readonly [string, string]
}

/** Resources › Payment create request: two keys that differ in their last character are two keys, however long they are. */
export async function distinctKeys(t: CheckContext): Promise<Property<KeyPair>> {
  const found = await t.use(records)
  const character = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-_')
  return {
    values: () =>
      fc.record({
        length: fc.integer({ min: 40, max: LONGEST }),
        last: fc.tuple(character, character).filter(([one, other]) => one !== other),
      }),
    async attempt({ length, last }, findings) {
      const stem = t.fresh('key').padEnd(length - 1, 'k')
      const answers = []
      for (const character of last) {
        const sent = named(t, { body: givenBody(t), referenceTail: '', keyTail: '', spelling: PLAIN })
        const answer = await send(
          t,
          { ...sent, idempotencyKey: `${stem}${character}` },
          `key of ${length} characters, the last one ${character}`,
        )
        untroubled(answer, findings)
        answers.push(answer)
        // With the first key it went through: what is refused then is the other key.
        const requirement =
          answers.length === 1 ? 'pay.idempotency.key-max-accepted' : 'pay.idempotency.long-key-distinct'
        if (!findings.judge(requirement, answer, ACCEPTED)) return
      }
      const ids = answers.map((answer) => found.id(answer))
      if (ids.some((id) => id === undefined) || answers.some((answer) => json(answer.response) === undefined)) return
      findings.conclude('pay.idempotency.long-key-distinct', {
        ok: ids[0] !== ids[1],
        subject: `two creations whose keys of ${length} characters differ in the last one`,
        expected: 'two payments',
        actual: `one payment: ${ids[0]}`,
        evidence: answers,
      })
    },
  }
}

/** Errors › Request and validation: a key over 255 characters is a validation error. */
export async function longKeys(t: CheckContext): Promise<Property<number>> {
  return {
    // Longer headers meet limits of whatever stands before the service.
    values: () => fc.integer({ min: LONGEST + 1, max: 2000 }),
    async attempt(length, findings) {
      const { body } = unexecutable(t, givenBody(t), '')
      const sent = named(t, { body, referenceTail: '', keyTail: '', spelling: PLAIN })
      const key = sent.idempotencyKey.padEnd(length, 'k')
      const answer = await send(t, { ...sent, idempotencyKey: key }, `key of ${length} characters`)
      untroubled(answer, findings)
      findings.judge(
        'pay.idempotency.key-too-long',
        answer,
        refusal(
          ['400 VALIDATION_ERROR'],
          t.target.environment === 'local' ? [] : ['400 PAYMENT_FAILED', '400 INVALID_REQUEST'],
        ),
      )
    },
  }
}

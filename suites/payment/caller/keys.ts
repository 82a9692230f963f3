import { playAll, uuidFor } from '../../shared/caller/scenario.ts'
import { refusal, serving } from './answers.ts'
import { create, creationInput, creationsIn, givenFor, KEYLESS, keyFor, keyOf } from './creation.ts'
import { type CheckContext, defineCheck } from './define.ts'
import { created } from './fixtures.ts'

/** Characters of a key at most. */
const MOST = 255

export const keyChecks = [
  // A retry that finds the original payment returns it: another payment takes another key. Payment › Errors › Retry rules.
  defineCheck({
    id: 'pay-caller/keys/per-payment',
    title: 'Two payments have two keys',
    covers: ['pay-caller.key.per-payment'],
    uses: [created],
    run: async (t) => {
      await t.use(created)
      const name = 'two payments'
      const payment = { id: uuidFor(t.seed, name), reference: '' }
      const given = givenFor(t, name)
      const operations = [t.fresh('ref'), t.fresh('ref')].map((reference) => ({
        operation: 'create',
        input: creationInput(reference),
        given,
      }))
      const scenario = { name: `pay-caller/${name}`, serve: serving(t.service, payment) }
      const played = await playAll(t, scenario, keyFor(t, name), operations)
      const requests = creationsIn(played.at(-1)?.requests ?? [])
      const [first, second] = [requests[0], requests.at(-1)]
      if (first === undefined || second === undefined || first === second) {
        const fault = played.map((each) => each.fault).find((each) => each !== undefined)
        t.markBlocked('pay-caller.key.per-payment', fault ?? 'the client sent fewer than two creations', requests)
        return
      }
      t.observe('pay-caller.open.key-form', formOf(keyOf(first) ?? ''), [first])
      if (!keyOf(first) || !keyOf(second)) {
        t.markUnexercised('pay-caller.key.per-payment', 'not met', KEYLESS)
        return
      }
      const common = { subject: 'two creations', expected: 'two keys', evidence: [first, second] }
      const isSame = keyOf(first) === keyOf(second)
      t.conclude(
        'pay-caller.key.per-payment',
        isSame ? { ok: false, actual: 'one key', ...common } : { ok: true, ...common },
      )
    },
  }),
  // A key has at most 255 characters. Payment › Limits.
  defineCheck({
    id: 'pay-caller/keys/length',
    title: 'A long reference makes no key that is too long',
    covers: ['pay-caller.key.length'],
    uses: [created],
    run: async (t) => {
      const plain = await t.use(created)
      const name = 'a long reference'
      const reference = `${t.fresh('ref')}-${'r'.repeat(MOST)}`
      const long = await create(t, name, [], { reference })
      const [sent] = long.creations.length > 0 ? long.creations : plain.creations
      if (sent === undefined) return
      const { length } = keyOf(sent) ?? ''
      if (length === 0) {
        t.markUnexercised('pay-caller.key.length', 'not met', KEYLESS)
        return
      }
      const common = { subject: 'the key of a creation', expected: `at most ${MOST} characters`, evidence: [sent] }
      const note = long.creations.length > 0 ? {} : { note: 'the client refuses a long reference by itself' }
      if (length <= MOST) {
        t.conclude('pay-caller.key.length', { ok: true, ...common, ...note })
        return
      }
      const isUsual = plain.creations.some((each) => (keyOf(each) ?? '').length > MOST)
      const soft = !isUsual && (await tellsRefusal(t))
      t.conclude('pay-caller.key.length', { ok: false, actual: `${length}`, soft, ...common })
    },
  }),
]

/** Whether a client tells that the service refuses the key that it makes of a long reference, as the service does. */
async function tellsRefusal(t: CheckContext): Promise<boolean> {
  const refused = Array.from({ length: 4 }, () => refusal('VALIDATION_ERROR'))
  const reference = `${t.fresh('ref')}-${'r'.repeat(MOST)}`
  return (await create(t, 'a key that is refused', refused, { reference })).told?.ok === false
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What a key looks like, for who reads what was seen. */
export function formOf(key: string): string {
  if (UUID.test(key)) return 'a UUID'
  return /^[0-9A-HJKMNP-TV-Z]{26}$/.test(key) ? 'a ULID' : `${key.length} characters`
}

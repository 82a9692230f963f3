import { Tally } from '../../../kit/check/verdicts/tally.ts'
import { header } from '../../../kit/http/exchange.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { titleOf } from '../../shared/caller/judging.ts'
import { isListed } from './answers.ts'
import { alterations, keyFor, keyOf } from './creation.ts'
import { defineCheck, defineRule } from './define.ts'
import { created } from './fixtures.ts'

const STAGE = 'pay-caller/'

/** What arrived at the interface that was served. */
const arrived = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(({ inbox, aborted, truncated }) => inbox.startsWith(STAGE) && !aborted && !truncated)

export const requestChecks = [
  // A creation takes Content-Type: application/json, an Idempotency-Key and the fields of its table. Payment › Endpoints.
  defineCheck({
    id: 'pay-caller/requests/creation',
    title: 'A creation is JSON with a key, and holds what was asked for',
    covers: ['pay-caller.request.json', 'pay-caller.request.as-given', 'pay-caller.key.present'],
    uses: [created],
    run: async (t) => {
      const { creations, input } = await t.use(created)
      const [first] = creations
      if (first === undefined) return
      const common = { subject: titleOf(first), evidence: [first] }
      const type = header(first.headers, 'Content-Type')
      const isJson = /^application\/json\s*(;|$)/i.test(type ?? '') && typeof first.json === 'object'
      const expected = 'Content-Type: application/json and a JSON body'
      t.conclude(
        'pay-caller.request.json',
        isJson
          ? { ok: true, expected, ...common }
          : { ok: false, expected, actual: type ?? 'no Content-Type', ...common },
      )
      const altered = t.attest('pay-caller.request.as-given', first.id, () => alterations(first.json, input).join(', '))
      const as = { ...common, expected: 'the fields as they were given' }
      t.conclude(
        'pay-caller.request.as-given',
        altered === '' ? { ok: true, ...as } : { ok: false, actual: `another ${altered}`, ...as },
      )
      const key = keyOf(first)
      const kept = { ...common, expected: 'an Idempotency-Key' }
      t.conclude(
        'pay-caller.key.present',
        key ? { ok: true, ...kept } : { ok: false, actual: key === '' ? 'an empty one' : 'none', ...kept },
      )
    },
  }),
  // Requests carry Authorization: Bearer <API_KEY>. Payment › Authentication. Paths are prefixed. Payment › Versioning.
  defineRule({
    id: 'pay-caller/requests/every',
    title: 'Every request carries the key, to a listed endpoint',
    covers: ['pay-caller.request.bearer', 'pay-caller.request.path'],
    run: async (t) => {
      const bearer = new Tally(t, 'pay-caller.request.bearer', 'Authorization: Bearer with the key that was given')
      const path = new Tally(t, 'pay-caller.request.path', 'a listed endpoint below /api/v1')
      for (const each of arrived(t.deliveries())) {
        const evidence = [each]
        const found = t.attest('pay-caller.request.bearer', each.id, () =>
          presented(header(each.headers, 'Authorization'), keyFor(t, each.inbox.slice(STAGE.length))),
        )
        if (found === 'the key') bearer.agree(evidence)
        else bearer.contradict({ subject: titleOf(each), actual: found, evidence })
        if (isListed(each)) path.agree(evidence)
        else path.contradict({ subject: titleOf(each), actual: `${each.method} ${each.below ?? ''}`, evidence })
      }
      bearer.close('the client sent no request')
      path.close('the client sent no request')
    },
  }),
]

/** What an Authorization header presents, without the key itself. */
function presented(line: string | undefined, key: string): string {
  if (line === undefined) return 'no Authorization'
  const [, scheme, token] = /^(\S+)\s+(.*)$/.exec(line) ?? []
  if (scheme === undefined) return 'a value without a scheme'
  if (scheme.toLowerCase() !== 'bearer') return `the scheme ${scheme.slice(0, 12)}`
  return token === key ? 'the key' : 'another key'
}

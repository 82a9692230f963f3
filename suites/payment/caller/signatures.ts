import { createHmac } from 'node:crypto'
import { memberOf, shown } from '../../shared/caller/judging.ts'
import { playAll } from '../../shared/caller/scenario.ts'
import { givenFor, keyFor } from './creation.ts'
import { defineCheck } from './define.ts'

const BODY = '{"version":"1.0","event":"payment.completed","data":{"amount":500.0,"note":"Jambo é \\/ 😀"}}'
const KEY = 'whsec_é_payments'
const TIME = '1767323045'

const sign = (text: string, key = KEY): string => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

/** Deliveries as a helper is given them, and whether they are genuine. */
const CASES = [
  { what: 'a genuine signature', isGenuine: true },
  { what: 'another body', isGenuine: false, body: BODY.replace('500.0', '500.00') },
  { what: 'another timestamp', isGenuine: false, timestamp: '1767323046' },
  { what: 'the digest of the body alone', isGenuine: false, signature: sign(BODY) },
  { what: 'the digest of another key', isGenuine: false, signature: sign(`${TIME}.${BODY}`, 'whsec_other') },
  { what: 'half a digest', isGenuine: false, signature: sign(`${TIME}.${BODY}`).slice(0, 39) },
  { what: 'no digest', isGenuine: false, signature: 'sha256=' },
] as const

export const signatureChecks = [
  // The sign input is timestamp, dot, raw body. Payment › Events › Signature.
  defineCheck({
    id: 'pay-caller/signatures/helper',
    title: 'A helper takes genuine signatures and no others',
    covers: ['pay-caller.signature.verifies'],
    run: async (t) => {
      const name = 'signatures'
      const given = givenFor(t, name)
      const operations = CASES.map((each) => ({
        operation: 'verify',
        given,
        input: { body: BODY, timestamp: TIME, signature: sign(`${TIME}.${BODY}`), signingKey: KEY, ...each },
      })).map(({ input: { what: _, isGenuine: __, ...input }, ...rest }) => ({ ...rest, input }))
      const scenario = { name: `pay-caller/${name}`, serve: () => ({ kind: 'status', status: 404 }) as const }
      const played = await playAll(t, scenario, keyFor(t, name), operations, true)
      if (played.length === 0)
        t.markInapplicable(
          'pay-caller.signature.verifies',
          'the client brings no helper that verifies signatures',
          'the client',
        )
      for (const [index, { told, fault }] of played.entries()) {
        const { what = '', isGenuine = false } = CASES[index] ?? {}
        const valid = memberOf(told?.result, 'valid')
        const common = { subject: what, expected: isGenuine ? 'valid' : 'not valid', evidence: [] }
        const id = 'pay-caller.signature.verifies'
        // A helper may throw where a signature is none.
        const isTaken = valid === undefined && told?.ok === false ? false : valid
        if (told === undefined) t.markBlocked(id, fault ?? 'the driver gave no answer')
        else if (isTaken === isGenuine) t.conclude(id, { ok: true, ...common })
        else t.conclude(id, { ok: false, actual: shown(told.result ?? told.error), ...common })
      }
    },
  }),
]

import { createHmac } from 'node:crypto'
import { memberOf, shown } from '../../shared/caller/judging.ts'
import { playAll } from '../../shared/caller/scenario.ts'
import { defineCheck } from './define.ts'
import { keyFor, PREFIX } from './playing.ts'

const BODY =
  '{"id":"evt_1","event":"sms.sent","channel":"sms","data":{"message_id":"m-1","note":"Jambo é \\/ 😀","n":1.0}}'
const SECRET = 'siri_é_ya_ujumbe'

const sign = (text: string, key = SECRET): string => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

/** Callbacks as a helper is given them, and whether they are genuine. */
const CASES = [
  { what: 'a genuine signature', isGenuine: true, input: {} },
  { what: 'another body', isGenuine: false, input: { body: BODY.replace('1.0', '1') } },
  {
    what: 'the digest of the parsed body',
    isGenuine: false,
    input: { signature: sign(JSON.stringify(JSON.parse(BODY))) },
  },
  { what: 'the digest of another secret', isGenuine: false, input: { signature: sign(BODY, 'other') } },
  { what: 'half a digest', isGenuine: false, input: { signature: sign(BODY).slice(0, 39) } },
  { what: 'no digest', isGenuine: false, input: { signature: 'sha256=' } },
] as const

export const signatureChecks = [
  // The raw body is signed with the secret. Messaging › Events › Signature verification.
  defineCheck({
    id: 'msg-caller/signatures/helper',
    title: 'A helper of the client takes genuine callbacks and no others',
    covers: ['msg-caller.signature.verifies'],
    run: async (t) => {
      const name = 'signatures'
      const operations = CASES.map(({ input }) => ({
        operation: 'verify',
        given: { apiKey: keyFor(t, name) },
        input: { body: BODY, signature: sign(BODY), secret: SECRET, ...input },
      }))
      const scenario = { name: `${PREFIX}${name}`, serve: () => ({ kind: 'status', status: 404 }) as const }
      const played = await playAll(t, scenario, keyFor(t, name), operations, true)
      if (played.length === 0)
        t.markInapplicable(
          'msg-caller.signature.verifies',
          'the client brings no helper that verifies signatures',
          'the client',
        )
      for (const [index, { told, fault }] of played.entries()) {
        const { what = '', isGenuine = false } = CASES[index] ?? {}
        const valid = memberOf(told?.result, 'valid')
        const isTaken = valid === undefined && told?.ok === false ? false : valid
        const common = { subject: what, expected: isGenuine ? 'valid' : 'not valid', evidence: [] }
        const id = 'msg-caller.signature.verifies'
        if (told === undefined) t.markBlocked(id, fault ?? 'the driver gave no answer')
        else if (isTaken === isGenuine) t.conclude(id, { ok: true, ...common })
        else t.conclude(id, { ok: false, actual: shown(told.result ?? told.error), ...common })
      }
    },
  }),
]

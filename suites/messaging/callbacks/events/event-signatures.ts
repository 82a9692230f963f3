import type { Check } from '../../../../kit/check/check.ts'
import { type Absent, Tally } from '../../../../kit/check/verdicts/tally.ts'
import { autopsy } from '../../../../kit/signature/autopsy.ts'
import { signBody, verifyBody } from '../../../../kit/signature/signature.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isSignature, isWellFormed, signatureForm } from '../../../shared/signature-form.ts'
import { signingSecretsOfOthers } from '../../../shared/signing-secrets.ts'
import { type CheckContext, lineFor, type RequirementId } from '../../define.ts'
import { callbackRule } from '../../sending/sms-timeline.ts'
import { deliverySubject, identityOf, lines, NO_CALLBACK, smsDeliveries } from '../deliveries.ts'

/** Explaining a digest that differs takes some thousand others: enough for every failure that is told. */
const EXPLAINED = 5
/** Callbacks that stand for all of them. */
const SHOWN = 3

const NONE_SIGNED = 'no signed callback came to the webhook of messaging.smsWebhook in this run'
const NONE_FORMED = 'no signature was seen that has the form of one, at which msg.signature.form looks'

const isAnySigned = (t: CheckContext): boolean =>
  smsDeliveries(t).some((each) => signatures(each).some((line) => line.trim() !== ''))

const signatures = (delivery: Delivery): readonly string[] => lines(delivery, 'X-Svc-Signature')

// Events › Request: X-Svc-Signature is sha256= and lowercase hex, whoever configured it.
const form = callbackRule({
  id: 'msg/event-signatures/form',
  title: 'every signature is sha256= and 64 lower-case hex digits',
  covers: ['msg.signature.form', 'msg.signature.lower-case'],
  run: async (t) => {
    const shape = new Tally(t, 'msg.signature.form', 'one header X-Svc-Signature: sha256= and 64 hex digits')
    const lower = new Tally(t, 'msg.signature.lower-case', 'lower-case hex digits')
    for (const delivery of smsDeliveries(t)) {
      if (!signatures(delivery).some((line) => line !== '')) continue
      const evidence = [delivery]
      const look = () => signatureForm(signatures(delivery))
      const seen = t.attest('msg.signature.form', delivery.id, look)
      if (!isWellFormed(seen)) {
        shape.contradict({ subject: deliverySubject(delivery), actual: seen, evidence })
        continue
      }
      shape.agree(evidence)
      if (t.attest('msg.signature.lower-case', delivery.id, look) === 'upper-case')
        lower.contradict({ subject: deliverySubject(delivery), actual: 'upper-case hex digits', evidence })
      else lower.agree(evidence)
    }
    shape.close(unsigned(t) ?? NONE_SIGNED)
    lower.close(unsigned(t) ?? (isAnySigned(t) ? NONE_FORMED : NONE_SIGNED))
  },
})

/** That the webhook has no secret: the target file names none, and nothing that came is signed. */
function unsigned(t: CheckContext): Absent | undefined {
  const came = smsDeliveries(t)
  if (t.has('messaging.smsWebhook.secret') || came.length === 0) return undefined
  if (came.some((each) => signatures(each).length > 0)) return undefined
  return {
    observation: `the webhook has no secret: the target file names none, and none of ${came.length} callbacks is signed`,
    evidence: came.slice(0, SHOWN),
  }
}

// Events › Signature verification: HMAC-SHA256 over the raw body with the secret of the webhook, on every attempt.
const signed = callbackRule({
  id: 'msg/event-signatures/signed',
  title: 'every attempt is signed over its raw body with the secret of the webhook',
  covers: ['msg.signature.present', 'msg.signature.verifies'],
  judgedWith: {
    'msg.signature.present': ['messaging.smsWebhook.secret'],
    'msg.signature.verifies': ['messaging.smsWebhook.secret'],
  },
  run: async (t) => {
    const secret = t.service.smsWebhook?.secret
    if (secret === undefined || secret === '') {
      const line = lineFor('messaging.smsWebhook.secret')
      const absent = unsigned(t)
      for (const id of ['msg.signature.present', 'msg.signature.verifies'] satisfies RequirementId[]) {
        if (absent === undefined)
          t.markUnexercised(id, 'not claimed', 'the target file names no secret of the webhook', line)
        else t.markInapplicable(id, absent.observation, absent.evidence)
      }
      return
    }
    const present = new Tally(t, 'msg.signature.present', 'a header X-Svc-Signature')
    const verifies = new Tally(t, 'msg.signature.verifies', 'the HMAC-SHA256 of the raw body under the secret')
    let unexplained = 0
    for (const delivery of smsDeliveries(t)) {
      const subject = deliverySubject(delivery)
      if (!signatures(delivery).some((line) => line.trim() !== '')) {
        const actual = signatures(delivery).length === 0 ? 'no such header' : 'an empty one'
        present.contradict({ subject, actual, evidence: [delivery] })
        continue
      }
      present.agree([delivery])
      const isTold = unexplained < EXPLAINED
      const seen = t.attest('msg.signature.verifies', delivery.id, (): Seen => {
        const [line, ...others] = signatures(delivery)
        // What has not the form of one signature is judged as such.
        if (others.length > 0 || !isSignature(line)) return { ok: null }
        if (verifyBody(secret, line, delivery.body).ok) return { ok: true }
        return { ok: false, actual: isTold ? explained(t, secret, delivery, line) : NOT_LOOKED_INTO }
      })
      if (seen.ok === true) verifies.agree([delivery])
      else if (seen.ok === false) verifies.contradict({ subject, actual: seen.actual, evidence: [delivery] })
      if (seen.ok === false && seen.actual === UNEXPLAINED) unexplained += 1
    }
    present.close(NO_CALLBACK)
    verifies.close(isAnySigned(t) ? NONE_FORMED : NONE_SIGNED)
  },
})

/** What became of a signature under the secret: null where there is none in the form that is shown. */
type Seen = { readonly ok: true | null } | { readonly ok: false; readonly actual: string }

const UNEXPLAINED =
  'a digest that neither this secret nor a usual mistake makes; messaging.smsWebhook.secret may be another than the service has'

/** After so many that nothing explains the next would take as long to look at. */
const NOT_LOOKED_INTO = 'another digest, whose cause was not looked for'

function explained(t: CheckContext, key: string, delivery: Delivery, signature: string): string {
  const all = smsDeliveries(t)
  const before = all.slice(0, all.indexOf(delivery)).filter((each) => identityOf(each) === identityOf(delivery))
  const found = autopsy({
    scheme: 'body',
    key,
    signature,
    body: delivery.body,
    otherSecrets: otherSecrets(t),
    previous: before.map(({ body }) => ({ body })),
  })
  return found === undefined ? UNEXPLAINED : `another digest. ${found.sentence}`
}

/** Texts of the target that could have been taken for the secret, by the name the target file gives them. */
function otherSecrets({ service, target }: CheckContext): Record<string, string> {
  const { keys = {}, appKey, bearer, smsWebhook } = service
  const given = {
    ...Object.fromEntries(Object.entries(keys).map(([name, value]) => [`messaging.keys.${name}`, value])),
    'messaging.appKey': appKey,
    'messaging.bearer': bearer,
    'messaging.smsWebhook.appId': smsWebhook?.appId,
    ...signingSecretsOfOthers(target, 'messaging'),
  }
  return Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined))
}

// Events › Request: the header is there only when a secret is configured and not empty.
const absent = callbackRule({
  id: 'msg/event-signatures/absent',
  title: 'no attempt is signed where no secret is configured',
  covers: ['msg.signature.absent'],
  run: async (t) => {
    const id = 'msg.signature.absent'
    if (t.has('messaging.smsWebhook.secret')) {
      const came = smsDeliveries(t)
      const observation = 'every webhook that the run knows has a secret'
      if (came.length === 0) t.markUnexercised(id, 'not met', NO_CALLBACK)
      else t.markInapplicable(id, observation, came.slice(0, SHOWN))
      return
    }
    const tally = new Tally(t, id, 'no header X-Svc-Signature')
    for (const delivery of smsDeliveries(t)) {
      const [line] = signatures(delivery)
      const evidence = [delivery]
      if (line === undefined) tally.agree(evidence)
      else if (line.trim() === '')
        tally.contradict({ subject: deliverySubject(delivery), actual: 'an empty one', evidence })
      else if (t.attest(id, delivery.id, () => emptyKeyed(line, delivery))) {
        const actual = 'a digest under an empty key, which anyone can make'
        tally.contradict({ subject: deliverySubject(delivery), actual, evidence })
      } else {
        // A secret that the target file leaves out is as likely as a signature that should not be there.
        const reason = 'callbacks are signed, and the target file does not name the secret'
        t.markUnexercised(id, 'not claimed', reason, lineFor('messaging.smsWebhook.secret'))
        return
      }
    }
    tally.close(NO_CALLBACK)
  },
})

const emptyKeyed = (line: string, { body }: Delivery): boolean =>
  [body, Buffer.alloc(0)].some((bytes) => signBody('', bytes) === line.trim().toLowerCase())

export const eventSignatures: readonly Check[] = [form, signed, absent]

import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { any, cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { judgeAccepted, validCreation } from '../client/acceptance.ts'
import { freshKey } from '../client/bodies.ts'
import { controlCreation } from '../client/control.ts'
import { type Draft, draft, mobilePayment, submit } from '../client/payment.ts'
import { mentions, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { defineCheck, defineFixture, type FixtureContext } from '../define.ts'

/** Names as people have them: letters of other scripts, marks, apostrophes, hyphens and blanks, and one of one letter. */
const NAMES = { firstname: "José-María N'Diaye Żółć 山田", lastname: 'Ø' }

/** Domains that nobody reads mail at: addresses there reach no stranger, and no service that takes one asks for its host. */
const EXAMPLE = /(?:^|\.)example\.(?:com|net|org)$/

/** Addresses in forms that every definition of an e-mail address has, at the domain of the target file's own. */
function addresses({ customer }: JsonObject): readonly string[] {
  const { email } = Object(customer) as { email?: unknown }
  const [local = '', domain = ''] = String(email ?? 'asha.mushi@example.com').split('@')
  const tagged = `${local}+pay@${domain}`
  if (!EXAMPLE.test(domain)) return [tagged]
  const all = `Asha.m_b-c+pay@mail.shop-1.${domain}`
  return [all, tagged, `first.last@mail.shop.${domain}`, `a_b-c.d@${domain}`, `Asha.Mushi@Shop-1.${domain}`]
}

const needs = ['payment.keys.live', 'payment.bodies.mobile'] as const

/**
 * Two creations whose keys differ in a sign between two letters; the second one has unusual names, and the reference of
 * the first one without its hyphens.
 */
const unusualPair = defineFixture({
  name: 'unusual-creations',
  needs,
  uses: [validCreation],
  cost: { requests: { live: 2 }, spends: { payments: 2 } },
  make: async (t) => {
    controlCreation(t, await t.use(validCreation))
    // All forms at once: whoever minds one of them refuses it.
    const [email = ''] = addresses(t.service.bodies?.mobile ?? {})
    const key = freshKey(t)
    const plus = draft(t, {
      label: 'another form of e-mail',
      members: { customer: { email } },
      idempotencyKey: `${key}x-y`,
    })
    const named = draft(t, {
      label: 'names of other scripts',
      members: { customer: NAMES, reference: plus.reference.replaceAll('-', '') },
      idempotencyKey: `${key}x_y`,
      as: plus.key,
    })
    const first = await submit(t, plus)
    return { email: { sent: plus, answer: first }, names: { sent: named, answer: await submit(t, named) } }
  },
})

/** Whether the same creation is taken without what is unusual about it. */
async function isTakenPlain(t: FixtureContext, { label, key }: Draft): Promise<boolean> {
  return status('2xx').test(await submit(t, draft(t, { label: `${label}: as usual`, as: key }))).ok
}

/** The usual creation under a key that differs in yet another sign. */
const another = (t: FixtureContext, { key, idempotencyKey }: Draft): Draft =>
  draft(t, { label: 'a key with another sign', as: key, idempotencyKey: idempotencyKey.replace(/x-y$/, 'x.y') })

const DUPLICATE = refusal(['409 DUPLICATE_REFERENCE'])

const taken = (why?: string): Matcher<Exchange> =>
  matcher('2xx, as without it', (exchange) => {
    if (status('2xx').test(exchange).ok) return ok
    return why === undefined ? no(cameBack(exchange)) : soft(cameBack(exchange), why)
  })

export const lawfulForms: readonly Check[] = [
  // Resources › Payment create request: the e-mail is valid, and then it is no reason to refuse.
  defineCheck({
    id: 'pay/acceptance/email',
    title: 'E-mail addresses with a plus sign or below a subdomain are accepted',
    covers: ['pay.customer.email-accepted'],
    needs,
    uses: [unusualPair, validCreation],
    tier: 'write',
    cost: {
      requests: { live: 5 },
      spends: { payments: 5 },
      typical: { requests: {}, spends: { payments: 0 }, isSample: true, deepSpends: { payments: 5 } },
    },
    async run(t) {
      const id = 'pay.customer.email-accepted'
      const { email } = await t.use(unusualPair)
      const forms = t.depth === 'deep' ? addresses(t.service.bodies?.mobile ?? {}) : []
      // Evidence holds a tag in place of the address, of which nothing can be made.
      const many = t.attest(id, 'forms of the address', () => forms.length)
      const answers = [email.answer]
      for (let form = 0; form < many; form += 1) {
        const customer = { email: forms[form] ?? '' }
        answers.push(await submit(t, draft(t, { label: 'a form of e-mail', members: { customer } })))
      }
      for (const answer of answers) {
        const refused = status(400, 422).test(answer).ok
        if (!refused) judgeAccepted(t, id, answer)
        else if (await isTakenPlain(t, email.sent)) t.judge(id, answer, taken())
        else t.markBlocked(id, 'the same without it is not taken either', [answer])
      }
    },
  }),

  // Resources › Payment create request: firstname and lastname are strings. Which letters they may have is not said.
  defineCheck({
    id: 'pay/acceptance/names',
    title: 'Names with letters of other scripts, apostrophes and hyphens are accepted',
    covers: ['pay.customer.names-accepted'],
    needs,
    uses: [unusualPair],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { requests: {}, spends: { payments: 0 } } },
    async run(t) {
      const id = 'pay.customer.names-accepted'
      const { sent, answer } = (await t.use(unusualPair)).names
      // Its key may be taken for that of the other one, which is judged as such.
      if (status(409).test(answer).ok) t.markUnexercised(id, 'not met', `it was refused otherwise: ${cameBack(answer)}`)
      else if (!status(400, 422).test(answer).ok) judgeAccepted(t, id, answer)
      else if (await isTakenPlain(t, sent)) t.judge(id, answer, taken('no sentence says which letters a name may have'))
      else t.markBlocked(id, 'the same with other names is not taken either', [answer])
    },
  }),

  // Resources › Payment create request: the key is a string, and another string is another key.
  defineCheck({
    id: 'pay/idempotency/similar-keys',
    title:
      'Two keys that differ in a sign between two letters, and two references that differ in hyphens, make two payments',
    covers: ['pay.idempotency.keys-distinct', 'pay.reference.distinct'],
    needs,
    uses: [unusualPair, mobilePayment, records],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { requests: {}, spends: { payments: 0 } } },
    async run(t) {
      await t.use(mobilePayment)
      const { email, names } = await t.use(unusualPair)
      t.control(email.answer, status('2xx'))
      const id = (await t.use(records)).id(email.answer)
      // Refused for its reference, it shows nothing of its key.
      const isReferenceTaken = DUPLICATE.test(names.answer).ok
      if (isReferenceTaken || status('2xx').test(names.answer).ok)
        t.conclude('pay.reference.distinct', {
          ok: !isReferenceTaken,
          subject: 'POST /api/v1/payments (reference of a live payment without its hyphens)',
          expected: '2xx, the reference being another one',
          actual: cameBack(names.answer),
          evidence: [email.answer, names.answer],
        })
      else t.markUnexercised('pay.reference.distinct', 'not met', `it came to ${cameBack(names.answer)}`)
      // Where its names are refused or its reference is, another sign and the usual ones do as well.
      const needsAnother = isReferenceTaken || status(400, 422).test(names.answer).ok
      const other = needsAnother ? await submit(t, another(t, email.sent)) : names.answer
      t.control(other, any(status('2xx'), refusal(['409 CONFLICT'])))
      const isFirst = id !== undefined && mentions(other, id)
      t.conclude('pay.idempotency.keys-distinct', {
        ok: status('2xx').test(other).ok && !isFirst,
        subject: 'POST /api/v1/payments (key with another sign in it)',
        expected: 'a payment of its own',
        actual: isFirst ? `${cameBack(other)} with the first payment ${id}` : cameBack(other),
        evidence: [email.answer, other],
      })
    },
  }),
]

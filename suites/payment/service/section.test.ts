import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { claimsOf } from '../../../kit/target/claims.ts'
import { schemaProblems } from '../../../kit/target/file/problems.ts'
import { judgeTargetFile } from '../../../kit/target/file/rules.ts'
import { linesIn, shownLine } from '../../../kit/target/lines.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { paymentSection } from './section.ts'

const sections = [paymentSection] as const
const local = 'http://127.0.0.1:4010/'
const remote = 'https://pay.example'
const defaults = { webhookUrl: 'http://a/', callbackUrl: 'http://b/' }

const judged = (payment: object, more: object = {}) => {
  const file = { payment: { baseUrl: remote, ...payment }, ...more }
  const { problems, notes } = judgeTargetFile(file, 'assay.config.yaml', sections, [])
  return { problems: [...schemaProblems(file, sections, []), ...problems], notes }
}

test('a member of a body that is one of the document but for a slip is refused, and what a deployment has besides is not', () => {
  const { problems } = judged({ bodies: { mobile: { amount: 500, curency: 'TZS', type: 'mobile' } } })
  expect(problems).toEqual([
    'payment.bodies.mobile.curency: no member that the document shows; did you mean currency, which is not there?',
  ])
  const bodies = {
    mobile: { amount: 500, currency: 'TZS', curency: 'TZS', network_id: 'alpha', refs: 1 },
    card: { amount: 500, currency: 'TZS', redirectUrl: 'https://a.example', billing: {} },
  }
  expect(judged({ bodies }).problems).toEqual([])
})

test('a card body without what the document has card payments have is told of, and is no error', () => {
  const card = { amount: 500, currency: 'TZS', type: 'card', cancel_url: 'https://a.example' }
  const { problems, notes } = judged({ bodies: { card } })
  expect(problems).toEqual([])
  expect(notes).toContain(
    'payment.bodies.card lacks redirect_url, a billing address, which the document has a card payment have: a target may refuse it',
  )
  const whole = { ...card, redirect_url: 'https://a.example', customer: { billing: {} } }
  expect(judged({ bodies: { card: whole } }).notes.join()).not.toContain('payment.bodies.card lacks')
})

test('profile writes need values to restore, and permission except locally', () => {
  const writes = (baseUrl: string, profileWrites?: boolean, given?: Partial<typeof defaults>) =>
    resolveTarget(
      {
        payment: { baseUrl, ...(given && { defaults: given }) },
        allow: profileWrites === undefined ? {} : { profileWrites },
      },
      { sections, secrets: [] },
    ).allow.permissions.profileWrites
  expect(writes(local, undefined, defaults)).toBe(true)
  expect(writes(local, false, defaults)).toBe(false)
  expect(writes(local, true)).toBe(false)
  expect(writes(local, true, { webhookUrl: 'http://a/' })).toBe(false)
  expect(writes(remote, undefined, defaults)).toBe(false)
  expect(writes(remote, true, defaults)).toBe(true)
})

test('sixty payments are allowed locally without a word', () => {
  const of = (baseUrl: string) => resolveTarget({ payment: { baseUrl } }, { sections, secrets: [] }).allow.budgets
  expect(of(local)).toEqual({ payments: 60 })
  expect(of(remote)).toEqual({ payments: 0 })
})

test('defaults are claimed where both URLs are given; one live key is no second one', () => {
  const { isMade } = claimsOf(sections)
  const target = (payment: object) =>
    resolveTarget({ payment: { baseUrl: remote, ...payment } }, { sections, secrets: [] })
  expect(isMade(target({ defaults }), 'payment.defaults')).toBe(true)
  expect(isMade(target({ defaults: { webhookUrl: '', callbackUrl: '' } }), 'payment.defaults')).toBe(true)
  expect(isMade(target({ defaults: { webhookUrl: 'http://a/' } }), 'payment.defaults')).toBe(false)
  expect(isMade(target({ keys: { live: ['a'] } }), 'payment.keys.live[0]')).toBe(true)
  expect(isMade(target({ keys: { live: ['a'] } }), 'payment.keys.live[1]')).toBe(false)
})

test('what is lawful but doubtful becomes a note', () => {
  expect(judged({ keys: { live: ['sk_live_1', 'sk_test_1'] } }, { allow: { profileWrites: true } })).toEqual({
    problems: [],
    notes: [
      'payment.keys.live[1] begins with sk_test_: a test key, which may be refused while test mode is off',
      'allow.profileWrites has no effect: payment.defaults lacks webhookUrl or callbackUrl, so nothing could be restored',
    ],
  })
})

test.each([
  [{ record: { id: 'data/id' } }, 'payment.record.id: expected a JSON pointer such as /data/id, got "data/id"'],
  [{ defaults: { callbackUrl: 'a' } }, 'payment.defaults.callbackUrl: expected an absolute http or https URL, got "a"'],
  [
    { outcomes: { expired: { call: { url: '/sim' } } } },
    'payment.outcomes.expired.call.url: expected an absolute http or https URL, got "/sim"',
  ],
  [{ outcomes: { declind: { run: 'a' } } }, 'payment.outcomes.declind: unknown key; did you mean declined?'],
  [{ keys: { tset: 'x' } }, 'payment.keys.tset: unknown key; did you mean test?'],
  [{ keys: { revoked: 17 } }, 'payment.keys.revoked: expected a text, got (secret); put it in quotes'],
  [{ host: 'sk_live_1', bodies: 'sk_live_2' }, 'payment.bodies: expected an object, got (secret)'],
])('%j: %s', (payment, problem) => {
  expect(judged(payment).problems).toEqual([expect.stringContaining(problem)])
})

test('no URL is one of none', () => {
  expect(judged({ defaults: { webhookUrl: '', callbackUrl: '' } }).problems).toEqual([])
})

test('an amount that is written as text is refused, with the number that it is to be', () => {
  const outcomes = { limitExceeded: { with: { amount: '50000000' } } }
  expect(judged({ outcomes }).problems).toEqual([
    'payment.outcomes.limitExceeded.with.amount: "50000000" is text, and an amount is a number; write it without quotes: 50000000',
  ])
  expect(judged({ bodies: { qr: { amount: 'much' } } }).problems).toEqual([
    'payment.bodies.qr.amount: is text, and an amount is a number; write one without quotes, such as 500, and no variable',
  ])
  expect(judged({ outcomes: { limitExceeded: { with: { amount: 50000000 } } } }).problems).toEqual([])
})

test('a mobile body below the minimum of the document is refused, and one for which it has none is not', () => {
  const mobile = { amount: 100, currency: 'TZS', type: 'mobile' }
  expect(judged({ bodies: { mobile } }).problems).toEqual([
    'payment.bodies.mobile.amount: 100 is below the minimum of a mobile payment in TZS; write 500 or more',
  ])
  const bodies = { mobile: { ...mobile, currency: 'USD' }, card: { ...mobile, type: 'card' }, qr: mobile }
  expect(judged({ bodies }).problems).toEqual([])
  expect(judged({ bodies: { mobile: { ...mobile, amount: 500 } } }).problems).toEqual([])
  expect(judged({ outcomes: { unclassified: { with: mobile } } }).problems).toEqual([])
})

test('a phone with more than digits is worth a note: whether it is normalised is open', () => {
  const needed = { redirect_url: 'https://a.example', cancel_url: 'https://a.example', address: {} }
  const bodies = {
    mobile: { phone: '+255700000100' },
    card: { phone: '0700000100', ...needed },
    qr: { phone: '255700000100' },
  }
  const form =
    'expected digits alone, those of the country code first, such as 255700000001; a target may refuse another form'
  expect(judged({ bodies })).toEqual({
    problems: [],
    notes: [`payment.bodies.mobile.phone: ${form}`, `payment.bodies.card.phone: ${form}`],
  })
  expect(judged({ outcomes: { declined: { with: { phone: '+1' } } } })).toEqual({ problems: [], notes: [] })
})

test('a key that has not the form of a test key is none', () => {
  expect(judged({ keys: { test: 'sk_live_1' } }).problems).toEqual([
    'payment.keys.test: does not begin with sk_test_, as every test key does; name a test key, or leave it out',
  ])
  expect(judged({ keys: { test: 'sk_test_1' } }).problems).toEqual([])
})

test('the amount that a line proposes is filled in as a number', () => {
  const [line] = linesIn(claimsOf(sections).lineFor('payment.outcomes.limitExceeded'))
  expect(line && shownLine(line)).toBe(
    'payment.outcomes.limitExceeded: { with: { amount: … } }   # to fill in: with.amount',
  )
  expect(parse('{ with: { amount: … } }'.replace('…', '50000000'))).toEqual({ with: { amount: 50000000 } })
})

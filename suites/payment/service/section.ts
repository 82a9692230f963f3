import { isSlip } from '../../../kit/target/file/nearest.ts'
import { type Path, valueAt } from '../../../kit/target/path.ts'
import { defineSection, type SectionFindings } from '../../../kit/target/section.ts'
import { phoneFault } from '../../shared/phones.ts'
import { cardLacks } from './card-needs.ts'
import { claims, defaultsLine } from './claims.ts'
import { schema } from './schema.ts'

export type { PaymentSection } from './schema.ts'

/** Nothing is written to the profile that could not be restored. */
const isRestorable = (section: unknown): boolean =>
  ['webhookUrl', 'callbackUrl'].every((name) => typeof valueAt(section, ['defaults', name]) === 'string')

/** An amount is a number: as text it is refused by the deployment, which would be held against it. */
function amountsAsText(section: unknown, { problem }: SectionFindings): void {
  const membersOf = (name: string) => Object.keys(Object(valueAt(section, [name])) as object)
  const places: readonly Path[] = [
    ...membersOf('bodies').map((body) => ['bodies', body, 'amount']),
    ...membersOf('outcomes').map((outcome) => ['outcomes', outcome, 'with', 'amount']),
  ]
  for (const place of places) {
    const amount = valueAt(section, place)
    if (typeof amount !== 'string') continue
    const isNumber = /^\s*-?\d+(?:\.\d+)?\s*$/.test(amount)
    problem(
      place,
      isNumber
        ? `${JSON.stringify(amount)} is text, and an amount is a number; write it without quotes: ${Number(amount)}`
        : 'is text, and an amount is a number; write one without quotes, such as 500, and no variable',
    )
  }
}

/** What the document shows of a creation, and what it adds for a card. */
const SHOWN = [
  ...['amount', 'currency', 'type', 'phone', 'network', 'customer', 'reference', 'webhook_url', 'callback_url'],
  ...['redirect_url', 'cancel_url'],
]

/** A member that is one of the document's but for a slip is refused by the deployment, which would be held against it. */
function slipsIn(section: unknown, { problem }: SectionFindings): void {
  for (const [body, value] of Object.entries(Object(valueAt(section, ['bodies'])) as object)) {
    const names = Object.keys(Object(value) as object)
    const missing = SHOWN.filter((each) => !names.includes(each))
    for (const name of names.filter((each) => !SHOWN.includes(each))) {
      const meant = missing.find((each) => isSlip(name, each))
      if (meant !== undefined)
        problem(['bodies', body, name], `no member that the document shows; did you mean ${meant}, which is not there?`)
    }
  }
}

/** Limits: the least of a mobile payment in TZS. */
const MINIMUM = 500

/** An amount below the minimum is refused by the deployment, which would be held against it. */
function belowMinimum(section: unknown, { problem }: SectionFindings): void {
  const { amount, currency, type } = Object(valueAt(section, ['bodies', 'mobile'])) as Readonly<Record<string, unknown>>
  if (typeof amount === 'number' && amount < MINIMUM && currency === 'TZS' && type === 'mobile')
    problem(
      ['bodies', 'mobile', 'amount'],
      `${amount} is below the minimum of a mobile payment in TZS; write ${MINIMUM} or more`,
    )
}

/** A phone that is written otherwise than the document has it may be refused, which is the right of the deployment. */
function phones(section: unknown, { note }: SectionFindings): void {
  for (const body of Object.keys(Object(valueAt(section, ['bodies'])) as object)) {
    const phone = valueAt(section, ['bodies', body, 'phone'])
    const fault = typeof phone === 'string' && phone !== '' ? phoneFault(phone) : undefined
    if (fault !== undefined) note(`payment.bodies.${body}.phone: ${fault}; a target may refuse another form`)
  }
}

/** What a card payment lacks that the document has it have may have it refused, which is the right of the deployment. */
function cardNeeds(section: unknown, { note }: SectionFindings): void {
  const card = valueAt(section, ['bodies', 'card'])
  const lacks = card === undefined ? [] : cardLacks(card)
  if (lacks.length > 0)
    note(
      `payment.bodies.card lacks ${lacks.map(({ what }) => what).join(', ')}, which the document has a card payment have: a target may refuse it`,
    )
}

/** The document knows test keys by their form: another key is refused for no mode of the platform. */
function testKey(section: unknown, { problem }: SectionFindings): void {
  const key = valueAt(section, ['keys', 'test'])
  if (typeof key === 'string' && key !== '' && !/(?:^|\s)sk_test_/.test(key))
    problem(['keys', 'test'], 'does not begin with sk_test_, as every test key does; name a test key, or leave it out')
}

function judge(section: unknown, findings: SectionFindings): void {
  const { note } = findings
  amountsAsText(section, findings)
  slipsIn(section, findings)
  belowMinimum(section, findings)
  phones(section, findings)
  cardNeeds(section, findings)
  testKey(section, findings)
  const live = valueAt(section, ['keys', 'live'])
  for (const [index, key] of (Array.isArray(live) ? live : []).entries()) {
    if (typeof key !== 'string' || !key.startsWith('sk_test_')) continue
    note(`payment.keys.live[${index}] begins with sk_test_: a test key, which may be refused while test mode is off`)
  }
}

/** The section of the payment service: what may stand in it, what it claims, what a run may do because of it. */
export const paymentSection = defineSection({
  id: 'payment',
  schema,
  claims,
  secretLike: /sk_(test|live)_/,
  allow: {
    budgets: { payments: { what: 'Payments', local: 60, line: '40' } },
    limits: {
      amount: {
        description:
          'What one payment may be asked for at most. Without it: the largest amount that this file names, and 100 more, for what must not be the same amount twice.',
        example: 5000,
      },
    },
    permissions: {
      profileWrites: {
        description:
          'Whether the merchant profile may be written. Needs payment.defaults, to restore it. Without it: true on a local target, false elsewhere.',
        notice:
          'the merchant profile is changed; at the end it gets the URLs of payment.defaults, and where that has none those of the run are removed if the service lets them be',
        line: `true\npayment.defaults: ${defaultsLine}`,
        isPossible: isRestorable,
        lacking: 'payment.defaults lacks webhookUrl or callbackUrl, so nothing could be restored',
      },
    },
  },
  isClaimed: (section, claim) => (claim === 'defaults' ? isRestorable(section) : undefined),
  judge,
})

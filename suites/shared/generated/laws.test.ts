import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyDefects } from '../../../generators/body-defects.ts'
import { type Schema, schemaOf, typesOf } from '../../../generators/schema.ts'
import { PLAIN, type Spelling, spelled, spellings } from '../../../generators/spelling.ts'
import { headerText } from '../../../generators/text.ts'
import { usualOf } from '../../../generators/usual.ts'
import { faultsOf, isValid } from '../../../generators/validity.ts'
import { valuesOf } from '../../../generators/values.ts'
import { violationsOf } from '../../../generators/violations.ts'
import { wrongTypes } from '../../../generators/wrong-values.ts'
import { contracts } from '../../../specs/index.ts'
import { messagingContract } from '../../../specs/messaging/contract.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import { requestsOf } from '../../../tests/proofs/described-requests.ts'

const SEED = 7
const usual = usualOf(SEED)

const bodies = contracts.flatMap((contract) =>
  requestsOf(contract).flatMap(({ operation, body }): [string, Schema][] =>
    body === undefined ? [] : [[operation, body]],
  ),
)
const named: [string, Schema][] = ['MobilePaymentCreate', 'CardPaymentCreate', 'QrPaymentCreate', 'PaymentCreate'].map(
  (name) => [name, schemaOf(paymentContract, name)],
)
const parameters = contracts.flatMap((contract) =>
  requestsOf(contract).flatMap(({ operation, parameters: all }) =>
    all.map(({ name, schema }): [string, Schema] => [`${operation} ${name}`, schema]),
  ),
)
const all = [...bodies, ...named, ...parameters]

/** Characters of a value's JSON. `https` counts as `http` and `true` as `false`: neither is the larger value. */
function sizeOf(value: unknown): number {
  const alike = (_: string, each: unknown): unknown =>
    typeof each === 'string' ? each.replace(/^https:/, 'http:') : each === true ? false : each
  return JSON.stringify(value, alike).length
}

/** Works something out of a schema once. */
function ofSchema<Value>(make: (schema: Schema) => Value): (schema: Schema) => Value {
  const known = new Map<Schema, Value>()
  return (schema) => {
    const value = known.has(schema) ? (known.get(schema) as Value) : make(schema)
    known.set(schema, value)
    return value
  }
}

const plain = ofSchema((schema) => valuesOf(schema, { usual }))
const extended = ofSchema((schema) => valuesOf(schema, { usual, extra: true }))

/** Values with further members: enough of them to tell what is usual. */
const many = ofSchema((schema) => fc.sample(extended(schema), { seed: SEED, numRuns: 120 }))

/** Values and what each of them shrinks to, when everything is taken for a failure: the way that shrinking takes. */
const chains = ofSchema((schema) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
    const seen: unknown[] = []
    const refused = fc.property(extended(schema), (value) => {
      seen.push(value)
      return false
    })
    fc.check(refused, { seed, numRuns: 1 })
    return seen
  }),
)

test('the descriptions have bodies and parameters to make', () => {
  expect(bodies.length).toBeGreaterThanOrEqual(6)
  expect(parameters.length).toBeGreaterThanOrEqual(8)
})

describe('values of a schema', () => {
  test.for(all)('%s: every value is valid', ([, schema]) => {
    expect(many(schema).filter((value) => faultsOf(schema, value).length > 0)).toEqual([])
  })

  test.for(all)('%s: one seed gives the same values, another one others', ([, schema]) => {
    const made = (seed: number) => JSON.stringify(fc.sample(valuesOf(schema, { usual }), { seed, numRuns: 50 }))
    expect(made(SEED)).toBe(made(SEED))
    expect(made(SEED)).not.toBe(made(SEED + 1))
  })

  test.for(all)('%s: what they shrink to is valid, never larger, never twice, and comes to an end', ([, schema]) => {
    for (const chain of chains(schema)) {
      expect(chain.length).toBeLessThan(400)
      expect(chain.filter((value) => !isValid(schema, value))).toEqual([])
      const texts = chain.map((value) => JSON.stringify(value))
      expect(new Set(texts).size, texts.join('\n')).toBe(texts.length)
      const sizes = chain.map(sizeOf)
      expect(sizes, texts.join('\n')).toEqual(sizes.toSorted((a, b) => b - a))
    }
  })

  test.for(all)('%s: what they shrink to in the end is as small as the smallest fifth of all', ([, schema]) => {
    const sizes = many(schema).map(sizeOf)
    const small = sizes.toSorted((a, b) => a - b)[sizes.length / 5] ?? 0
    const ends = chains(schema).map((chain) => chain.at(-1))
    expect(ends.filter((end) => sizeOf(end) > small)).toEqual([])
  })
})

describe('violations', () => {
  const broken = [
    ...named.slice(0, 1),
    ...bodies.filter(([operation]) => operation !== 'POST /api/v1/payments'),
    ...parameters,
  ].flatMap(([name, schema]) =>
    violationsOf(schema).map((violation) => [`${name}, ${violation.name}`, schema, violation] as const),
  )

  test('there is one for every keyword of a creation and of a resend', () => {
    const names = (schema: Schema) => violationsOf(schema).map(({ name }) => name)
    expect(names(schemaOf(paymentContract, 'MobilePaymentCreate'))).toEqual(
      expect.arrayContaining([
        'amount: type string',
        'amount: minimum',
        'customer.email: format',
        'customer.firstname: minLength',
        'currency: pattern',
        'type: const',
        'phone: missing',
        'customer.email: missing',
        'body: type array',
      ]),
    )
    expect(names(schemaOf(messagingContract, 'OTPResendDeveloperAppSchema'))).toEqual(
      expect.arrayContaining([
        'delivery_method: enum',
        'phone_number: missing',
        'otp_length: type fraction',
        'message_template: pattern',
        'callback_url: format',
        'callback_url: pattern',
      ]),
    )
    expect(broken.length).toBeGreaterThan(100)
  })

  test.for(broken)('%s: fails there and nowhere else', ([, schema, violation]) => {
    const { keyword, pointer } = violation
    const wrong = fc.sample(violation.of(plain(schema)), { seed: SEED, numRuns: 25 })
    const faults = wrong.map((value) => faultsOf(schema, value))
    expect(faults, JSON.stringify(wrong)).toEqual(wrong.map(() => [{ pointer, keyword }]))
  })
})

describe('bodies as a whole', () => {
  const valid = valuesOf(schemaOf(paymentContract, 'MobilePaymentCreate'), { usual }) as fc.Arbitrary<object>

  test.for(bodyDefects)('$name is $kind', ({ of, kind }) => {
    for (const bytes of fc.sample(of(valid), { seed: SEED, numRuns: 40 })) {
      const read = () => JSON.parse(bytes.toString('utf8')) as unknown
      if (kind === 'no JSON') expect(read).toThrow(SyntaxError)
      if (kind === 'no object')
        expect(Array.isArray(read()) || typeof read() !== 'object' || read() === null).toBe(true)
    }
  })

  test('every spelling is read as the same value', () => {
    fc.assert(
      fc.property(valid, spellings, (value, how) => {
        expect(JSON.parse(spelled(value, how))).toEqual(value)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})

test.for<[string, Schema]>([
  ['a pattern', { type: 'string', pattern: '^a+$' }],
  ['a pattern and bounds', { type: 'string', pattern: '^a+$', minLength: 3, maxLength: 5 }],
  ['a format and bounds', { type: 'string', format: 'email', minLength: 12 }],
  ['bounds', { type: 'string', minLength: 3, maxLength: 5 }],
])('texts keep %s at once', ([_, schema]) => {
  for (const text of fc.sample(valuesOf(schema), { seed: SEED, numRuns: 100 })) {
    expect(isValid(schema, text), JSON.stringify(text)).toBe(true)
  }
})

test.for<[number, Spelling['numbers'], string]>([
  [500, 'plain', '500'],
  [500, 'point', '500.0'],
  [500.5, 'point', '500.50'],
  [500, 'exponent', '5e2'],
  [0.5, 'exponent', '5e-1'],
  [500, 'capital exponent', '5E+2'],
  [0.5, 'capital exponent', '5E-1'],
  // One that JSON writes with an exponent already stays as it is.
  [1e30, 'point', '1e+30'],
])('%d with numbers of the form %s is written %s', ([value, numbers, expected]) => {
  expect(spelled(value, { ...PLAIN, numbers })).toBe(expected)
})

test.for<[Schema, string[]]>([
  [{ type: 'integer' }, ['integer']],
  [{ type: ['string', 'null'] }, ['string', 'null']],
  [{ required: ['a'] }, ['object']],
  [{ const: 'mobile' }, ['string']],
  [{ const: null }, ['null']],
  [{}, ['string', 'number', 'boolean', 'object', 'array', 'null']],
])('%j lets through %j', ([schema, expected]) => {
  expect(typesOf(schema)).toEqual(expected)
})

test.for<[Schema, boolean, boolean]>([
  [{ type: 'integer' }, false, true],
  [{ type: 'number' }, false, false],
  [{ type: 'string' }, true, false],
])(
  'a number of any kind is no wrong type of %j, a fraction is where whole ones are wanted',
  ([schema, number, fraction]) => {
    const types = wrongTypes(schema).map(({ type }) => type)
    expect([types.includes('number'), types.includes('fraction')]).toEqual([number, fraction])
  },
)

test('texts of headers have no blank at either end, which nobody would keep', () => {
  for (const value of fc.sample(headerText({ max: 4 }), { seed: SEED, numRuns: 500 })) expect(value).toBe(value.trim())
})

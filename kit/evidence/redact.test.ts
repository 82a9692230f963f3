import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bodyDigest } from '../http/body-digest.ts'
import { createRedactor } from './redact.ts'

const key = 'k3y/"+&with space=1'
const places = { secretHeaders: ['X-Lib-Card'], plainHeaders: ['X-Lib-Time'], secretSegments: ['by-card'] }
const redactor = createRedactor({ secrets: [key, 'sk_live_4f9aZZ'], runKey: Buffer.from('run'), ...places })
const { redactText } = redactor
const body = (value: unknown): string => redactor.redactBody(Buffer.from(JSON.stringify(value))).text
const member = (name: string, value: unknown): unknown => JSON.parse(body({ [name]: value }))[name]
const phone = '255712345678'
const uuid = '12345678-1234-4123-8123-123456789012'

const entities = (text: string, written: (code: number) => string): string =>
  Array.from(text, (character) => written(character.charCodeAt(0))).join('')
const percentEncoded = (text: string): string => entities(text, (code) => `%${code.toString(16).padStart(2, '0')}`)

describe('a known secret is found', () => {
  test.each([
    ['raw', key],
    ['percent-encoded', encodeURIComponent(key)],
    ['percent-encoded in lower case', encodeURIComponent(key).toLowerCase()],
    ['as a form', new URLSearchParams({ a: key }).toString().slice(2)],
    ['in JSON', JSON.stringify(key)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(key))],
    ['in HTML', key.replace('&', '&amp;').replace('"', '&quot;')],
    ['escaped', key.replace('&', '\\u0026').replace('/', '\\/')],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64url after other data', Buffer.from(`a:${key}`).toString('base64url')],
    ['in base64 within other data', Buffer.from(`ab:${key}:c`).toString('base64')],
    ['in hex', Buffer.from(key).toString('hex')],
    ['in hex in upper case', Buffer.from(key).toString('hex').toUpperCase()],
    ['in upper case', key.toUpperCase()],
    ['backwards', Array.from(key).reverse().join('')],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
    ['with every byte percent-encoded', percentEncoded(key)],
    ['with every byte percent-encoded three times', percentEncoded(percentEncoded(percentEncoded(key)))],
    ['in decimal entities', entities(key, (code) => `&#${code};`)],
    ['in hexadecimal entities', entities(key, (code) => `&#x${code.toString(16)};`)],
    ['in entities with zeros before and none behind', entities(key, (code) => `&#000${code}`)],
    ['in entities of entities', entities(key, (code) => `&#${code};`).replaceAll('&', '&amp;')],
    ['in escapes of JSON', entities(key, (code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['with characters of no width between', Array.from(key).join('\u200b')],
    ['with soft hyphens and joiners between', Array.from(key).join('\u00ad\u2060')],
    ['as bytes of UTF-16', Buffer.from(key, 'utf16le').toString('latin1')],
    ['percent-encoded in JSON in upper case', JSON.stringify(percentEncoded(key)).toUpperCase()],
    ['in base64, percent-encoded', percentEncoded(Buffer.from(key).toString('base64'))],
  ])('%s', (_, carried) => {
    const text = redactText(`before ${carried} after`)
    expect(text).toMatch(/^before .*\[secret\].* after$/)
    expect(text).not.toMatch(/k3y|with|y3k/i)
    expect(text).not.toContain(Buffer.from(key).toString('base64').slice(4, 20))
  })

  test('learnt during the run', () => {
    const own = createRedactor({ secrets: [], runKey: Buffer.from('run') })
    expect(own.redactText('is it whsec-abc?')).toBe('is it whsec-abc?')
    own.learn('whsec-abc')
    expect(own.redactText('is it whsec-abc?')).toBe('is it [secret]?')
    own.learn(phone)
    expect(own.redactText(`order-${phone}`)).toMatch(/^order-255\*\*\*78~[a-z]{6}$/)
  })

  test('and the longer one first', () => {
    const own = createRedactor({ secrets: ['abcd', 'abcd-efgh'], runKey: Buffer.from('run') })
    expect(own.redactText('abcd-efgh abcd')).toBe('[secret] [secret]')
  })
})

test('headers: credentials and signatures go, what judging needs stays', () => {
  const redacted = redactor.redactHeaders([
    ['authorization', 'Bearer sk_live_unknown1'],
    ['Authorization', 'Basic abc'],
    ['Authorization', ''],
    ['Authorization', 'opaque'],
    ['X-API-Key', 'abc'],
    ['x-lib-card', uuid],
    ['X-Lib-Signature', `sha256=${'ab'.repeat(32)}`],
    ['X-Arc-Signature', 'odd'],
    ['Set-Cookie', 'session=1'],
    ['Idempotency-Key', `run-${phone}`],
    ['X-Lib-Time', `17${phone}`],
    ['X-Lib-Shelf', uuid],
    ['X-Ratelimit-Reset', '255712345678'],
    ['Location', `/pay?phone=%2B${phone}&token=t0ps`],
  ])
  expect(redacted.map(([, value]) => value)).toEqual([
    'Bearer sk_live_[secret]',
    'Basic [secret]',
    '',
    '[secret]',
    '[secret]',
    '[secret]',
    'sha256=[signature]',
    '[signature]',
    '[secret]',
    `run-${phone}`,
    `17${phone}`,
    uuid,
    '255712345678',
    expect.stringMatching(/^\/pay\?phone=%2B255\*\*\*78~[a-z]{6}&token=\[secret\]$/),
  ])
  expect(redacted[0]?.[0]).toBe('authorization')
})

test('names of headers are texts of the target, too', () => {
  const named = (name: string): string | undefined => redactor.redactHeaders([[name, '1']])[0]?.[0]
  expect(named('X-sk_live_4f9aZZ-Debug')).toBe('X-[secret]-Debug')
  expect(named('x-sk_live_4f9azz')).toBe('x-[secret]')
  expect(named(`x-${Buffer.from('sk_live_4f9aZZ').toString('hex')}`)).toBe('x-[secret]')
  expect(named(`x-to.${phone}`)).not.toContain('712345')
  expect(named('X-RateLimit-Reset')).toBe('X-RateLimit-Reset')
})

test('a number with its unit, or that of a rate limit, is no phone', () => {
  for (const text of [
    'X-RateLimit-Reset -251763823456, -251763823456 s from now',
    'X-RateLimit-Reset: 251763823456',
    'took 712345678 ms',
    'run it again with: replay lib/generated/loans --seed 2134567842 --path 0,0:6',
  ])
    expect(redactText(text)).toBe(text)
  expect(redactText(`${phone} so`)).not.toContain('712345')
  expect(redactText(`-${phone}`)).not.toContain('712345')
})

test('a phone number is found where an id may stand, and with digits too many behind it', () => {
  expect(member('sender_id', `+${phone}`)).toMatch(/^\+255\*\*\*\d\d~[a-z]{6}$/)
  expect(member('sender_id', 'ACME')).toBe('ACME')
  expect(member('transaction_id', uuid)).toBe(uuid)
  expect(String(member('phone_number', `${phone}0123456789`))).not.toContain('712345')
})

test('a text of which nothing is known says nothing by its digest', () => {
  const digest = (text: string): string => redactor.redactBody(Buffer.from(text)).digest
  expect(digest(phone)).toBe(digest(phone))
  expect(digest(phone)).not.toBe(digest(`${phone}9`))
  expect(digest(phone)).not.toBe(createHash('sha256').update(phone).digest('hex'))
})

test('what is secret by its place is so in running text, too, and nowhere without being named', () => {
  expect(redactText('X-Lib-Card: 4711-b and GET /readers/by-card/4711-b')).toBe(
    'X-Lib-Card: [secret] and GET /readers/by-card/[secret]',
  )
  const other = createRedactor({ secrets: [], runKey: Buffer.from('run') })
  expect(other.redactHeaders([['X-Lib-Card', '4711-b']])).toEqual([['X-Lib-Card', '4711-b']])
  expect(other.redactUrl('https://x/readers/by-card/4711-b')).toBe('https://x/readers/by-card/4711-b')
})

test.each([
  ['secret', 'abc', '[secret]'],
  ['callback_secret', 'abc', '[secret]'],
  ['accessToken', 'abc', '[secret]'],
  ['app_key', 'abc', '[secret]'],
  ['api_key', '', ''],
  ['password', 12, '[secret]'],
  ['app_key', null, null],
  ['pin', '123456', '[code]'],
  ['code', 123456, '[code]'],
  ['code', 400, 400],
  ['code', 'validation_error', 'validation_error'],
  ['error_code', 'INVALID_ID', 'INVALID_ID'],
  ['status_code', 200, 200],
  ['pin_length', 6, 6],
  ['message', 'Your code is 123456.', 'Your code is [code].'],
  ['message_template', '[ACME] 1234 of {code}', '[ACME] [code] of {code}'],
  ['message', `Loan ${uuid} of 2024-05-01 at least 500`, `Loan ${uuid} of 2024-05-01 at least 500`],
  ['description', 'room 123456', 'room 123456'],
  ['amount', 1000000000, 1000000000],
  ['amount', '1000000000.50', '1000000000.50'],
  ['transaction_id', uuid, uuid],
  ['reference', 'run-7-255712345678', 'run-7-255712345678'],
  ['timestamp', '2024-05-01T10:00:00.123456789Z', '2024-05-01T10:00:00.123456789Z'],
  ['sent', '1712345678901', '1712345678901'],
  ['phone', 'abc', 'abc'],
  ['phone', '255', '255'],
  ['checkout_url', 'https://x/checkout/1?session=abc#f', 'https://x/checkout/1?[query]'],
  ['email', 'not-an-email', 'not-an-email'],
  ['name', 'Main workspace', 'Main workspace'],
])('member %s: %j is kept as %j', (name, value, kept) => {
  expect(member(name, value)).toEqual(kept)
})

test('people: names, e-mails and phones in any writing; equal ones stay equal', () => {
  const people = {
    customer: { firstname: 'Asha', last_name: 'Mushi', name: 'A M', email: 'asha@example.com' },
    contact_profile_name: 'Asha',
  }
  expect(body(people)).not.toMatch(/Asha|Mushi|A M|example/)
  const tagged = member('phone', phone)
  expect(tagged).toMatch(/^255\*\*\*78~[a-z]{6}$/)
  expect(member('recipients', [phone])).toEqual([tagged])
  expect(member('anything', `call ${phone}.`)).toBe(`call ${tagged}.`)
  expect(redactText(`sent to +${phone}, and (${phone})`)).toBe(`sent to +${tagged}, and (${tagged})`)
  expect(redactText(`to 255712345679`)).not.toContain(String(tagged))
  expect(createRedactor({ secrets: [], runKey: Buffer.from('other') }).redactText(phone)).not.toBe(tagged)
})

test('a name that the target or its address has is hidden by its place only', () => {
  const redactor = createRedactor({
    secrets: [],
    runKey: Buffer.from('run'),
    names: ['Asha', 'Mushi'],
    shown: ['Mushi', 'https://asha.example.com'],
  })
  expect(redactor.redactText('Mushi at https://asha.example.com')).toBe('Mushi at https://asha.example.com')
  expect(redactor.redactBody(Buffer.from('{"firstname":"Asha"}')).text).toMatch(/^\{"firstname":"\[name~[a-z]{6}\]"\}$/)
  const other = createRedactor({ secrets: [], runKey: Buffer.from('run'), names: ['Asha'], shown: ['Ashanti'] })
  expect(other.redactText('Asha')).toMatch(/^\[name~/)
})

describe('a phone number is shown in the form in which it is written, by one tag', () => {
  const tag = redactText(phone).slice('255***78'.length)
  test.each([
    ['with a plus sign', `+${phone}`, '+255***78'],
    ['with blanks', '255 712 345 678', '255 *** *** ***78'],
    ['with a plus sign and blanks', '+255 712 345 678', '+255 *** *** ***78'],
    ['with dashes and brackets', '+(255) 712-345.678', '+(255) ***-***.***78'],
    ['with a blank before and behind', ` ${phone} `, ' 255***78 '],
    ['with digits set apart one by one', '2-5-5-7-1-2-3-4-5-6-7-8', '2-5-5-***-***-***-***-***-***-***-7-8'],
  ])('%s', (_, written, shown) => {
    const standIn = `${shown}${tag}`
    expect(member('phone_number', written)).toBe(standIn)
    expect(body({ echo: JSON.stringify({ phone: written }) })).toBe(
      JSON.stringify({ echo: JSON.stringify({ phone: standIn }) }),
    )
    expect(redactText(standIn)).toBe(standIn)
    expect(body({ phone_number: standIn })).toBe(JSON.stringify({ phone_number: standIn }))
  })

  test('with zeros before it, which are other digits', () => {
    expect(member('phone_number', '0712345678')).toMatch(/^071\*\*\*78~[a-z]{6}$/)
    expect(member('phone_number', `00${phone}`)).toMatch(/^002\*\*\*78~[a-z]{6}$/)
  })

  test('as a number of JSON, which is no text', () => {
    expect(member('phone_number', Number(phone))).toBe(`255***78${tag} (a number)`)
    expect(body({ recipients: [Number(phone), phone] })).toBe(
      `{"recipients":["255***78${tag} (a number)","255***78${tag}"]}`,
    )
    const shown = body({ phone_number: Number(phone) })
    expect(redactText(shown)).toBe(shown)
  })

  test('in running text, queries and forms, however the plus sign is written there', () => {
    for (const [written, shown] of [
      [`to +${phone} now`, `to +255***78${tag} now`],
      ['to +255 712 345 678 now', `to +255 *** *** ***78${tag} now`],
      [`https://x/a?phone=%2B${phone}&b=1`, `https://x/a?phone=%2B255***78${tag}&b=1`],
      [`https://x/a?phone=+${phone}`, `https://x/a?phone=+255***78${tag}`],
      ['phone=255%20712%20345678', `phone=255%20***%20***78${tag}`],
      [`https://x/a?q=%2B${phone}`, `https://x/a?q=%2B255***78${tag}`],
      ['phone=a%20b', 'phone=a%20b'],
    ] as const) {
      expect(redactText(written)).toBe(shown)
      expect(redactText(shown)).toBe(shown)
    }
  })

  test('where it is a known one', () => {
    for (const known of [phone, `+${phone}`]) {
      const own = createRedactor({ secrets: [known], runKey: Buffer.from('run') })
      expect(own.redactText(`a+${phone}`)).toBe(`a+255***78${tag}`)
      expect(own.redactText(`a ${phone}`)).toBe(`a 255***78${tag}`)
      expect(own.redactText(`a-%2B${phone}`)).toBe(`a-%2B255***78${tag}`)
    }
  })

  test('with a letter within, which is no number and not hidden', () => {
    expect(member('phone_number', '25571234567O')).toBe('25571234567O')
  })
})

test('a reflected body gives away nothing: validation errors, text in text, broken JSON', () => {
  const detail = {
    detail: [
      { type: 'x', loc: ['body', 'callback_secret'], msg: 'bad', input: 's3cr' },
      { loc: ['body', 'phone_number'], input: '+0000000' },
    ],
  }
  expect(body(detail)).not.toMatch(/s3cr|0000000/)
  expect(body({ field: 'pin', value: '9876' })).toBe('{"field":"pin","value":"[code]"}')
  expect(body({ echo: JSON.stringify({ app_key: 'abc', to: phone }) })).not.toMatch(/abc|712345/)
  expect(redactText('Bad request: {"app_key" : "abc", "x":1} secret=hid&y=2')).toBe(
    'Bad request: {"app_key" : "[secret]", "x":1} secret=[secret]&y=2',
  )
  expect(redactText('{"app_key":"abc","phone":"255712345678","customer":{"firstname":"Ash')).not.toMatch(
    /abc|712345|Ash/,
  )
  expect(redactText('Bad: {"message":"code 123456"}')).toBe('Bad: {"message":"code [code]"}')
  expect(redactText('{"a":1} and 255712345678')).not.toContain('712345')
  expect(redactText('X-API-Key: hidden-1, Authorization: Bearer abc123def')).toBe(
    'X-API-Key: [secret], Authorization: Bearer [secret]',
  )
})

test('layout, order, repeated members and long numbers of JSON survive', () => {
  const text = '{ "b": 1.0,\n\t"a": 12345678901234567890, "a": "x\\u00e9", "token": "t" }'
  expect(redactText(text)).toBe(text.replace('"t"', '"[secret]"'))
  expect(redactText(redactText(text))).toBe(redactText(text))
})

test('URLs: a secret in the path, queries, and ids', () => {
  expect(redactor.redactUrl('https://x/readers/by-card/ak_1%20b/?a=1')).toBe('https://x/readers/by-card/[secret]/?a=1')
  expect(redactor.redactUrl(`http://127.0.0.1:43210/loans/${uuid}`)).toBe(`http://127.0.0.1:43210/loans/${uuid}`)
  expect(redactor.redactUrl('https://x/a?sig=1&signature=ff&code=12345&q=sk_test_9')).toBe(
    'https://x/a?sig=1&signature=[secret]&code=[code]&q=sk_test_[secret]',
  )
})

test('length and digest are those of the original, also where it is no UTF-8', () => {
  const original = Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from('sk_live_4f9aZZ'), Buffer.from([0xc3])])
  const kept = redactor.redactBody(original)
  expect(kept).toEqual({
    text: '\uFFFD\uFFFD\0[secret]\uFFFD',
    bytes: original.length,
    digest: bodyDigest(original),
    redacted: true,
  })
  expect(redactor.redactBody(Buffer.from('{"status":"pending"}')).redacted).toBe(false)
})

test('large bodies take no noticeable time', () => {
  // Of this process alone: how busy the machine is decides nothing.
  const before = process.cpuUsage()
  for (const piece of [
    'a',
    '{"a":"',
    '1',
    '"',
    '[',
    'a=',
    '\\"',
    '+2 ',
    'bearer ',
    ' "x" ',
    'bearer+',
    'message=',
    '%25',
    '&amp;',
    'a@b.cc',
  ]) {
    redactor.redactBody(Buffer.from(piece.repeat(40_000 / piece.length)))
    redactor.redactBody(Buffer.from(`{"m":${piece.repeat(40_000 / piece.length)}`))
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(6000)
})

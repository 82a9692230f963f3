import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../../kit/check/context.ts'
import { type Answered, contextOf, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { MARK_READ, RESEND, SENDERS } from '../client/api.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { authentication, endpoints } from './authentication.ts'

const SERVICE = { baseUrl: 'http://127.0.0.1', bearer: 'token', keys: { bound: 'a-key-of-the-run' } }
const OTP = '255700000301'

describe('without a key', () => {
  const asked = async (claims: readonly string[], fixtures: object) => {
    const { t, sent } = contextOf<CheckContext>({
      service: { ...SERVICE, fixtures },
      fixtures: { [codesAtStart.name]: [] },
      answers: [{ status: 401 }],
      claims,
    })
    await authentication.find(({ id }) => id === 'msg/authentication/missing-key-resend')?.run(t)
    return sent.map(({ body }) => JSON.parse(String(body)))
  }

  test('a code is asked for where messages may be sent to a number', async () => {
    expect(await asked(['allow.messages'], { phones: { otp: OTP } })).toEqual([{ phone_number: OTP }])
  })

  test.for<[string, string[], object]>([
    ['there is no number', ['allow.messages'], {}],
    ['no message may be sent', [], { phones: { otp: OTP } }],
  ])('nothing that could be sent is asked for where %s', async ([_, claims, fixtures]) => {
    expect(await asked(claims, fixtures)).toEqual([{}])
  })
})

describe('an unknown key', () => {
  const tried = async (depth: string, claims: readonly string[] = []) => {
    const { t, sent } = contextOf<CheckContext>({
      service: SERVICE,
      fixtures: { [codesAtStart.name]: [] },
      answers: Array.from({ length: endpoints.length + 1 }, () => ({ status: 401 })),
      claims,
      context: { depth, permits: () => false },
    })
    await authentication.find(({ id }) => id === 'msg/authentication/unknown-key')?.run(t)
    return sent.map(({ operation }) => operation)
  }

  test('is tried at one endpoint', async () => {
    expect(await tried('standard')).toEqual([SENDERS])
  })

  test('is tried at every endpoint at full depth, and an empty one at one of them', async () => {
    expect(await tried('deep', ['messaging.bearer'])).toHaveLength(endpoints.length + 1)
    // Those that want a token as well are left out where none is named.
    const bare = endpoints.filter(({ bearer }) => bearer !== true)
    expect(await tried('deep')).toHaveLength(bare.length + 1)
  })
})

test('an unknown key beside what else is wrong with a request may be answered for either', async () => {
  const defects = ['resend', 'app-create']
  const answers = endpoints.map(({ name }) =>
    defects.includes(name)
      ? { status: 422, answer: { success: false, message: 'a field is missing', errors: [{ field: 'app_name' }] } }
      : { status: 401 },
  )
  const said = await saidBy(
    authentication.find(({ id }) => id === 'msg/authentication/unknown-key'),
    {
      service: SERVICE,
      answers: [...answers, { status: 401 }],
      claims: ['messaging.bearer'],
      context: { depth: 'deep', permits: () => false },
    },
  )
  expect(said).toEqual(Array.from({ length: endpoints.length + 1 }, () => 'pass msg.auth.key-invalid'))
})

describe('a live key beside other defects', () => {
  const CONVERSATION = '33333333-3333-4333-8333-333333333333'
  const at = (path: string) => `http://127.0.0.1/v1/whatsapp/conversations/${path}/read`
  const marked = (status: number, at: number, url: string): Answered => ({
    ...{ operation: MARK_READ, key: 'bound', status, at, url },
    id: `x${at}`,
    sent: {},
  })

  const said = (answers: readonly Answered[]) =>
    saidBy(
      authentication.find(({ id }) => id === 'msg/authentication/key-beside-defects'),
      {
        exchanges: answers.map(exchangeOf),
        service: { ...SERVICE, fixtures: { conversation: CONVERSATION } },
      },
    )

  const own = at(CONVERSATION)
  const strange = at('44444444-4444-4444-8444-444444444444')

  test.for<[string, Answered[], string]>([
    ['is let in', [marked(200, 1, own), marked(422, 2, own)], 'pass'],
    ['is turned away', [marked(200, 1, own), marked(401, 2, own), marked(401, 3, own), marked(200, 4, own)], 'fail'],
    // A bad moment.
    ['is turned away once', [marked(200, 1, own), marked(401, 2, own), marked(200, 4, own)], 'pass'],
    // Whose conversation that is nobody knows.
    [
      'asks for the conversation of others in between',
      [marked(200, 1, own), marked(401, 2, strange), marked(401, 3, strange), marked(200, 4, own)],
      'pass',
    ],
    ['asks for the conversation of others', [marked(401, 2, strange), marked(401, 3, strange)], 'unexercised'],
  ])('%s', async ([_, answers, expected]) => {
    expect(new Set(await said(answers))).toEqual(new Set([`${expected} msg.auth.key-accepted`]))
  })

  test('is not judged by requests that name their app', async () => {
    const resends: Answered[] = [{ operation: RESEND, key: 'unbound', status: 401, sent: { app_key: 'a' } }]
    // An unbound key names its app, and that may be what is wrong.
    expect(await said(resends)).toEqual(['unexercised msg.auth.key-accepted'])
  })
})

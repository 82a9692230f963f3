import { expect, test } from 'vitest'
import type { CheckContext } from '../../../kit/check/context.ts'
import { contextOf, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { APP_CREATE, APP_READ, CONVERSATION, MARK_READ, RESEND, SEND } from '../client/api.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { ownCampaign } from '../resources/own-records.ts'
import { permissions } from './permissions.ts'

const check = permissions.find(({ id }) => id === 'msg/permissions/elsewhere')
const READS = [CONVERSATION, MARK_READ]

test.for<[string, string[], object, string[]]>([
  ['what changes nothing', [], {}, READS],
  ['what an access token is for', ['messaging.bearer'], {}, [...READS, APP_READ]],
  ['what may be written', ['messaging.bearer'], { permits: () => true }, [...READS, APP_CREATE, APP_READ]],
  ['no app without a token', [], { permits: () => true }, READS],
  ['no message without a number', ['allow.messages'], {}, READS],
  ['a code', ['allow.messages', 'messaging.fixtures.phones.otp'], {}, [RESEND, ...READS]],
  ['a message', ['allow.messages', 'phone'], {}, [...READS, SEND]],
])('a key without permissions is asked for %s', async ([_, claims, more, expected]) => {
  const phones = {
    ...(claims.includes('phone') ? { delivered: '255700000201' } : {}),
    ...(claims.includes('messaging.fixtures.phones.otp') ? { otp: '255700000301' } : {}),
  }
  const { t, said, sent } = contextOf<CheckContext>({
    service: { baseUrl: 'http://127.0.0.1', bearer: 'token', fixtures: { phones } },
    fixtures: { [codesAtStart.name]: [] },
    answers: expected.map(() => ({ status: 403 })),
    claims,
    context: { permits: () => false, ...more },
  })
  await check?.run(t)
  expect(sent.map(({ operation }) => operation)).toEqual(expected)
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['restricted']))
  expect(said).toEqual(expected.map(() => 'pass msg.auth.forbidden'))
})

test.for<[number, number, string]>([
  [200, 403, 'pass'],
  [200, 401, 'pass'],
  // Whether there is such a campaign is not the question.
  [200, 404, 'fail'],
  [200, 200, 'fail'],
  [404, 403, 'blocked'],
])('a campaign that its owner reads with %i is kept from a restricted key by %i: %s', async ([own, kept, expected]) => {
  const said = await saidBy(
    permissions.find(({ id }) => id === 'msg/permissions/workspace'),
    {
      fixtures: {
        [ownCampaign.name]: exchangeOf({ status: own }),
        'campaign-of-restricted-key': exchangeOf({ status: kept }),
      },
    },
  )
  expect(said).toEqual([`${expected} msg.auth.workspace-restricted`])
})

test.for<[string, string | undefined, number[], string[]]>([
  ['let in nowhere', 'a1', [403, 403, 403], ['pass', 'pass', 'pass']],
  // One that is bound to no app may be asked for its app before anybody looks at what it may do.
  ['asked for its app first', 'a1', [400, 403, 403, 403], ['pass', 'pass', 'pass']],
  ['asked for it all the same', 'a1', [422, 422, 403, 403], ['fail', 'pass', 'pass']],
  ['asked for an app that no target file names', undefined, [400, 403, 403], ['pass', 'pass']],
  ['let in with its app', 'a1', [400, 200, 403, 403], ['warn', 'pass', 'pass']],
])('a key without permissions that is %s', async ([_, appId, statuses, expected]) => {
  const { t, said, sent } = contextOf<CheckContext>({
    service: { baseUrl: 'http://127.0.0.1', ...(appId && { appId }), fixtures: { phones: { otp: '255700000301' } } },
    fixtures: { [codesAtStart.name]: [] },
    answers: statuses.map((status) => ({ status })),
    claims: ['allow.messages', 'messaging.fixtures.phones.otp'],
    context: { permits: () => false },
  })
  await check?.run(t)
  expect(said).toEqual(expected.map((verdict) => `${verdict} msg.auth.forbidden`))
  const named = sent.map(({ headers }) => headers.some(([name, value]) => name === 'X-App-ID' && value === appId))
  expect(named).toEqual(statuses.map((_, index) => index === 1 && statuses.length === 4))
})

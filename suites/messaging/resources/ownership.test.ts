import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CAMPAIGN, SENDERS, WORKSPACES } from '../client/api.ts'
import { ownership } from './ownership.ts'

const ASHA = '11111111-1111-4111-8111-111111111111'
const JUMA = '22222222-2222-4222-8222-222222222222'

const seen = (operation: string, key: string, user_id: string) =>
  exchangeOf({ operation, key, status: 200, answer: [{ user_id }] })

test.for<[string, [operation: string, key: string, user: string][], string]>([
  [
    'of the user whose workspaces it is shown',
    [
      [SENDERS, 'bound', ASHA],
      [WORKSPACES, 'bound', ASHA.toUpperCase()],
    ],
    'pass',
  ],
  [
    'of another user',
    [
      [SENDERS, 'bound', JUMA],
      [WORKSPACES, 'bound', ASHA],
    ],
    'fail',
  ],
  [
    'of the user whose workspaces another key is shown',
    [
      [SENDERS, 'bound', JUMA],
      [WORKSPACES, 'bound', ASHA],
      [SENDERS, 'otherUser', ASHA],
      [WORKSPACES, 'otherUser', JUMA],
    ],
    'fail',
  ],
  [
    'of somebody, where workspaces are shown to another key',
    [
      [SENDERS, 'bound', ASHA],
      [WORKSPACES, 'otherUser', ASHA],
    ],
    'unexercised',
  ],
])('a key is shown senders %s', async ([_, answers, expected]) => {
  const said = await saidBy(
    ownership.find(({ id }) => id === 'msg/senders/owner'),
    { exchanges: answers.map((each) => seen(...each)) },
  )
  expect(new Set(said)).toEqual(new Set([`${expected} msg.senders.own-only`]))
})

test('the lists of the same key are shown for it, the last of each', async () => {
  const shown: string[] = []
  const list = (id: string, operation: string, key: string) => ({ ...seen(operation, key, ASHA), id })
  await saidBy(
    ownership.find(({ id }) => id === 'msg/senders/owner'),
    {
      exchanges: [
        list('former', SENDERS, 'bound'),
        list('senders', SENDERS, 'bound'),
        list('workspaces', WORKSPACES, 'bound'),
        list('strange', SENDERS, 'unbound'),
      ],
      context: {
        conclude: (_: string, { evidence }: { readonly evidence: readonly { readonly id: string }[] }) =>
          shown.push(...evidence.map(({ id }) => id)),
      },
    },
  )
  expect(shown).toEqual(['senders', 'workspaces'])
})

const keys = ['bound', 'unbound'] as const

test.for<[string, string, string | undefined, string]>([
  ...keys.map((key) => [`listed for the ${key} key`, key, ASHA, 'pass'] as [string, string, string, string]),
  ...keys.map((key) => [`not listed for the ${key} key`, key, JUMA, 'warn'] as [string, string, string, string]),
  ['of a key without a list', 'bound', undefined, 'unexercised'],
  ['of a key of another user', 'otherUser', JUMA, 'unexercised'],
])('the workspace of a campaign is %s', async ([_, key, listed, expected]) => {
  const read = exchangeOf({ operation: CAMPAIGN, key, status: 200, answer: { workspace_id: ASHA } })
  const list = exchangeOf({ operation: WORKSPACES, key, status: 200, answer: [{ workspace_id: listed }] })
  const said = await saidBy(
    ownership.find(({ id }) => id === 'msg/workspaces/of-campaigns'),
    { exchanges: [read, ...(listed === undefined ? [] : [list])] },
  )
  expect(said).toEqual([`${expected} msg.workspaces.all-own`])
})

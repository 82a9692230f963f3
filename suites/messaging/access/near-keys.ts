import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import { invalid, notLetIn } from '../client/answers.ts'
import { type Caller, listSenders, listWorkspaces, MOST_TRIES, sendInstant } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { nearMiss } from '../client/near-miss.ts'
import { type CheckContext, defineCheck, type FixtureContext, lineFor } from '../define.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { phoneOf, sendBody } from '../sending/sends.ts'
import { type Endpoint, endpoints, isClean, isTried } from './authentication.ts'

/** What is nearly a secret of the target file, and none. */
export interface Spelling {
  readonly name: string
  /** Undefined where this secret has no such spelling. */
  of(t: Pick<FixtureContext, 'random'>, known: string): string | undefined
  /** Why whoever takes it may be right. */
  readonly mayPass?: string
}

const swapped = (text: string): string => {
  const upper = text.toUpperCase()
  return upper === text ? text.toLowerCase() : upper
}

/** A near miss that no shortcut of a comparison tells from the real one, first; then those that some shortcut takes for it. */
export const SPELLINGS: readonly Spelling[] = [
  { name: 'of the same form', of: (t, known) => nearMiss(t, known) },
  { name: 'cut off', of: (_, known) => (known.length > 8 ? known.slice(0, -1) : undefined) },
  { name: 'with one more character', of: (_, known) => (known === '' ? undefined : `${known}0`) },
  {
    name: 'in another case',
    of: (_, known) => (swapped(known) === known ? undefined : swapped(known)),
    mayPass: 'that the case of letters counts is not said',
  },
]

/**
 * The first spelling, and at every third place one more, which goes round with the place and the seed; all of them at full
 * depth. Where another check tries the first one, the next of the round has its turn instead.
 */
export function spellingsAt(
  t: Pick<FixtureContext, 'depth'>,
  { place, turn, isTried = false }: { readonly place: number; readonly turn: number; readonly isTried?: boolean },
): readonly Spelling[] {
  const [first, ...others] = SPELLINGS
  if (t.depth === 'deep' || first === undefined) return SPELLINGS
  const round = Math.floor((place + turn) / 3)
  const lead = isTried ? others[(round + 1) % others.length] : first
  const other = (place + turn) % 3 === 0 ? others[round % others.length] : undefined
  return [lead, other].filter((each) => each !== undefined)
}

/** A spelling of a secret, where it has one: evidence holds the secret no more. */
export function spelled(
  t: CheckContext,
  id: 'msg.auth.key-invalid' | 'msg.send.key-invalid' | 'msg.auth.bearer-invalid',
  { name, of }: Spelling,
  known: string,
): string | undefined {
  const text = of(t, known)
  return t.attest(id, `a spelling ${name}`, () => text !== undefined) ? (text ?? `${known}~`) : undefined
}

/** What is nearly right may be taken where its spelling leaves that open. */
export const unlessOpen = (inner: Matcher<Exchange>, mayPass: string | undefined): Matcher<Exchange> =>
  matcher(inner.expected, (answer) => {
    const outcome = inner.test(answer)
    return mayPass === undefined || outcome.ok ? outcome : soft(cameBack(answer), mayPass)
  })

/** A send in which nothing is wrong but its key, to a recipient of whom little is told. */
function strangerSend(t: FixtureContext, key: string, label: string): Promise<Exchange> {
  const phone = phoneOf(t, 'pending') ?? phoneOf(t, 'delivered') ?? phoneOf(t, 'rejected')
  const body = sendBody(t, { recipients: phone === undefined ? [] : [phone] })
  return sendInstant(t, { key }, body, { label, expects: 'refused' })
}

const tokenOf = (t: FixtureContext, { bearer }: Endpoint): Caller =>
  bearer === true ? { authorization: `Bearer ${t.service.bearer}` } : {}

const COUNT = endpoints.length + 1

/** What a key is called in a query, where it is looked for there. */
const KEY_NAMES = ['api_key', 'apiKey', 'key', 'X-API-Key']

export const nearKeys: readonly Check[] = [
  // Authentication: an invalid key answers 401. Each endpoint may look for itself, and each comparison may stop early.
  defineCheck({
    id: 'msg/authentication/near-keys',
    title: 'What is nearly a key answers 401 on every endpoint',
    covers: ['msg.auth.key-invalid', 'msg.send.key-invalid'],
    judgedWith: {
      'msg.send.key-invalid': [
        ['messaging.fixtures.phones.pending', 'messaging.fixtures.phones.delivered'],
        'allow.messages',
      ],
    },
    needs: ['messaging'],
    uses: [codesAtStart],
    cost: {
      requests: { none: COUNT * SPELLINGS.length + MOST_TRIES - 1 },
      // Resends and sends that are taken all the same.
      spends: { messages: 2 * SPELLINGS.length },
      typical: { requests: { none: COUNT + Math.ceil(COUNT / 3) }, spends: { messages: 0 }, isSample: true },
    },
    run: async (t) => {
      const { bound, unbound } = t.service.keys ?? {}
      const known = bound ?? unbound ?? ''
      const turn = Math.floor(t.random() * SPELLINGS.length)
      for (const [place, endpoint] of endpoints.entries()) {
        if (endpoint.bearer === true && !t.has('messaging.bearer')) continue
        const wanted = isClean(t, endpoint) ? status(401) : invalid(401)
        for (const spelling of spellingsAt(t, { place, turn, isTried: isTried(t.depth, endpoint) })) {
          const { name, mayPass } = spelling
          const key = spelled(t, 'msg.auth.key-invalid', spelling, known)
          // A resend that is taken sends a code, which others would take for theirs.
          if (key === undefined || (mayPass !== undefined && endpoint.name === 'resend')) continue
          const answer = await endpoint.send(t, { ...tokenOf(t, endpoint), key }, `a key ${name}`)
          t.judge('msg.auth.key-invalid', answer, unlessOpen(wanted, mayPass))
        }
      }
      if ((phoneOf(t, 'pending') ?? phoneOf(t, 'delivered')) === undefined) {
        const line = lineFor('messaging.fixtures.phones.pending')
        return t.markUnexercised('msg.send.key-invalid', 'not claimed', 'the target file names no recipient', line)
      }
      if (!t.permits('write')) {
        const line = lineFor('allow.messages')
        return t.markUnexercised('msg.send.key-invalid', 'not permitted', 'a send that lacks nothing else', line)
      }
      for (const spelling of spellingsAt(t, { place: endpoints.length, turn })) {
        const { name, mayPass } = spelling
        const key = spelled(t, 'msg.send.key-invalid', spelling, known)
        // One that is taken sends a message.
        if (key === undefined || (mayPass !== undefined && t.depth !== 'deep')) continue
        const answer = await strangerSend(t, key, `a key ${name}`)
        t.judge('msg.send.key-invalid', answer, unlessOpen(status(401), mayPass))
      }
    },
  }),

  // Authentication: the header is required: a key that stands elsewhere is none.
  defineCheck({
    id: 'msg/authentication/key-elsewhere',
    title: 'A live key as a Bearer token and in the query, without X-API-Key, lets nobody in',
    covers: ['msg.auth.key-required-senders', 'msg.auth.key-required-workspaces'],
    needs: ['messaging'],
    cost: { requests: { none: 2 }, typical: { requests: { none: 1 } } },
    run: async (t) => {
      const { bound, unbound } = t.service.keys ?? {}
      const known = bound ?? unbound ?? ''
      const authorization = `Bearer ${known}`
      // Addresses are written down where headers are not: no key that is worth something belongs there.
      const isAddressed = t.target.environment !== 'production'
      const query = isAddressed ? KEY_NAMES.map((name) => `${name}=${encodeURIComponent(known)}`).join('&') : ''
      const label = `the key as a Bearer token${isAddressed ? ' and in the query' : ''}`
      const ask = {
        'msg.auth.key-required-senders': (as: Caller) => listSenders(t, as, query, label),
        'msg.auth.key-required-workspaces': (as: Caller) => listWorkspaces(t, as, label, query),
      } as const
      const ids = ['msg.auth.key-required-senders', 'msg.auth.key-required-workspaces'] as const
      const [turn] = drawn(t, ids, 1)
      for (const id of ids) {
        if (t.depth === 'deep' || id === turn) t.judge(id, await ask[id]({ authorization }), notLetIn)
        else t.markUnexercised(id, 'not selected', 'the other endpoint had its turn in this run')
      }
    },
  }),

  // Authentication: the header is required: one that is there and says nothing is as good as missing.
  defineCheck({
    id: 'msg/authentication/empty-keys',
    title: 'An empty X-API-Key answers 401 on every endpoint',
    covers: endpoints.map(({ covers }) => covers),
    judgedWith: Object.fromEntries(
      endpoints.filter(({ bearer }) => bearer === true).map(({ covers }) => [covers, ['messaging.bearer']]),
    ),
    needs: ['messaging'],
    uses: [codesAtStart],
    cost: { requests: { none: endpoints.length }, spends: { messages: 1 }, typical: { spends: { messages: 0 } } },
    run: async (t) => {
      for (const endpoint of endpoints) {
        const { covers, bearer } = endpoint
        if (bearer === true && !t.has('messaging.bearer')) {
          const line = lineFor('messaging.bearer')
          t.markUnexercised(covers, 'not claimed', 'the target file names no access token', line)
          continue
        }
        const answer = await endpoint.send(t, { ...tokenOf(t, endpoint), key: '' }, 'an empty key')
        t.judge(covers, answer, isClean(t, endpoint) ? status(401) : invalid(401))
      }
    },
  }),
]

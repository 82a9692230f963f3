import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, soft, status } from '../../../kit/match/index.ts'
import { isSuccess, notLetIn } from '../client/answers.ts'
import { type Caller, createApp, readApp, readCampaign } from '../client/api.ts'
import { spare } from '../client/spare.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { newApp, ownCampaign, readableApp } from '../resources/own-records.ts'
import { SPELLINGS, type Spelling, spelled, spellingsAt, unlessOpen } from './near-keys.ts'

/** A wrong token is one of the caller, or of a required header: both have statuses of their own. */
const REFUSED = status(400, 401, 403, 422)

/** What is no access token is refused; by which status is not told. */
const refused: Matcher<Exchange> = matcher(REFUSED.expected, (answer) =>
  isSuccess(answer) || REFUSED.test(answer).ok
    ? REFUSED.test(answer)
    : soft(cameBack(answer), 'the status of the refusal is not told'),
)

/** Which of the schemes has no token at all. */
const LEFT_OUT = 'left out'

/** How an Authorization may be wrong though its token is right. */
const SCHEMES = [
  { name: 'under the scheme Basic', of: (token: string) => `Basic ${token}` },
  { name: 'under no scheme', of: (token: string) => token },
  { name: LEFT_OUT, of: () => 'Bearer' },
  { name: 'under the scheme Token', of: (token: string) => `Token ${token}` },
]

const schemesAt = ({ depth }: Pick<CheckContext, 'depth'>, place: number, turn: number): typeof SCHEMES =>
  depth === 'deep' ? SCHEMES : SCHEMES.filter((_, index) => index === (place + turn) % SCHEMES.length)

const MISSING = ['msg.auth.bearer-campaign', 'msg.auth.bearer-app-read', 'msg.auth.bearer-app-create'] as const

/** A request to an endpoint marked Bearer in which nothing is wrong but what it is given as Authorization. */
interface Place {
  /** What is said of whoever has no token. */
  readonly missing: (typeof MISSING)[number]
  send(as: Caller, label: string): Promise<Exchange>
  /** Whether another check asks there with a token of the same form. */
  readonly isTried?: true
}

/** Where some endpoint is out of reach, its spellings are not asked for at another one. */
const NO_TURN = 'no endpoint that takes the token had a turn for such a spelling'

export const nearTokens: readonly Check[] = [
  // Authentication: three endpoints need an access token, each of which may look at it for itself.
  defineCheck({
    id: 'msg/access-tokens/near-tokens',
    title: 'What is nearly an access token is refused on every endpoint that asks for one',
    covers: ['msg.auth.bearer-token', 'msg.auth.bearer-invalid', 'msg.auth.bearer-scheme', ...MISSING],
    needs: ['messaging', 'messaging.bearer'],
    uses: [ownCampaign, readableApp, newApp],
    cost: {
      requests: { unbound: 3 * (SPELLINGS.length + SCHEMES.length) },
      typical: { requests: { unbound: 3 * 2 + 1 }, isSample: true },
    },
    run: async (t) => {
      const token = t.claimed('messaging.bearer')
      const places: Place[] = []
      if (t.has('messaging.fixtures.campaign') && isSuccess(await t.use(ownCampaign)))
        places.push({
          missing: 'msg.auth.bearer-campaign',
          send: (as, label) => readCampaign(t, as, t.service.fixtures?.campaign ?? '', label),
          isTried: true,
        })
      const app = await t.use(readableApp).catch(() => undefined)
      if (app !== undefined && isSuccess(app.answer))
        places.push({ missing: 'msg.auth.bearer-app-read', send: (as, label) => readApp(t, as, app.key, label) })
      if (t.permits('write') && isSuccess((await t.use(newApp)).answer))
        places.push({
          missing: 'msg.auth.bearer-app-create',
          send: (as, label) => createApp(t, as, { app_name: t.fresh('app') }, label),
        })
      if (places.length === 0) t.abortBlocked('no endpoint takes the token of the target file')
      const turn = Math.floor(t.random() * SPELLINGS.length)
      const asked = new Set<Spelling>()
      const left = new Set<string>(MISSING)
      for (const [place, { send, missing, isTried = false }] of places.entries()) {
        for (const spelling of spellingsAt(t, { place, turn, isTried })) {
          const { name, mayPass } = spelling
          const text = spelled(t, 'msg.auth.bearer-invalid', spelling, token)
          if (text === undefined) continue
          asked.add(spelling)
          const answer = await send({ ...spare(t), authorization: `Bearer ${text}` }, `a token ${name}`)
          t.judge('msg.auth.bearer-invalid', answer, unlessOpen(refused, mayPass))
          if (spelling === SPELLINGS[0]) t.judge('msg.auth.bearer-token', answer, notLetIn)
        }
        for (const { name, of } of schemesAt(t, place, turn)) {
          const answer = await send({ ...spare(t), authorization: of(token) }, `the token ${name}`)
          // Under the right scheme whoever has no token has none, as whoever has no header.
          if (name === LEFT_OUT) {
            t.judge(missing, answer, notLetIn)
            left.delete(missing)
          } else t.judge('msg.auth.bearer-scheme', answer, refused)
        }
      }
      for (const id of MISSING.filter((each) => left.has(each))) t.markUnexercised(id, 'not selected', NO_TURN)
      if (places.every((_, place) => schemesAt(t, place, turn).every(({ name }) => name === LEFT_OUT)))
        t.markUnexercised('msg.auth.bearer-scheme', 'not selected', NO_TURN)
      const [first] = SPELLINGS
      if (asked.size === 0) t.markUnexercised('msg.auth.bearer-invalid', 'not selected', NO_TURN)
      if (first === undefined || !asked.has(first)) t.markUnexercised('msg.auth.bearer-token', 'not selected', NO_TURN)
    },
  }),
]

import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import type { Target } from '../../../kit/target/target.ts'
import { notLetIn } from '../client/answers.ts'
import { type Caller, createApp, listSenders, listWorkspaces, readCampaign } from '../client/api.ts'
import { drawn } from '../client/drawn.ts'
import { spare } from '../client/spare.ts'
import { type CheckContext, defineCheck } from '../define.ts'

/** A request to a listed endpoint in a form that others are not asked in. */
interface Form {
  readonly covers: (typeof IDS)[number]
  /** What its caller lacks. */
  readonly lacks: 'key' | 'token'
  /** It would change something. */
  readonly writes?: true
  readonly bearer?: true
  send(t: CheckContext, as: Caller, label: string): Promise<Exchange>
}

const IDS = [
  'msg.auth.key-required-senders',
  'msg.auth.key-required-workspaces',
  'msg.auth.key-required-campaign',
  'msg.auth.key-required-app-create',
  'msg.auth.bearer-app-create',
  'msg.auth.bearer-campaign',
] as const

const campaign: Form['send'] = (t, as, label) =>
  readCampaign(t, as, t.service.fixtures?.campaign ?? '', label, 'slashed')
const newApp: Form['send'] = (t, as, label) => createApp(t, as, { app_name: t.fresh('app') }, label, 'slashed')

const FORMS: readonly Form[] = [
  {
    covers: 'msg.auth.key-required-senders',
    lacks: 'key',
    send: (t, as, label) => listSenders(t, as, 'is_active=false', label),
  },
  {
    covers: 'msg.auth.key-required-senders',
    lacks: 'key',
    send: (t, as, label) => listSenders(t, as, 'is_default=true', label),
  },
  {
    covers: 'msg.auth.key-required-workspaces',
    lacks: 'key',
    send: (t, as, label) => listWorkspaces(t, as, label, 'page=1'),
  },
  { covers: 'msg.auth.key-required-campaign', lacks: 'key', bearer: true, send: campaign },
  { covers: 'msg.auth.key-required-app-create', lacks: 'key', bearer: true, writes: true, send: newApp },
  { covers: 'msg.auth.bearer-app-create', lacks: 'token', writes: true, send: newApp },
  { covers: 'msg.auth.bearer-campaign', lacks: 'token', send: campaign },
]

/** Where the clocks of a deployment for tests run fast all of them are asked; elsewhere one, and seeds take turns. */
const manyOf = ({ timeScale }: Target): number => (timeScale > 1 ? FORMS.length : 1)

/** Of each that can be asked: whoever has no token sends nothing in which that is not wanting as well. */
const canAsk = (t: CheckContext, { covers, lacks, writes, bearer }: Form): boolean =>
  (writes !== true || t.permits('write')) &&
  ((lacks === 'key' && bearer !== true) || t.has('messaging.bearer')) &&
  (!covers.endsWith('campaign') || t.has('messaging.fixtures.campaign'))

const callerOf = (t: CheckContext, { lacks, bearer }: Form): Caller => {
  if (lacks === 'token') return spare(t)
  return bearer === true ? { authorization: `Bearer ${t.service.bearer}` } : {}
}

export const otherForms: readonly Check[] = [
  // Authentication: all endpoints need the key and three a token, with whatever query and in both forms of their paths.
  defineCheck({
    id: 'msg/authentication/other-forms',
    title: 'Nobody is let in without a key or a token by a query or by the other form of a path',
    covers: IDS,
    needs: ['messaging'],
    cost: {
      requests: { none: FORMS.length, unbound: 2 },
      typical: {
        requests: { unbound: 0 },
        isSample: true,
        at: (target) => ({ requests: { none: manyOf(target) } }),
      },
    },
    run: async (t) => {
      const possible = FORMS.filter((each) => canAsk(t, each))
      const asked = new Set<string>()
      for (const form of drawn(t, possible, manyOf(t.target))) {
        const answer = await form.send(t, callerOf(t, form), `no ${form.lacks}, in another form`)
        t.judge(form.covers, answer, notLetIn)
        asked.add(form.covers)
      }
      for (const id of IDS.filter((each) => !asked.has(each)))
        t.markUnexercised(id, 'not selected', 'another form had its turn in this run')
    },
  }),
]

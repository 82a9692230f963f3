import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, type Matcher, matcher, no, ok, show, status } from '../../../kit/match/index.ts'
import { bodyOf, invalid, isSuccess, record } from '../client/answers.ts'
import { developer, readCampaign } from '../client/api.ts'
import { ofNamed } from '../client/whose.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { kept, otherUser } from './apps.ts'
import { ownCampaign, strangeId } from './own-records.ts'
import { campaignFields, isOf } from './records.ts'

const isCampaign: Matcher<Exchange> = matcher('a campaign', (exchange) =>
  isOf(campaignFields, record(exchange)) ? ok : no(show(bodyOf(exchange))),
)

const isCalled = (id: string): Matcher<Exchange> =>
  matcher(`campaign_id ${id}`, (exchange) => {
    const value = record(exchange)?.campaign_id
    return String(value).toLowerCase() === id.toLowerCase() ? ok : no(`campaign_id ${show(value)}`)
  })

/** A 404 tells of the campaign alone once the form of the path is known to be answered. */
async function formKnown(t: CheckContext): Promise<void> {
  if (t.has('messaging.fixtures.campaign')) await t.use(ownCampaign)
}

export const campaigns: readonly Check[] = [
  // Endpoints: a campaign is read by its id.
  defineCheck({
    id: 'msg/campaigns/read',
    title: 'Reading a campaign answers with that campaign',
    covers: ['msg.campaign.read', 'msg.campaign.id-echo'],
    needs: ownCampaign.needs,
    uses: [ownCampaign],
    cost: {
      requests: { unbound: 1 },
      typical: { requests: {}, at: (_, depth) => (depth === 'deep' ? { requests: { unbound: 1 } } : {}) },
    },
    run: async (t) => {
      const answer = await t.use(ownCampaign)
      t.judge('msg.campaign.read', answer, ofNamed('messaging.fixtures.campaign', all(status('2xx'), isCampaign)))
      // Whether a key of no app reads it, too, is for the deployment to say: where it does, the record is the same.
      const key = t.depth === 'deep' && t.permits('read') ? t.key('unbound') : undefined
      if (key !== undefined && isSuccess(answer)) {
        const id = t.service.fixtures?.campaign ?? ''
        const other = await readCampaign(t, { ...developer(t), key }, id, 'by the key of no app')
        if (isSuccess(other)) t.judge('msg.campaign.read', other, isCampaign)
      }
      if (isSuccess(answer) && isOf(campaignFields, record(answer)))
        t.judge('msg.campaign.id-echo', answer, isCalled(t.service.fixtures?.campaign ?? ''))
      else t.markBlocked('msg.campaign.id-echo', 'the read answered with no campaign', [answer])
    },
  }),

  // Endpoints: the id is a string in the path and a UUID in the record: what is none has no campaign, or no sense.
  defineCheck({
    id: 'msg/campaigns/bad-id',
    title: 'Reading a campaign by an id that is no UUID is refused',
    covers: ['msg.campaign.id-invalid'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [ownCampaign],
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      await formKnown(t)
      const answer = await readCampaign(t, developer(t), 'not-a-uuid', 'id that is no UUID')
      // A text that names no campaign is an unknown one: 403 where existence is hidden.
      t.judge('msg.campaign.id-invalid', answer, invalid(403, 404))
    },
  }),

  // Errors: 404 for what does not exist, 403 where a deployment hides that.
  defineCheck({
    id: 'msg/campaigns/missing',
    title: 'Reading a campaign that does not exist answers 404',
    covers: ['msg.campaign.missing'],
    needs: ['messaging', 'messaging.bearer'],
    uses: [ownCampaign],
    cost: { requests: { bound: 1 } },
    run: async (t) => {
      await formKnown(t)
      const answer = await readCampaign(t, developer(t), strangeId(), 'unknown id')
      t.judge('msg.campaign.missing', answer, status(404, 403))
    },
  }),

  // Errors: what belongs to another user is out of reach.
  defineCheck({
    id: 'msg/campaigns/foreign',
    title: 'A campaign is not shown to another user',
    covers: ['msg.campaign.foreign'],
    needs: [...ownCampaign.needs, 'messaging.keys.otherUser'],
    uses: [ownCampaign],
    cost: { requests: { otherUser: 1 } },
    run: async (t) => {
      t.control(await t.use(ownCampaign), status('2xx'))
      const id = t.service.fixtures?.campaign ?? ''
      const answer = await readCampaign(t, otherUser(t), id, "another user's campaign")
      t.judge('msg.campaign.foreign', answer, kept(answer))
    },
  }),
]

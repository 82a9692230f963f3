import { describe, expect, it } from 'vitest'
import type { SendRequest } from '../../../kit/http/client.ts'
import type { Exchange, RecordedResponse } from '../../../kit/http/exchange.ts'
import type { FixtureContext } from '../define.ts'
import { createApp, isNoForm, readApp, readCampaign, resend } from './api.ts'

const BASE = 'https://msg.example'
const EMPTY = Buffer.alloc(0)

type Server = (url: URL) => Partial<RecordedResponse> & { status: number }

/** What the API uses of a check, before a server that answers by path. */
function arrangement(server: Server): { t: FixtureContext; sent: SendRequest[] } {
  const sent: SendRequest[] = []
  const seen: Exchange[] = []
  const send = async (request: SendRequest): Promise<Exchange> => {
    sent.push(request)
    const { operation, label, key, method, url, headers, body = EMPTY } = request
    const exchange: Exchange = {
      ...{
        id: `x${sent.length}`,
        check: 'msg/test',
        service: 'messaging',
        operation,
        label,
        key,
        sentAt: 0,
        endedAt: 0,
      },
      request: { method, url, headers, body },
      response: { headers: [], body: EMPTY, ...server(new URL(url)) },
    }
    seen.push(exchange)
    return exchange
  }
  return { t: { service: { baseUrl: BASE }, send, exchanges: () => seen } as unknown as FixtureContext, sent }
}

const pathsOf = (sent: readonly SendRequest[]): string[] => sent.map(({ url }) => url.slice(BASE.length))
const redirect =
  (location: string): Server =>
  ({ pathname }) =>
    pathname.endsWith('/') ? { status: 200 } : { status: 307, headers: [['location', location]] }

describe('the two forms of a path', () => {
  it('follows a redirect to the other form once, with headers and body as they were', async () => {
    const { t, sent } = arrangement(redirect('http://msg.example/v1/developer_apps/'))
    const answer = await createApp(t, { key: 'k', authorization: 'Bearer b' }, { app_name: 'a' })
    expect(answer.response?.status).toBe(200)
    expect(pathsOf(sent)).toEqual(['/v1/developer_apps', '/v1/developer_apps/'])
    expect({ ...sent[1], url: '' }).toEqual({ ...sent[0], url: '' })
  })

  it('leads no key elsewhere', async () => {
    for (const location of ['https://other.example/v1/developer_apps/', '/v1/apps/', 'https://']) {
      const { t, sent } = arrangement(redirect(location))
      expect((await createApp(t, { key: 'k' }, {})).response?.status).toBe(307)
      expect(sent).toHaveLength(1)
    }
  })

  it('tries the other form after a 404, and goes straight to the one that answered', async () => {
    const { t, sent } = arrangement(({ pathname }) => ({ status: /\/c1\/$/.test(pathname) ? 200 : 404 }))
    await readCampaign(t, {}, 'c1')
    await readCampaign(t, {}, 'c2')
    expect(pathsOf(sent)).toEqual(['/v1/campaign/c1', '/v1/campaign/c1/', '/v1/campaign/c2/'])
    expect(t.exchanges().map((each) => isNoForm(t, each))).toEqual([true, false, false])
  })

  it('takes a 404 for the answer where the other form leads back', async () => {
    const { t, sent } = arrangement(({ pathname }) =>
      pathname.endsWith('/') ? { status: 307, headers: [['location', pathname.slice(0, -1)]] } : { status: 404 },
    )
    expect((await readCampaign(t, {}, 'c1')).response?.status).toBe(404)
    expect(pathsOf(sent)).toEqual(['/v1/campaign/c1', '/v1/campaign/c1/'])
  })

  it('asks the other form that the document shows after any redirect to it, and follows no 301 elsewhere', async () => {
    const moved: Server = ({ pathname }) =>
      pathname.endsWith('/') ? { status: 200 } : { status: 301, headers: [['location', `${pathname}/`]] }
    expect((await readCampaign(arrangement(moved).t, {}, 'c1')).response?.status).toBe(200)
    expect((await createApp(arrangement(moved).t, {}, {})).response?.status).toBe(200)
    expect((await resend(arrangement(moved).t, {}, {}, { expects: 'impossible' })).response?.status).toBe(301)
  })

  it.each([
    ...[307, 308].map((status) => ['a resend', status, true] as const),
    ...[300, 301, 302, 303, 304, 306].map((status) => ['a resend', status, false] as const),
    ...[301, 302, 307, 308].map((status) => ['a reading', status, true] as const),
    ...[300, 303, 304, 306].map((status) => ['a reading', status, false] as const),
  ])('follows, for %s, a %i to a form that no document shows as clients do: %s', async (what, status, isFollowed) => {
    const { t, sent } = arrangement(({ pathname }) =>
      pathname.endsWith('/') ? { status: 200 } : { status, headers: [['location', `${pathname}/`]] },
    )
    await (what === 'a resend' ? resend(t, {}, {}, { expects: 'impossible' }) : readApp(t, {}, 'k1'))
    expect(sent).toHaveLength(isFollowed ? 2 : 1)
  })

  it('lets a 404 of another endpoint stand', async () => {
    const { t, sent } = arrangement(() => ({ status: 404 }))
    await resend(t, {}, {}, { expects: 'impossible' })
    expect(sent).toHaveLength(1)
  })
})

describe('what a resend may cost', () => {
  it.each([
    ['sent', { spends: { messages: 1 } }],
    ['refused', { spends: { messages: 1 }, refund: 'refused' }],
    ['impossible', {}],
  ] as const)('books for one that is %s', async (expects, price) => {
    const { t, sent } = arrangement(() => ({ status: 401 }))
    await resend(t, {}, {}, { expects })
    const { spends, refund } = sent[0] ?? {}
    expect({ ...(spends && { spends }), ...(refund && { refund }) }).toEqual(price)
  })
})

import { expect, test } from 'vitest'
import { type EffectsProbe, type Looking, look } from './effects.ts'
import { eventsGuard } from './guard.ts'

const probe: EffectsProbe = { call: { url: 'http://127.0.0.1:1/effects/{id}' } }
const occurrence = { body: Buffer.from('{}'), names: { id: 'tx-1' } }

/** A check whose probe answers so, and what it was asked. */
function answering(status: number, body: string) {
  const asked: string[] = []
  const t = {
    step: async (_: unknown, act: () => Promise<unknown>) => String(await act()),
    callOutOfBand: async ({ url }: { url: string }) => {
      asked.push(url)
      return { response: { status, headers: [], body: Buffer.from(body) } }
    },
  } as unknown as Looking
  return { t, asked }
}

test('the probe is asked for the id of the event', async () => {
  const { t, asked } = answering(200, '{"status":" Paid ","applied":1}')
  expect(await look(t, probe, occurrence, 'an event')).toEqual({ isThere: true, status: 'paid', applied: 1 })
  expect(asked).toEqual(['http://127.0.0.1:1/effects/tx-1'])
})

test.each([
  [404, 'not found'],
  [410, ''],
  [204, ''],
  [200, ''],
  [200, 'null'],
])('%i %j says that nothing was made of it', async (status, body) => {
  expect(await look(answering(status, body).t, probe, occurrence, 'an event')).toEqual({
    isThere: false,
    answered: String(status),
  })
})

test('a count of none is nothing, and one that is a text counts', async () => {
  const seenAs = (body: string) => look(answering(200, body).t, probe, occurrence, 'an event')
  expect(await seenAs('{"status":"new","applied":0}')).toEqual({ isThere: false, applied: 0 })
  expect(await seenAs('{"applied":"2"}')).toEqual({ isThere: true, applied: 2 })
  expect(await seenAs('{"applied":null,"status":7}')).toEqual({ isThere: true })
})

test('places are those that the target file names', async () => {
  const { t } = answering(200, '{"data":{"state":"DONE","times":1,"sum":"500.0"}}')
  const placed = { ...probe, status: '/data/state', applied: '/data/times', amount: '/data/sum' }
  const effect = await look(t, placed, occurrence, 'an event')
  expect(effect).toEqual({ isThere: true, status: 'done', applied: 1, amount: 500 })
})

test('a pointer of the target file that leads to nothing of use is told, with what stands there', async () => {
  const unfoundIn = async (body: string, places: Partial<EffectsProbe>) =>
    (await look(answering(200, body).t, { ...probe, ...places }, occurrence, 'an event')).unfound
  expect(await unfoundIn('{"status":"paid","applied":1,"7aa":1}', { status: '/state' })).toEqual({
    status:
      'probe.status of the target file (/state) finds nothing in the answer of the probe, which has status, applied: point it at what became of an event, a text',
  })
  expect(await unfoundIn('{"data":{"count":null}}', { applied: '/data/count', amount: '/data/sum/of' })).toEqual({
    applied: expect.stringContaining('(/data/count) finds null in the answer of the probe, whose /data has count: '),
    amount: expect.stringContaining('(/data/sum/of) finds nothing in the answer of the probe, whose /data has count: '),
  })
  expect(await unfoundIn('[1]', { status: '/0' })).toEqual({ status: expect.stringContaining('which is a list') })
  expect(await unfoundIn('{}', {})).toBeUndefined()
})

test.each([
  [500, '{}', 'the probe was answered 500'],
  [200, '<html>', 'the probe did not answer with JSON'],
])('%i %s blocks', async (status, body, reason) => {
  await expect(look(answering(status, body).t, probe, occurrence, 'an event')).rejects.toThrow(reason)
})

test('every request to a URL of a receiver is booked as an event, whatever its check says', () => {
  const guard = eventsGuard(['http://x/hooks', undefined])
  const priced = (method: string, url: string, said = {}) => {
    const request = { method, url, headers: [], body: Buffer.alloc(0) }
    return guard.price({ request, content: undefined, carriesKey: false, adds: 0 }, { spends: said }).spends
  }
  expect(priced('POST', 'http://x/hooks')).toEqual({ events: 1 })
  expect(priced('POST', 'http://x/hooks', { events: 1 })).toEqual({ events: 1 })
  expect(priced('GET', 'http://x/hooks')).toEqual({})
  expect(priced('POST', 'http://x/other')).toEqual({})
})

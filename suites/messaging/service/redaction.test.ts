import { expect, test } from 'vitest'
import { recorderFor } from '../../../kit/contract/recorder.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { messagingService } from './index.ts'

const UUID = '12345678-1234-4123-8123-123456789012'
const section = { baseUrl: 'http://127.0.0.1:9' }
const target = resolveTarget({ messaging: section }, { sections: [messagingService.section], secrets: [] })
const record = recorderFor(target, [messagingService])

const asked: Exchange = {
  ...{ id: 'x1', service: 'messaging', check: '', label: '', operation: '', key: '', sentAt: 0, endedAt: 0 },
  request: {
    method: 'GET',
    url: 'https://x/v1/developer_apps/get-by-key/ak_1%20b/?a=1',
    headers: [
      ['X-App-ID', UUID],
      ['X-Svc-App-ID', UUID],
      ['X-Svc-Signature', 'odd'],
    ],
    body: Buffer.from(JSON.stringify({ otp: '123456', otp_length: 6, field: 'otp', value: '9876' })),
  },
  response: { status: 200, headers: [], body: Buffer.alloc(0) },
}
const shown = record.exchange(asked)

test('the app that a caller names is secret, the one that a webhook names is not', () => {
  expect(shown.request.headers).toEqual([
    ['X-App-ID', '[secret]'],
    ['X-Svc-App-ID', UUID],
    ['X-Svc-Signature', '[signature]'],
  ])
})

test('an app of the target file that is hidden by its place is told by its name there', () => {
  const named = resolveTarget(
    { messaging: { ...section, appId: UUID } },
    { sections: [messagingService.section], secrets: [] },
  )
  const headers = [['X-App-ID', UUID]] as const
  const { curl, lacking } = recorderFor(named, [messagingService]).exchange({
    ...asked,
    request: { ...asked.request, headers },
  })
  expect(curl).toContain("'X-App-ID: [secret]'")
  expect(lacking).toContain('messaging.appId of the target file')
})

test('the key of an app is hidden in its path, in running text as well', () => {
  expect(shown.request.url).toBe('https://x/v1/developer_apps/get-by-key/[secret]/?a=1')
  expect(record.text('GET /v1/developer_apps/get-by-key/ak_1')).toBe('GET /v1/developer_apps/get-by-key/[secret]')
})

test('codes go, their length stays', () => {
  expect(JSON.parse(shown.request.body)).toEqual({ otp: '[code]', otp_length: 6, field: 'otp', value: '[code]' })
})

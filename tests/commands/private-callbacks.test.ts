import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { assayHere, emptyFolder } from '../command.ts'

let service: Awaited<ReturnType<typeof startMessagingService>>
beforeAll(async () => {
  service = await startMessagingService({ timeScale: 60 })
})
afterAll(() => service?.close())

test('a callback_url on this machine that is refused is no promise broken: an origin that leads here is asked for', {
  timeout: 120_000,
}, async () => {
  const folder = emptyFolder()
  const file = JSON.parse(JSON.stringify(service.targetFile()))
  delete file.messaging.outcomes.callbackOrigin
  delete file.messaging.outcomes.routeCallbacks
  file.webhooks = { ...file.webhooks, tls: { selfSigned: true } }
  const config = join(folder, 'target.json')
  writeFileSync(config, JSON.stringify(file))
  const only = ['--only', 'msg.otp.callback*', '--seed', '1', '--json', 'report.json']
  const { code, stdout } = await assayHere(['run', '--config', config, ...only], { cwd: folder })
  expect(code, stdout).toBe(0)
  const { requirements, exchanges } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  expect(exchanges.some(({ request }) => request.body.includes('"callback_url":"https://127.0.0.1:'))).toBe(true)
  const own = requirements.filter(({ id }) => id.startsWith('msg.otp.callback'))
  expect(own.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')).toEqual([])
  expect(own.find(({ id }) => id === 'msg.otp.callback-url')).toMatchObject({
    verdict: 'unexercised',
    reason: expect.stringMatching(/^a callback_url on a private network is refused/),
    line: expect.stringContaining('messaging.outcomes.callbackOrigin'),
  })
})

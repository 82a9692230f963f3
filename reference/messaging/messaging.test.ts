import { afterEach, aroundEach, describe, expect, it } from 'vitest'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import type { Requirement } from '../../specs/contract.ts'
import { messagingRequirements } from '../../specs/messaging/requirements.ts'
import { type MessagingService, messagingFlaws, startMessagingService } from './index.ts'

aroundEach(inVirtualTime)

interface Keys {
  readonly bound: string
  readonly unbound: string
  readonly restricted: string
  readonly otherUser: string
}

interface Code {
  readonly code: string
  readonly active: boolean
  readonly sent_at: string
  readonly expires_at: string
}

interface Target {
  readonly keys: Keys
  readonly bearer: string
  readonly appKey: string
  readonly fixtures: { readonly conversation: string; readonly otherConversation: string; readonly campaign: string }
}

let service: MessagingService | undefined

const start = async (...[options]: Parameters<typeof startMessagingService>): Promise<MessagingService> => {
  service = await startMessagingService({ seed: 1, timeScale: 6000, ...options })
  return service
}

afterEach(async () => {
  await service?.close()
  service = undefined
})

const targetOf = (running: MessagingService): Target => running.targetFile().messaging as Target

async function ask(running: MessagingService, method: string, path: string, key?: string, body?: unknown) {
  const response = await fetch(`${running.url}/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      Authorization: `Bearer ${targetOf(running).bearer}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

async function control<Answer = unknown>(
  running: MessagingService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${running.controlUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

const patience = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the tables', () => {
  it('have a flaw for every must that an observer can see', () => {
    const broken = new Set<string>(Object.values(messagingFlaws).flatMap(({ breaks }) => breaks))
    const catalogue: [string, Requirement][] = Object.entries(messagingRequirements)
    const missing = catalogue.filter(
      ([id, { level, unobservable }]) => level === 'must' && unobservable === undefined && !broken.has(id),
    )
    expect(missing.map(([id]) => id)).toEqual([])
  })

  it('refuses names that it does not know', async () => {
    await expect(startMessagingService({ flaw: 'sings' })).rejects.toThrow("unknown flaw 'sings'")
  })
})

describe('access', () => {
  it('judges the key before everything', async () => {
    const running = await start()
    const { keys, fixtures } = targetOf(running)
    expect((await ask(running, 'POST', '/otp/resend', undefined, [])).status).toBe(401)
    expect((await ask(running, 'POST', '/otp/resend', 'nobody', [])).status).toBe(401)
    expect((await ask(running, 'GET', '/whatsapp/senders', keys.restricted)).status).toBe(403)
    expect(
      (await ask(running, 'GET', `/whatsapp/conversations/${fixtures.otherConversation}`, keys.bound)).status,
    ).toBe(404)
    expect((await ask(running, 'GET', `/campaign/${fixtures.campaign}/`, keys.otherUser)).status).toBe(404)
  })

  it('answers a send without recipients as the example of the document does', async () => {
    const running = await start()
    const { status, body } = await ask(running, 'POST', '/message/send-instant', targetOf(running).keys.bound, {
      content: 'Jambo',
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_error', details: { recipients: 'is required' } })
  })
})

describe('one-time passwords', () => {
  const phone = '255700000299'
  const inbox = (running: MessagingService) => control<[Code, Code]>(running, 'GET', `/otp?phone=${phone}`)

  it('ends the code before, over whatever channel it came', async () => {
    const running = await start({ timeScale: 60 })
    const { keys, appKey } = targetOf(running)
    const first = await ask(running, 'POST', '/otp/resend', keys.bound, {
      phone_number: phone,
      sender_id: 'ACME',
      otp_length: 8,
      message_template: 'Use {code} within {expiry}',
    })
    expect(first).toMatchObject({ status: 200, body: { success: true, status_code: 200 } })
    const unbound = { phone_number: phone, delivery_method: 'whatsapp', message_template: 'no', app_key: appKey }
    expect((await ask(running, 'POST', '/otp/resend', keys.unbound, unbound)).status).toBe(200)
    const [sms, whatsapp] = await inbox(running)
    expect(sms).toMatchObject({ active: false, channel: 'sms', sender_id: 'ACME', text: `Use ${sms.code} within 10` })
    expect(sms.code).toMatch(/^\d{8}$/)
    expect(whatsapp).toMatchObject({ active: true, channel: 'whatsapp', template: 'svc_otp' })
    expect(whatsapp.code).toMatch(/^\d{6}$/)
    expect(await control(running, 'POST', '/otp/verify', { phone, code: sms.code })).toEqual({ valid: false })
    expect(await control(running, 'POST', '/otp/verify', { phone, code: whatsapp.code })).toEqual({ valid: true })
  })

  it('lets codes expire on its clock', async () => {
    const running = await start({ timeScale: 600 })
    await ask(running, 'POST', '/otp/resend', targetOf(running).keys.bound, {
      phone_number: phone,
      minutes_to_expire: 1,
    })
    const [before] = await inbox(running)
    expect(Date.parse(before.expires_at) - Date.parse(before.sent_at)).toBe(100)
    await patience(120)
    const [after] = await inbox(running)
    expect(after.active).toBe(false)
    expect(await control(running, 'POST', '/otp/verify', { phone, code: after.code })).toEqual({ valid: false })
  })

  it('replaces the callback target until the code expires', async () => {
    const running = await start({ timeScale: 60 })
    const { keys } = targetOf(running)
    const resend = (more: object) => ask(running, 'POST', '/otp/resend', keys.bound, { phone_number: phone, ...more })
    await resend({ callback_url: 'https://one.example.com/', callback_secret: 'whsec_test' })
    await resend({})
    await resend({ callback_url: 'https://two.example.com/', minutes_to_expire: 1 })
    await patience(1050)
    await resend({})
    const told: { url: string; headers: Record<string, string> }[] = await control(
      running,
      'GET',
      `/otp/callbacks?phone=${phone}`,
    )
    expect(told.map(({ url }) => url)).toEqual([
      'https://one.example.com/',
      'https://one.example.com/',
      'https://two.example.com/',
    ])
    expect(told[0]?.headers['X-Svc-Signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(told[2]?.headers).not.toHaveProperty('X-Svc-Signature')
  })
})

describe('conversations', () => {
  it('counts what it newly marks read, up to the time asked for', async () => {
    const running = await start()
    const { keys, fixtures } = targetOf(running)
    const path = `/whatsapp/conversations/${fixtures.conversation}`
    const unread = async () => (await ask(running, 'GET', path, keys.bound)).body.data.unread_count
    const mark = async (body: unknown) => (await ask(running, 'POST', `${path}/read`, keys.bound, body)).body.data
    expect(await unread()).toBe(4)
    const upTo = new Date(Date.now() - 150 * 60_000).toISOString()
    expect(await mark({ up_to: upTo })).toEqual({ conversation_id: fixtures.conversation, messages_marked_read: 2 })
    expect(await unread()).toBe(2)
    expect((await mark({ up_to: upTo })).messages_marked_read).toBe(0)
    await control(running, 'POST', `/conversations/${fixtures.conversation}/messages`, { age: '{age}' })
    expect((await mark({ up_to: null })).messages_marked_read).toBe(3)
    expect(await unread()).toBe(0)
  })
})

import { randomUUID } from 'node:crypto'
import { afterEach, aroundEach, describe, expect, it } from 'vitest'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { paymentRequirements } from '../../specs/payment/requirements.ts'
import type { JsonObject } from './domain/payment.ts'
import { type PaymentService, type PaymentServiceOptions, paymentFlaws, startPaymentService } from './index.ts'

aroundEach(inVirtualTime)

interface Target {
  payment: {
    keys: { live: string[] } & Record<string, string>
    bodies: { mobile: JsonObject; card: JsonObject; qr: JsonObject }
    outcomes: Record<string, { with?: JsonObject; call?: { url: string; json: JsonObject } }>
  }
}

const running: PaymentService[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

async function start(options: PaymentServiceOptions = {}) {
  const service = await startPaymentService({ timeScale: 200, ...options })
  running.push(service)
  const { payment } = service.targetFile() as unknown as Target
  const live = payment.keys.live[0] ?? ''
  const call = async (
    method: string,
    path: string,
    options: { key?: string; headers?: object; body?: unknown } = {},
  ) => {
    const { key = live, headers = {}, body } = options
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text === '' ? {} : JSON.parse(text)
    return { status: response.status, headers: response.headers, json, data: json.data ?? {} }
  }
  const body = (more: object = {}) => ({ ...payment.bodies.mobile, reference: randomUUID(), ...more })
  const create = (more: object = {}, idempotencyKey: string = randomUUID(), key = live) =>
    call('POST', '/api/v1/payments', { key, body: body(more), headers: { 'Idempotency-Key': idempotencyKey } })
  const bring = async (outcome: string, id: string) => {
    const { url = '', json } = payment.outcomes[outcome]?.call ?? {}
    const headers = { 'Content-Type': 'application/json' }
    return fetch(url.replace('{id}', id), { method: 'POST', headers, body: JSON.stringify(json) })
  }
  const until = async (id: string, status: string) => {
    for (let i = 0; i < 50; i++) {
      const { data } = await call('GET', `/api/v1/payments/${id}`)
      if (data.status === status) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`${id} never became ${status}`)
  }
  return { service, keys: payment.keys, payment, live, call, create, bring, until }
}

describe('idempotency', () => {
  it('makes one payment of simultaneous requests with one key', async () => {
    const { create } = await start()
    const [key, reference] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ reference }, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  })

  it('answers losers 409 CONFLICT where the variant says so', async () => {
    const { create } = await start({ variants: ['concurrent-conflict'] })
    const [key, reference] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 3 }, () => create({ reference }, key)))
    expect(answers.map(({ status, json }) => json.error_code ?? status).sort()).toEqual([201, 'CONFLICT', 'CONFLICT'])
  })

  it('makes two payments under the seeded race', async () => {
    const { create } = await start({ flaw: 'key-race' })
    const [key, reference] = [randomUUID(), randomUUID()]
    const answers = await Promise.all([create({ reference }, key), create({ reference }, key)])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(2)
  })

  it('makes one live payment of simultaneous requests with one reference', async () => {
    const { create } = await start()
    const reference = randomUUID()
    const answers = await Promise.all([create({ reference }), create({ reference }), create({ reference })])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const id = answers.find(({ status }) => status === 201)?.data.id
    for (const { status, json } of answers)
      if (status !== 201)
        expect(json).toMatchObject({
          error_code: 'DUPLICATE_REFERENCE',
          details: { existing_transaction_id: id, reference },
        })
  })

  it('takes 255 characters, refuses 256 and leaves the key of a refused body free', async () => {
    const { create } = await start()
    expect((await create({}, 'k'.repeat(255))).status).toBe(201)
    expect((await create({}, 'k'.repeat(256))).json).toMatchObject({ code: 400, error_code: 'VALIDATION_ERROR' })
    const key = randomUUID()
    expect((await create({ phone: 'abc' }, key)).json).not.toHaveProperty('details')
    expect((await create({}, key)).status).toBe(201)
    expect((await create({}, key)).json.error_code).toBe('CONFLICT')
  })

  it('remembers a declined payment, and an outage not at all', async () => {
    const { create, call, payment } = await start()
    const [key, reference] = [randomUUID(), randomUUID()]
    const { outcomes } = payment
    const first = await create({ reference, ...outcomes.declined?.with }, key)
    expect(first.json).toMatchObject({ code: 402, details: { status: 'failed', reference } })
    expect((await create({ reference, ...outcomes.declined?.with }, key)).json).toEqual(first.json)
    const read = await call('GET', `/api/v1/payments/${first.json.details.transaction_id}`)
    expect(read.data.status).toBe('failed')
    const out = { reference: randomUUID(), ...outcomes.providerUnavailable?.with }
    expect((await create(out, 'outage')).json.error_code).toBe('PROVIDER_UNAVAILABLE')
    expect((await create(out, 'outage')).status).toBe(201)
  })

  it.each([
    [undefined, 1],
    ['forgets-key-of-lost-answer', 2],
  ])('keeps a lost answer (flaw %s: %i payments)', async (flaw, made) => {
    const { service, live, payment, create } = await start({ ...(flaw && { flaw }) })
    const body = { ...payment.bodies.mobile, reference: randomUUID() }
    const aborter = new AbortController()
    const lost = fetch(`${service.url}/api/v1/payments`, {
      method: 'POST',
      signal: aborter.signal,
      headers: { Authorization: `Bearer ${live}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'lost' },
      body: JSON.stringify(body),
    })
    setTimeout(() => aborter.abort(), 8)
    await expect(lost).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect((await create(body, 'lost')).status).toBe(made === 1 ? 200 : 201)
  })
})

describe('isolation and refusals', () => {
  it('hides payments, keys and references of another merchant', async () => {
    const { create, call, keys } = await start()
    const [key, reference] = [randomUUID(), randomUUID()]
    const mine = await create({ reference }, key)
    const theirs = await create({ reference }, key, keys.otherMerchant)
    expect(theirs.status).toBe(201)
    expect(theirs.data.id).not.toBe(mine.data.id)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/refresh'],
    ] as const) {
      const { json } = await call(method, `/api/v1/payments/${mine.data.id}${path}`, {
        ...(keys.otherMerchant && { key: keys.otherMerchant }),
      })
      expect(json).toMatchObject({ code: 404, error_code: 'RESOURCE_NOT_FOUND' })
    }
  })

  it('tells the states of keys apart', async () => {
    const { call, keys } = await start()
    const codes = await Promise.all(
      ['revoked', 'inactiveMerchant', 'unknownMerchant', 'unresolved'].map(async (name) => {
        const { json } = await call('GET', '/api/v1/payments/not-a-uuid', { key: keys[name] ?? '' })
        return json.error_code
      }),
    )
    expect(codes).toEqual(['invalid_api_key', 'invalid_api_key', 'MERCHANT_NOT_FOUND', 'UNAUTHORIZED'])
  })

  it.each([
    ['{}', 'VALIDATION_ERROR'],
    ['[]', 'VALIDATION_ERROR'],
    ['{"amount":', 'VALIDATION_ERROR'],
  ])('refuses the body %s', async (body, code) => {
    const { call } = await start()
    const { json } = await call('POST', '/api/v1/payments', { body, headers: { 'Idempotency-Key': 'k' } })
    expect(json).toMatchObject({ status: 'error', code: 400, error_code: code })
  })

  it('lets a test key in while test mode is on', async () => {
    const { create, keys, bring } = await start()
    expect((await create({}, randomUUID(), keys.test)).json.error_code).toBe('TEST_MODE_UNAVAILABLE')
    await bring('testModeOn', '')
    expect((await create({}, randomUUID(), keys.test)).status).toBe(201)
  })

  it('limits one key, says until when and answers again after it', async () => {
    const { call, keys } = await start({ variants: ['reset-epoch-ms'], timeScale: 60 })
    const path = `/api/v1/payments/${randomUUID()}`
    const answers = await Promise.all(Array.from({ length: 61 }, () => call('GET', path)))
    const limited = answers.find(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60)
    expect(limited?.json).toMatchObject({ code: 429, error_code: 'RATE_LIMIT_EXCEEDED' })
    expect((await call('GET', path, { key: keys.live[1] ?? '' })).status).toBe(404)
    const reset = Number(limited?.headers.get('x-ratelimit-reset'))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, reset - Date.now()) + 2))
    expect((await call('GET', path)).status).toBe(404)
  })
})

describe('outcomes', () => {
  it('brings every outcome of the target file about', async () => {
    const { create, call, bring, until, payment } = await start({ timeScale: 1000 })
    const { outcomes } = payment
    for (const name of ['processing', 'completed', 'failed']) {
      const { data } = await create(outcomes[name]?.with)
      await until(data.id, name)
    }
    for (const name of ['expired', 'cancelled']) {
      const { data } = await create()
      await bring(name, data.id)
      await until(data.id, name)
      expect((await create({ reference: data.reference })).status).toBe(201)
    }
    const refused = {
      declined: 402,
      insufficientFunds: 402,
      invalidDetails: 422,
      limitExceeded: 422,
      unclassified: 400,
      riskBlocked: 403,
      screeningBlocked: 403,
      internalError: 500,
      feeError: 500,
      providerUnavailable: 502,
      providerError: 502,
    }
    for (const [name, status] of Object.entries(refused))
      expect((await create(outcomes[name]?.with)).status).toBe(status)
    const { data } = await create()
    await bring('refreshProviderError', data.id)
    expect((await call('POST', `/api/v1/payments/${data.id}/refresh`)).json.error_code).toBe('PROVIDER_ERROR')
    const other = await create()
    await bring('refreshCompletes', other.data.id)
    expect((await call('POST', `/api/v1/payments/${other.data.id}/refresh`)).data.status).toBe('completed')
    const rejected = await call('PUT', '/api/v1/merchants/me', { body: outcomes.updateRejected?.with })
    expect(rejected.json).toMatchObject({ code: 400, error_code: 'UPDATE_FAILED' })
  })
})

describe('variants and flaws', () => {
  it('breaks every statement that binds and can be seen', () => {
    const broken = new Set<string>(Object.values(paymentFlaws).flatMap(({ breaks }) => breaks))
    const missing = Object.entries(paymentRequirements)
      .filter(([, row]) => row.level === 'must' && !('unobservable' in row))
      .map(([id]) => id)
      .filter((id) => !broken.has(id))
    expect(missing).toEqual([])
  })

  it('stacks lawful variants', async () => {
    const { create } = await start({
      variants: ['create-200', 'extra-members', 'ids-upper-case', 'chunked-responses', 'body-nested-deep'],
    })
    const { status, json } = await create()
    expect(status).toBe(200)
    expect(json.result.items.payment.id).toMatch(/^[0-9A-F-]{36}$/)
  })

  it('names what is unknown', async () => {
    await expect(startPaymentService({ flaw: 'no-such' })).rejects.toThrow(/unknown flaw 'no-such'/)
  })
})

it('closes at once with requests and timers under way', async () => {
  const { service, create } = await start({ timeScale: 1, variants: ['slow-answers'] })
  const pending = create().catch(() => 'cut')
  await new Promise((resolve) => setTimeout(resolve, 30))
  const began = Date.now()
  await service.close()
  expect(Date.now() - began).toBeLessThan(500)
  await pending
})

import { expect, test } from 'vitest'
import { parseListen } from './address.ts'
import { resolveTarget, targetFromFlags } from './target.ts'

const local = 'http://127.0.0.1:4010/'
const remote = 'https://pay.example'
const defaults = { webhookUrl: 'http://a/', callbackUrl: 'http://b/' }

test('a loopback target without a word is local: budgets, a listener, usual times', () => {
  expect(targetFromFlags({ payment: local })).toEqual({
    name: '127.0.0.1:4010',
    environment: 'local',
    timeScale: 1,
    allow: { payments: 60, messages: 20, profileWrites: false },
    payment: { baseUrl: 'http://127.0.0.1:4010' },
    webhooks: { listen: { host: '127.0.0.1', port: 0 }, deliveryWithin: 30 },
    timing: { request: 30, settle: 60, person: 180 },
    network: { insecure: false },
    secrets: [],
  })
})

test('a target elsewhere is a test: no budget, no listener', () => {
  const target = targetFromFlags({ payment: local, messaging: remote })
  expect(target.environment).toBe('test')
  expect(target.allow).toEqual({ payments: 0, messages: 0, profileWrites: false })
  expect(target.webhooks).toBeUndefined()
})

test('profile writes need values to restore, and permission except locally', () => {
  const writes = (baseUrl: string, profileWrites?: boolean, given?: typeof defaults) =>
    resolveTarget(
      {
        payment: { baseUrl, ...(given && { defaults: given }) },
        allow: profileWrites === undefined ? {} : { profileWrites },
      },
      { secrets: [] },
    ).allow.profileWrites
  expect(writes(local, undefined, defaults)).toBe(true)
  expect(writes(local, false, defaults)).toBe(false)
  expect(writes(local, true)).toBe(false)
  expect(writes(remote, undefined, defaults)).toBe(false)
  expect(writes(remote, true, defaults)).toBe(true)
})

test('a stated environment decides the budget, what is given wins', () => {
  const file = { environment: 'test', allow: { messages: 3 }, messaging: { baseUrl: local } } as const
  expect(resolveTarget(file, { secrets: [] }).allow).toEqual({ payments: 0, messages: 3, profileWrites: false })
})

test('webhook settings are taken over', () => {
  const webhooks = { listen: '[::1]:8787', publicUrl: 'https://hooks.example/', retryWithin: 90 }
  expect(resolveTarget({ payment: { baseUrl: remote }, webhooks }, { secrets: [] }).webhooks).toEqual({
    listen: { host: '::1', port: 8787 },
    publicUrl: 'https://hooks.example',
    deliveryWithin: 30,
    retryWithin: 90,
  })
})

test('a flag with an unusable URL is named', () => {
  expect(() => targetFromFlags({ payment: 'localhost:80' })).toThrow(
    /--payment: expected an absolute .* got "localhost:80"/,
  )
  expect(() => targetFromFlags({})).toThrow(/nothing to test/)
})

test.each(['8787', 'host', 'host:65536', '::1:80', '[::1]', '[zz]:1', 'a b:1', ':80'])(
  '%s is no address to listen on',
  (text) => {
    expect(parseListen(text)).toBeUndefined()
  },
)

import { describe, expect, it } from 'vitest'
import { targetFromFlags } from '../../kit/target/target.ts'
import { sections } from '../own/services.ts'
import { reachedBy } from './network-flags.ts'

const local = targetFromFlags({ payment: 'https://127.0.0.1:8443' }, sections)
const elsewhere = targetFromFlags({ payment: 'https://pay.example.org' }, sections)

describe('the flags for the network', () => {
  it('join what the target file says', () => {
    const given = { ...local, network: { ca: 'PEM', insecure: false } }
    expect(reachedBy(given, { proxy: true }).network).toEqual({ ca: 'PEM', insecure: false, proxy: 'environment' })
    expect(reachedBy(given, { insecure: true, proxy: 'http://proxy:3128' }).network).toEqual({
      ca: 'PEM',
      insecure: true,
      proxy: 'http://proxy:3128',
    })
    expect(reachedBy(given, {}).network).toEqual(given.network)
  })

  it('leave certificates unverified for local targets only', () => {
    expect(() => reachedBy(elsewhere, { insecure: true })).toThrow(
      /--insecure: pay\.example\.org is of environment test/,
    )
  })

  it('name a file that is none, and a proxy that is no URL', () => {
    expect(() => reachedBy(local, { ca: 'no-such.pem' })).toThrow('--ca no-such.pem: no such file')
    expect(() => reachedBy(local, { ca: 'package.json' })).toThrow('--ca package.json: holds no PEM certificate')
    expect(() => reachedBy(local, { proxy: 'proxy:3128' })).toThrow(/--proxy proxy:3128: expected an absolute http/)
  })
})

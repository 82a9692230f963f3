import { expect, test } from 'vitest'
import { isPrivate, isPrivateAddress } from './private-network.ts'

test.for([
  ['https://127.0.0.1:8443/a', true],
  ['https://[::1]/a', true],
  ['https://localhost/a', true],
  ['https://10.1.2.3/a', true],
  ['https://192.168.0.7/a', true],
  ['https://172.31.0.1/a', true],
  ['https://172.32.0.1/a', false],
  ['https://[fd00::1]/a', true],
  ['https://[2001:db8::1]/a', false],
  ['https://hooks.example.com/a', false],
  ['no URL', false],
] as const)('%s is on a private network: %s', ([url, is]) => {
  expect(isPrivate(url)).toBe(is)
})

test('addresses by themselves', () => {
  expect(['169.254.1.1', '100.64.0.1', '8.8.8.8', 'fe80::1'].map(isPrivateAddress)).toEqual([true, true, false, true])
})

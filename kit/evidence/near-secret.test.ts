import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { nearSecret } from './near-secret.ts'
import { quote } from './shell-words.ts'

const KEY = 'sk_live_4f1c9a7be2d05538'
const near = (value: string): string | undefined =>
  nearSecret(value, ['other', KEY], (secret) => (secret === KEY ? 'PAY_KEY' : undefined))

describe.skipIf(process.platform === 'win32')(
  'what is nearly a key reaches the target by the variable of the key',
  () => {
    test.each([
      [`Bearer ${KEY}x`],
      [`Bearer ${KEY.slice(0, -4)}zzzz`],
      [KEY.slice(0, -1)],
      [`${KEY.slice(0, -4)}abcdef`],
    ])('%s', (value) => {
      const word = quote(near(value) ?? '')
      expect(word).not.toContain(KEY.slice(0, 12))
      for (const shell of ['bash', 'sh'])
        expect(execFileSync(shell, ['-c', `printf %s ${word}`], { env: { PAY_KEY: KEY } }).toString()).toBe(value)
    })
  },
)

test.each([
  ['the key itself', KEY],
  ['another key of the same kind', 'sk_live_00000000000000000'],
  ['one in other letters', KEY.toUpperCase()],
  ['half of it', KEY.slice(0, 14)],
  ['several words', `Bearer ${KEY} x`],
])('%s is no such thing', (_, value) => {
  expect(near(value)).toBeUndefined()
})

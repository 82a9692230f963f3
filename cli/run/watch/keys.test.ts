import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { nextKey } from './keys.ts'

class Terminal extends EventEmitter {
  readonly isTTY = true
  isRaw = false
  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw
  }
  resume(): void {}
  pause(): void {}
}

test.each([
  ['f', 'f'],
  ['R', 'r'],
  ['\r', 'r'],
  ['\u0003', 'q'],
])('%j asks for %s; what means nothing is passed over', async (typed, key) => {
  const terminal = new Terminal()
  const over = new AbortController()
  const next = nextKey(terminal, over.signal)
  expect(terminal.isRaw).toBe(true)
  terminal.emit('data', Buffer.from('x'))
  terminal.emit('data', Buffer.from(typed))
  expect(await next).toBe(key)
  over.abort()
  // A run has the terminal for itself.
  expect({ isRaw: terminal.isRaw, listeners: terminal.listenerCount('data') }).toEqual({ isRaw: false, listeners: 0 })
})

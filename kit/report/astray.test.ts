import { expect, test } from 'vitest'
import { startCapture } from '../webhooks/listener/server.ts'
import { astray, saysAstray } from './astray.ts'

test('what reached the listener at a path of nobody is told, and not what was no webhook', async () => {
  const capture = await startCapture()
  try {
    const inbox = capture.inbox('loans')
    const post = (url: string) => fetch(url, { method: 'POST', body: '{}' })
    await post(inbox.url)
    await fetch(`${capture.url}/favicon.ico`)
    expect(astray(capture.noise)).toEqual([])
    await post(`${capture.url}/x${inbox.url.split('/').at(-1)}`)
    await post(`${capture.url}/`)
    const [note = '', ...others] = astray(capture.noise)
    expect(others).toEqual([])
    expect(note).toMatch(
      /^2 POSTs, the first to \/x[\w-]+ \(\d\d:\d\d:\d\d UTC\), reached the listener for webhooks at a path/,
    )
    expect(saysAstray(note)).toBe(true)
  } finally {
    await capture.close()
  }
})

import { connect } from 'node:net'
import { afterEach } from 'vitest'
import { type Capture, type CaptureOptions, startCapture } from '../../kit/webhooks/listener/server.ts'

const open: Capture[] = []

// Whichever test file starts listeners, they are closed after each of its tests.
afterEach(async () => {
  await Promise.all(open.splice(0).map((capture) => capture.close()))
})

export async function start(options?: CaptureOptions): Promise<Capture> {
  const capture = await startCapture(options)
  open.push(capture)
  return capture
}

export const post = (
  url: string,
  body: string | Buffer = '{}',
  headers: Record<string, string> = {},
): Promise<Response> => fetch(url, { method: 'POST', body, headers, redirect: 'manual' })

/** Writes bytes to the listener and gives everything that comes back until the connection ends. */
export function raw(capture: Capture, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(capture.listening.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    for (const part of parts) socket.write(part)
  })
}

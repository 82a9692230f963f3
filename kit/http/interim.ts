import type { Socket } from 'node:net'

/** Bytes of a status line that tell an interim answer from a final one, and the longest interim answer that is waited for. */
const STATUS = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/
const START =
  /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01]|HTTP\/1\.[01] |HTTP\/1\.[01] 1|HTTP\/1\.[01] 1\d|HTTP\/1\.[01] 1\d\d)$/
const MOST_BYTES = 16 * 1024
const END = '\r\n\r\n'

/**
 * Takes interim answers (1xx, of which a client may get any number unasked: RFC 9110, 15.2) away from the front of a
 * connection that carries one request. undici closes a connection on a 100 that it did not ask for.
 */
export function withoutInterim<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket)
  let held = Buffer.alloc(0)
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size) as Buffer | null
    if (chunk === null && held.length === 0) return null
    held = chunk === null ? held : Buffer.concat([held, chunk])
    for (;;) {
      const front = held.subarray(0, 16).toString('latin1')
      if (STATUS.test(front)) {
        const end = held.indexOf(END)
        if (end >= 0) {
          held = held.subarray(end + END.length)
          continue
        }
        if (held.length <= MOST_BYTES) return null
      } else if (START.test(front)) return null
      break
    }
    if (held.length === 0) return null
    socket.read = read
    const rest = held
    held = Buffer.alloc(0)
    return rest
  }
  return socket
}

import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Answer, type Deed, type Passing, withBody, withMember, without } from './proxy.ts'

/** One way in which what stands at an address can be other than a service that answers well. */
export interface Hostile {
  /** Exit codes that are right for it. */
  readonly exits: readonly number[]
  readonly deed: () => Deed
  /** No must may be said to be broken. */
  readonly isLawful?: true
}

type Changed = (answer: Answer, passing: Passing) => Answer

/** Every answer, changed. */
const changed =
  (change: Changed): (() => Deed) =>
  () =>
  async (passing) =>
    passing.give(change(await passing.forward(), passing))

/** So many requests pass; then something else happens. */
const after =
  (many: number, then: Deed): (() => Deed) =>
  () =>
  async (passing) =>
    passing.nth > many ? then(passing) : passing.give(await passing.forward())

/** What passes, and every so manieth that does not. */
const each =
  (nth: number, then: Deed): (() => Deed) =>
  () =>
  async (passing) =>
    passing.nth % nth === 0 ? then(passing) : passing.give(await passing.forward())

const destroy: Deed = ({ socket }) => {
  socket.destroy()
}

const silence: Deed = () => undefined

const always = (deed: Deed) => (): Deed => deed

const page = (status: number, body: string): Deed => {
  return ({ give }) => give({ status, headers: ['Content-Type', 'text/html'], body: Buffer.from(body) })
}

/** Writes without end, as fast as the other side reads. */
function flood(socket: Passing['socket'], head: string, piece: string): void {
  socket.write(head)
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) {
      // The buffer has room.
    }
  }
  socket.on('drain', more)
  more()
}

/** Writes a piece now and then. */
function drip(socket: Passing['socket'], pieces: Iterable<string>, everyMs: number): void {
  const left = pieces[Symbol.iterator]()
  const timer = setInterval(() => {
    const { done, value } = left.next()
    if (done === true || socket.destroyed) clearInterval(timer)
    else socket.write(value)
  }, everyMs)
}

const HTML = '<!doctype html><title>Welcome</title><p>It works.'
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const MB = 1024 * 1024

const textOf = ({ status, headers, body }: Answer): string =>
  `HTTP/1.1 ${status} \r\n${headers.map((each, at) => (at % 2 === 0 ? `${each}: ` : `${each}\r\n`)).join('')}\r\n${body.toString('latin1')}`

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Has whoever creates something be told of it, so many times at once, at the URL that the creation names. */
export function flooding(many: number, event: string): { readonly deed: () => Deed; readonly sent: { taken: number } } {
  const sent = { taken: 0 }
  let begun = false
  const deed: Deed = async (passing) => {
    const answer = await passing.forward()
    const url = /"(?:webhook_url|callback_url)":\s*"(http[^"]+)"/.exec(passing.body.toString('utf8'))?.[1]
    if (!begun && url !== undefined) {
      begun = true
      const agent = new Agent({ keepAlive: true, maxSockets: 32 })
      await Promise.all(Array.from({ length: many }, () => posted(agent, url, event, sent)))
      agent.destroy()
    }
    passing.give(answer)
  }
  return { deed: () => deed, sent }
}

function posted(agent: Agent, url: string, event: string, sent: { taken: number }): Promise<void> {
  return new Promise((resolve) => {
    const length = Buffer.byteLength(event)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length }
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      if (Math.floor((answer.statusCode ?? 0) / 100) === 2) sent.taken += 1
      answer.resume().on('close', resolve)
    })
    call.on('error', () => resolve()).end(event)
  })
}

export const transports: Readonly<Record<string, Hostile>> = {
  'accepts and says nothing': { exits: [5], deed: always(silence) },
  'closes every connection': { exits: [5], deed: always(destroy) },
  'speaks no HTTP': { exits: [5], deed: always(({ raw }) => raw('SSH-2.0-OpenSSH_9.2\r\n')) },
  'sends headers without end': {
    exits: [5],
    deed: always(({ socket }) => flood(socket, OK, `X-${'a'.repeat(100)}: ${'b'.repeat(900)}\r\n`)),
  },
  'sends a header byte each second': { exits: [5], deed: always(({ socket }) => drip(socket, OK.repeat(9), 1000)) },
  'sends a body without end': {
    exits: [5],
    deed: always(({ socket }) => flood(socket, `${OK}\r\n`, ' '.repeat(64 * 1024))),
  },
  'sends chunks without end': {
    exits: [5],
    deed: always(({ socket }) =>
      flood(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${'x'.repeat(1024)}\r\n`),
    ),
  },
  'redirects to elsewhere': {
    exits: [5],
    deed: always(({ give }) =>
      give({ status: 302, headers: ['Location', 'http://127.0.0.1:9/login'], body: Buffer.alloc(0) }),
    ),
  },
  'is a page for people': { exits: [5], deed: always(page(200, HTML)) },
  'is a page that is not found': { exits: [5], deed: always(page(404, HTML)) },
  'is a gateway without its service': { exits: [5], deed: always(page(502, '<h1>502 Bad Gateway</h1>')) },
  'is a gateway that wants a login': {
    exits: [5],
    deed: always(({ give }) =>
      give({
        status: 401,
        headers: ['WWW-Authenticate', 'Basic realm="staging"', 'Content-Type', 'text/html'],
        body: Buffer.from(HTML),
      }),
    ),
  },
  'goes away after 40 requests': { exits: [5], deed: after(40, destroy) },
  'falls silent after 40 requests': { exits: [5], deed: after(40, silence) },
  'becomes a page for people after 40 requests': { exits: [5], deed: after(40, page(200, HTML)) },
  'becomes a gateway without its service after 40 requests': {
    exits: [5],
    deed: after(40, page(503, 'no healthy upstream')),
  },
  'closes every third connection': { exits: [1, 3], deed: each(3, destroy) },
  'is silent at every twentieth request': { exits: [1, 3], deed: each(20, silence) },
  'pads every object with 186 KB': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => withMember(answer, 'padding', JSON.stringify('x'.repeat(186_000)))),
  },
  'pads every object with 3 MB': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => withMember(answer, 'padding', `[${'{},'.repeat(MB)}{}]`)),
  },
  'sends 4,000 headers': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => ({
      ...answer,
      headers: [...answer.headers, ...Array.from({ length: 4000 }, (_, at) => [`X-${at}`, 'a']).flat()],
    })),
  },
  'sends headers of 40 KB': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => ({ ...answer, headers: [...answer.headers, 'X-Trace', 'a1b2c3d4-'.repeat(4500)] })),
  },
  'nests 100,000 deep': { exits: [1], deed: changed((answer) => withMember(answer, 'nested', nested(100_000))) },
  'nests 100,000 objects deep': {
    exits: [1],
    deed: changed((answer) => withMember(answer, 'nested', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)),
  },
  'writes numbers of 100,000 digits': {
    exits: [0, 1],
    deed: changed((answer) => withMember(answer, 'count', '9'.repeat(100_000))),
  },
  'names members __proto__ and constructor': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) =>
      withMember(withMember(answer, '__proto__', '{"status":"failed"}'), 'constructor', '{"prototype":{"x":1}}'),
    ),
  },
  'writes NUL, lone surrogates and escapes': {
    exits: [0, 1],
    deed: changed((answer) =>
      withMember(answer, 'note', '"\\u0000\\ud800 \\u001b[2J\\u202e\\u2028##vso[task.setvariable]"'),
    ),
  },
  'writes bytes that are no UTF-8': {
    exits: [0, 1],
    deed: changed((answer) => withBody(answer, Buffer.concat([answer.body, Buffer.from([0xff, 0xfe, 0xc0])]))),
  },
  'says it is longer than it is': {
    exits: [1, 5],
    deed: always(async (passing) => {
      const answer = await passing.forward()
      passing.raw(
        textOf({
          ...withBody(answer, answer.body),
          headers: [...without(answer.headers, 'content-length'), 'Content-Length', String(answer.body.length + 10)],
        }),
      )
    }),
  },
  'says it is shorter than it is': {
    exits: [1, 5],
    deed: always(async (passing) => {
      const answer = await passing.forward()
      passing.raw(
        textOf({
          ...answer,
          headers: [
            ...without(answer.headers, 'content-length'),
            'Content-Length',
            String(Math.max(0, answer.body.length - 10)),
          ],
        }),
      )
    }),
  },
  'answers twice': {
    exits: [0, 1],
    deed: always(async (passing) => {
      const text = textOf(await passing.forward())
      passing.raw(Buffer.from(text + text, 'latin1'))
    }),
  },
  'sends a byte every 2 ms': {
    exits: [0, 1, 3],
    deed: always(async (passing) =>
      drip(passing.socket, textOf(await passing.forward()).match(/[\s\S]{1,40}/g) ?? [], 5),
    ),
  },
  'continues unasked': {
    exits: [0, 3],
    isLawful: true,
    deed: always(async (passing) => {
      const answer = await passing.forward()
      passing.socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n')
      passing.give(answer)
    }),
  },
  'closes without a length': {
    exits: [0, 3],
    isLawful: true,
    deed: always(async (passing) => {
      const answer = await passing.forward()
      passing.raw(Buffer.from(textOf({ ...answer, headers: without(answer.headers, 'content-length') }), 'latin1'))
    }),
  },
  'codes bodies unasked': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) =>
      answer.body.length === 0
        ? answer
        : {
            ...withBody(answer, gzipSync(answer.body)),
            headers: [...withBody(answer, gzipSync(answer.body)).headers, 'Content-Encoding', 'gzip'],
          },
    ),
  },
  'codes a bomb': {
    exits: [1, 5],
    deed: (() => {
      const bomb = gzipSync(Buffer.alloc(200 * MB, 32))
      return changed((answer) => ({
        ...withBody(answer, bomb),
        headers: [...withBody(answer, bomb).headers, 'Content-Encoding', 'gzip'],
      }))
    })(),
  },
  'names codings that nobody knows': {
    exits: [0, 1],
    deed: changed((answer) => ({ ...answer, headers: [...answer.headers, 'Content-Encoding', 'rot13'] })),
  },
  'has a clock that is hours ahead': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => ({
      ...answer,
      headers: [...without(answer.headers, 'date'), 'Date', new Date(Date.now() + 5 * 3_600_000).toUTCString()],
    })),
  },
  'has a clock that makes no sense': {
    exits: [0, 3],
    isLawful: true,
    deed: changed((answer) => ({ ...answer, headers: [...without(answer.headers, 'date'), 'Date', 'yesterday'] })),
  },
  'answers with the status 999': { exits: [1, 5], deed: changed((answer) => ({ ...answer, status: 999 })) },
  'executes creations and answers 429': {
    exits: [1, 3],
    deed: changed((answer, { method, path }) =>
      method === 'POST' && /\/(payments|send|messages|campaigns)/.test(path) && answer.status < 300
        ? { ...withBody(answer, '{"success":false,"error_code":"RATE_LIMITED","message":"slow down"}'), status: 429 }
        : answer,
    ),
  },
  'executes creations and answers 500': {
    exits: [1, 3],
    deed: changed((answer, { method }) =>
      method === 'POST' && answer.status < 300 ? { ...withBody(answer, '{}'), status: 500 } : answer,
    ),
  },
  'asks to wait for a day': {
    exits: [1, 3, 5],
    deed: changed((answer) => {
      const empty = withBody(answer, '{}')
      return { ...empty, status: 429, headers: [...empty.headers, 'Retry-After', '86400'] }
    }),
  },
}

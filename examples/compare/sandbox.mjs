// The sandbox with a flaw or a variant, behind a port that counts requests.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const assay = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** The clocks of the sandbox: its 60 requests in a minute are 60 in a second. */
export const TIME_SCALE = 60
const SEED = 7
const START = 30_000

/** Starts it; `address(service)` is where a tool finds it, `requests()` how many it was asked since the last `reset()`. */
export async function startSandbox(folder, { flaw, variant }) {
  const file = join(folder, 'target.yaml')
  const child = spawn(
    process.execPath,
    [
      ...[assay, 'serve', '--write', file, '--seed', `${SEED}`, '--time-scale', `${TIME_SCALE}`],
      ...(flaw === undefined ? [] : ['--flaw', flaw]),
      ...(variant === undefined ? [] : ['--variant', variant]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await said(child, 'Ctrl-C ends it')
  const target = parse(readFileSync(file, 'utf8'))
  const counters = {
    payment: await counting(target.payment.baseUrl),
    messaging: await counting(target.messaging.baseUrl),
  }
  return {
    target,
    file,
    address: (service) => counters[service].address,
    requests: () => counters.payment.count() + counters.messaging.count(),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      await Promise.all(Object.values(counters).map((each) => each.close()))
    },
  }
}

function said(child, words) {
  return new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`the sandbox does not start: ${text}`)), START)
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (!text.includes(words)) return
      clearTimeout(late)
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}: ${text}`)))
  })
}

const REQUEST_LINE = /(?:^|\n)(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY) \S+ HTTP\/1\.[01]\r?\n/g

/** Hands bytes on as they are, in both directions, and counts request lines: the same measure for every tool. */
async function counting(url) {
  const { hostname, port } = new URL(url)
  let many = 0
  const open = new Set()
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ]) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    from.on('data', (chunk) => {
      many += chunk.toString('latin1').match(REQUEST_LINE)?.length ?? 0
    })
    from.pipe(to)
    to.pipe(from)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    count: () => many,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(resolve)
      }),
  }
}

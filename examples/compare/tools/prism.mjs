import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { credentials } from '../description.mjs'
import { requestsOf, send } from '../requests.mjs'

const bin = fileURLToPath(new URL('../node_modules/.bin/prism', import.meta.url))

/** As a validating proxy, with one valid request for each operation through it, and the same without credentials. */
export default {
  name: 'Prism',
  version: '5.14.2',
  async run({ service, sandbox, folder, document }) {
    const description = join(folder, `prism-${service}.json`)
    await writeFile(description, JSON.stringify(document))
    const port = await freePort()
    const child = spawn(bin, ['proxy', description, sandbox.address(service), '--port', `${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await listening(child)
      const found = []
      for (const request of requestsOf(document, credentials(service, sandbox.target))) {
        const answer = await send(`http://127.0.0.1:${port}`, request)
        const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]')
        for (const { location = [], code, message } of violations) {
          if (location[0] === 'response')
            found.push(`${request.operation}: ${location.join('.')} ${code ?? ''} ${message}`)
        }
      }
      return found
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    }
  },
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

function listening(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    const late = setTimeout(() => reject(new Error(`Prism does not listen: ${text}`)), 60_000)
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (!text.includes('listening')) return
      clearTimeout(late)
      resolve()
    })
  })
}

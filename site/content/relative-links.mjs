// Pages are read from a folder as well as from a server: what they load and where they lead is said relative to them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const base = process.env.DOCS_BASE ?? '/'

export function relativeLinks(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue
    const path = join(folder, name)
    const up = relative(dirname(name), '.') || '.'
    const text = readFileSync(path, 'utf8')
    const relatively = text.replace(/( (?:href|src)=")(\/[^"/][^"]*|\/)(")/g, (whole, before, address, after) =>
      address.startsWith(base) ? `${before}${up}/${named(address.slice(base.length))}${after}` : whole,
    )
    writeFileSync(path, servedOnly(relatively))
  }
}

const APP = /<script type="module" src="([^"]*)"><\/script>/g

/** Read from a folder, the app would take the path of the file for one of its own, and find no page there. */
function servedOnly(text) {
  const modules = [...text.matchAll(APP)].map(([, address]) => `import('${address}')`)
  const script = `<script>location.protocol === 'file:' || ${modules.join('.then(() => ')}${')'.repeat(modules.length - 1)}</script>`
  return text.replace(APP, '').replace('</body>', `${script}</body>`)
}

/** A folder has no index where there is no server. */
const named = (address) => address.replace(/(^|\/)(?=$|#)/, '$1index.html')

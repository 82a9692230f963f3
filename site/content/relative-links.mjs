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
    writeFileSync(
      path,
      text.replace(/( (?:href|src)=")(\/[^"/][^"]*|\/)(")/g, (whole, before, address, after) =>
        address.startsWith(base) ? `${before}${up}/${named(address.slice(base.length))}${after}` : whole,
      ),
    )
  }
}

/** A folder has no index where there is no server. */
const named = (address) => address.replace(/(^|\/)(?=$|#)/, '$1index.html')

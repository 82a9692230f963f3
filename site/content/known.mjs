// What the command says of everything, as JSON: the pages repeat its words. Kept until the command is built anew.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const stampFile = fileURLToPath(new URL('../../dist/.stamp', import.meta.url))
const kept = fileURLToPath(new URL('../.known.json', import.meta.url))

export function known() {
  const stamp = readFileSync(stampFile, 'utf8')
  if (existsSync(kept)) {
    const before = JSON.parse(readFileSync(kept, 'utf8'))
    if (before.stamp === stamp) return before.known
  }
  const text = execFileSync(process.execPath, [command, 'explain', '*', '--json', '--examples'], {
    maxBuffer: 1e9,
  }).toString()
  const found = JSON.parse(text)
  writeFileSync(kept, JSON.stringify({ stamp, known: found }))
  return found
}

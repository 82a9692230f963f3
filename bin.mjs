#!/usr/bin/env node
// What npm links as the command. It is there before anything is built: a link that was made too early leads to it all the same.
import { existsSync } from 'node:fs'

const main = new URL('dist/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('assay is not built in this folder yet: npm ci && npm run build\n')
  process.exitCode = 2
}

#!/usr/bin/env node
import { commandLine } from './command-line.ts'

// A reader that has gone, such as `head`, is no fault.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const exitCode = await commandLine(process.argv.slice(2))
// Whatever still holds the process open has nothing more to say; what was written has to arrive first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))

#!/usr/bin/env node
import { leave } from './command.ts'
import { commandLine } from './command-line.ts'
import { own } from './own/own.ts'
import { ownCommands } from './own/own-commands.ts'
import { typedHere } from './typed-name.ts'

await leave(await commandLine(process.argv.slice(2), typedHere(own), ownCommands))

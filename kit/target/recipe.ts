import { exec } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Blocked, Unasked } from '../halt.ts'
import type { HttpCall, Recipe } from './file.ts'

/** What `{id}`, `{reference}` and `{phone}` stand for in a recipe. */
export type Placeholders = Readonly<Record<string, string>>

const COMMAND_SECONDS = 60

const fill = (text: string, names: Placeholders): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)

function fillIn(value: unknown, names: Placeholders): unknown {
  if (typeof value === 'string') return fill(value, names)
  if (Array.isArray(value)) return value.map((each) => fillIn(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillIn(member, names)]))
}

/**
 * Carries out what a recipe asks for after the creation: its call, its command, its person, in that order.
 * Throws Blocked when a step does not go well, Unasked when a person is asked and none is there.
 */
export async function perform(name: string, recipe: Recipe, names: Placeholders, signal: AbortSignal): Promise<void> {
  if (recipe.call !== undefined) await call(`recipe ${name}`, recipe.call, names, signal)
  if (recipe.run !== undefined) await run(name, fill(recipe.run, shellSafe(name, names)), signal)
  if (recipe.ask !== undefined) await ask(fill(recipe.ask, names), signal)
}

/** Sends an HTTP call of the target file, not a request to the target. Returns the answer's text; blocks unless it is a 2xx. */
export async function call(name: string, what: HttpCall, names: Placeholders, signal: AbortSignal): Promise<string> {
  const { status, host, text } = await callAny(name, what, names, signal)
  if (status < 200 || status > 299) throw new Blocked(`the call of the ${name} to ${host} was answered ${status}`)
  return text
}

/** The same, whatever its status is; blocks only where no answer comes. */
export async function callAny(
  name: string,
  { method, url, headers, json }: HttpCall,
  names: Placeholders,
  signal: AbortSignal,
): Promise<{ status: number; host: string; text: string }> {
  const address = fill(
    url,
    Object.fromEntries(Object.entries(names).map(([key, value]) => [key, encodeURIComponent(value)])),
  )
  const response = await fetch(address, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    headers: {
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(fillIn(headers ?? {}, names) as Record<string, string>),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(fillIn(json, names)) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(COMMAND_SECONDS * 1000)]),
  }).catch((error: Error) => {
    throw new Blocked(`the call of the ${name} to ${new URL(address).host} failed: ${reasonOf(error)}`)
  })
  return { status: response.status, host: new URL(address).host, text: await response.text() }
}

/** The values come from the target: one that a shell would not take literally is refused. */
function shellSafe(name: string, names: Placeholders): Placeholders {
  const odd = Object.entries(names).find(([, value]) => !/^[\w.:/+-]*$/.test(value))
  if (odd === undefined) return names
  throw new Blocked(
    `the command of the recipe ${name} was not run: {${odd[0]}} holds characters that a shell would read`,
  )
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

function run(name: string, command: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    exec(command, { timeout: COMMAND_SECONDS * 1000, signal }, (error, _stdout, stderr) => {
      if (error === null) resolve()
      else
        reject(
          new Blocked(`the command of the recipe ${name} failed: ${stderr.trim().split('\n').at(-1) || error.message}`),
        )
    })
  })
}

async function ask(text: string, signal: AbortSignal): Promise<void> {
  if (process.stdin.isTTY !== true || process.env.CI !== undefined) {
    throw new Unasked('not permitted', `a person is asked to act (${text}), and none is at the terminal`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    await terminal.question(`\n${text} `, { signal })
  } finally {
    terminal.close()
  }
}

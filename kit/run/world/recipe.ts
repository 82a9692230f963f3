import type { FixtureContext } from '../../check/context.ts'
import { Blocked, NotExercised } from '../../check/signals.ts'
import type { HttpCall, Recipe } from '../../target/file/file.ts'
import { runCommand } from './command.ts'

/** What `{id}`, `{reference}` and `{phone}` stand for in a recipe. */
export type Placeholders = Readonly<Record<string, string>>

const COMMAND_SECONDS = 60
/** Characters of a value that goes into a command or a URL. */
const MOST = 256
/** What a value may be in a command. Ids come from the target: one could be an option, a path or what a shell reads. */
const ID = /^[A-Za-z0-9][\w:.+-]*$/
const OTHERS: Readonly<Record<string, RegExp>> = { phone: /^\+?\d+$/, url: /^https?:\/\/[\w:.][\w:./+%-]*$/ }

const fill = (text: string, names: Placeholders): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)

function fillIn(value: unknown, names: Placeholders): unknown {
  if (typeof value === 'string') return fill(value, names)
  if (Array.isArray(value)) return value.map((each) => fillIn(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillIn(member, names)]))
}

/** What a recipe needs of the check that it is carried out for. */
export type Scene = Pick<FixtureContext, 'target' | 'signal' | 'person' | 'step' | 'callOutOfBand'>

/**
 * Carries out what a recipe asks for after the creation: its call, its command, its person, in that order. Every step is
 * noted for the report.
 * Throws Blocked when a step does not go well, NotExercised when a person is asked and none is there.
 */
export async function perform(t: Scene, name: string, recipe: Recipe, names: Placeholders): Promise<void> {
  const { call: request, run: command, ask: text } = recipe
  if (request !== undefined) {
    await t.step({ recipe: name, kind: 'call', text: addressOf(request, names) }, () =>
      call(t, `recipe ${name}`, request, names),
    )
  }
  if (command !== undefined) {
    const filled = fill(command, commandSafe(name, command, names))
    await t.step({ recipe: name, kind: 'command', text: filled }, () => run(t, name, filled))
  }
  if (text !== undefined) {
    const filled = fill(text, names)
    await t.step({ recipe: name, kind: 'person', text: filled }, () => ask(t, name, filled))
  }
}

/** Method and URL of a call, as it is noted. */
export const addressOf = (request: HttpCall, names: Placeholders): string =>
  `${methodOf(request)} ${fill(request.url, names)}`

const methodOf = ({ method, json }: HttpCall): string => method ?? (json === undefined ? 'GET' : 'POST')

/** Sends an HTTP call of the target file, not a request to the target. Returns the answer's text; blocks unless it is a 2xx. */
export async function call(
  t: Pick<Scene, 'callOutOfBand'>,
  name: string,
  what: HttpCall,
  names: Placeholders,
): Promise<string> {
  const { status, host, text } = await callAny(t, name, what, names)
  if (status < 200 || status > 299) throw new Blocked(`the call of the ${name} to ${host} was answered ${status}`)
  return text
}

/** The same, whatever its status is; blocks only where no answer comes. */
export async function callAny(
  t: Pick<Scene, 'callOutOfBand'>,
  name: string,
  request: HttpCall,
  names: Placeholders,
): Promise<{ status: number; host: string; text: string }> {
  const { url, headers, json } = request
  const address = addressed(name, url, names)
  const own = Object.entries(fillIn(headers ?? {}, names) as Record<string, string>)
  const isTyped = json === undefined || own.some(([key]) => key.toLowerCase() === 'content-type')
  const answered = await t.callOutOfBand({
    method: methodOf(request),
    url: address,
    headers: isTyped ? own : [['Content-Type', 'application/json'], ...own],
    body: Buffer.from(json === undefined ? '' : JSON.stringify(fillIn(json, names))),
  })
  const { host } = new URL(address)
  if ('fault' in answered) throw new Blocked(`the call of the ${name} to ${host} failed: ${answered.fault.message}`)
  return { status: answered.response.status, host, text: answered.response.body.toString('utf8') }
}

/** A URL with the values in it, each in its place: none leads to another path. */
function addressed(name: string, url: string, names: Placeholders): string {
  const refused = (odd: string): Blocked => new Blocked(`the call of the ${name} was not made: ${odd}`)
  const filled = url.replaceAll(/\{(\w+)\}/g, (whole, each: string) => {
    const { [each]: value } = names
    if (value === undefined) return whole
    if (value === '' || value.length > MOST) throw refused(`{${each}} has ${value.length} characters`)
    if (/\p{Cs}/u.test(value)) throw refused(`{${each}} holds half a character`)
    return encodeURIComponent(value)
  })
  const segments = (address: string): number => new URL(address).pathname.split('/').length
  if (segments(filled) !== segments(fill(url, Object.fromEntries(Object.keys(names).map((each) => [each, 'x'])))))
    throw refused('a value of the target would lead it to another path')
  return filled
}

/** @throws Blocked where a value is of no form that every shell and every command takes for a plain word */
function commandSafe(name: string, command: string, names: Placeholders): Placeholders {
  const odd = Object.entries(names).find(
    ([each, value]) => command.includes(`{${each}}`) && !(value.length <= MOST && (OTHERS[each] ?? ID).test(value)),
  )
  if (odd === undefined) return names
  throw new Blocked(
    `the command of the recipe ${name} was not run: {${odd[0]}} is ${JSON.stringify(odd[1].slice(0, 40))}; letters, digits and : . + - _ may stand in one, a letter or digit first`,
  )
}

async function run({ target, signal }: Scene, name: string, command: string): Promise<void> {
  const ended = await runCommand(command, { folder: target.folder, forMs: COMMAND_SECONDS * 1000, signal })
  if (ended !== undefined) throw new Blocked(`the command of the recipe ${name} failed: ${ended}`)
}

async function ask({ target, signal, person }: Scene, name: string, text: string): Promise<void> {
  const seconds = target.timing.person
  const reply = await person?.({ recipe: name, text, withinMs: seconds * 1000 }, signal)
  switch (reply) {
    case 'done':
      return
    case 'declined':
      throw new NotExercised('not permitted', `the person at the terminal left it out (${text})`)
    case 'late':
      throw new Blocked(`nobody said within ${seconds} s that it was done (${text}); timing.person gives more time`)
    default:
      throw new NotExercised('not permitted', `a person is asked to act (${text}), and none is at the terminal`)
  }
}

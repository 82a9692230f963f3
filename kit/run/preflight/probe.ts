import type { FixtureContext } from '../../check/context.ts'
import { Blocked } from '../../check/signals.ts'
import type { HttpCall } from '../../target/file/file.ts'
import { addressOf, call, callAny, type Placeholders } from '../world/recipe.ts'

/** Windows of the target file into effects that the interface does not show, by name. */
export type Probes = Readonly<Record<string, { readonly call: HttpCall }>>

/**
 * What a probe of the target file shows, as JSON. Undefined where the target file has no such probe; blocks when it
 * cannot be read.
 */
export async function readProbe(
  t: Pick<FixtureContext, 'callOutOfBand' | 'step'>,
  probes: Probes,
  probe: string,
  names: Placeholders,
): Promise<unknown> {
  const found = probes[probe]
  if (found === undefined) return undefined
  const text = await t.step({ recipe: probe, kind: 'probe', text: addressOf(found.call, names) }, () =>
    call(t, `probe ${probe}`, found.call, names),
  )
  try {
    return JSON.parse(text)
  } catch {
    throw new Blocked(`the probe ${probe} did not answer with JSON`)
  }
}

/** Members by which a probe may say yes or no. */
const SAYS = ['valid', 'verified', 'active', 'accepted', 'success', 'ok']

/**
 * What a probe says to a question: true or false as its whole answer or as a member, and a 4xx for no. Undefined where
 * the target file has no such probe, or it says neither.
 */
export async function askProbe(
  t: Pick<FixtureContext, 'callOutOfBand' | 'step'>,
  probes: Probes,
  probe: string,
  names: Placeholders,
): Promise<boolean | undefined> {
  const found = probes[probe]
  if (found === undefined) return undefined
  const said = await t.step({ recipe: probe, kind: 'probe', text: addressOf(found.call, names) }, async () => {
    const { status, text } = await callAny(t, `probe ${probe}`, found.call, names)
    return `${status} ${text}`
  })
  if (/^4\d\d /.test(said)) return false
  try {
    const answer: unknown = JSON.parse(said.slice('200 '.length))
    if (typeof answer === 'boolean') return answer
    const members = SAYS.map((name) => (answer as Record<string, unknown> | null)?.[name])
    return members.find((each) => typeof each === 'boolean')
  } catch {
    return undefined
  }
}

/** The objects of a list, which an answer is or has in `data`; undefined where it shows no list. */
export function listOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = Array.isArray(answer) ? answer : (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) return undefined
  return list.filter((each) => typeof each === 'object' && each !== null)
}

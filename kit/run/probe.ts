import type { FixtureContext } from '../check/check.ts'
import { Blocked } from '../check/signals.ts'
import { lineFor } from '../target/claims.ts'
import { addressOf, call, callAny, noted, type Placeholders } from './recipe.ts'

/**
 * What a probe of the target file shows, as JSON. Stops where the target file has no such probe; blocks when it
 * cannot be read.
 */
export async function readProbe(
  t: Pick<FixtureContext, 'target' | 'callOutOfBand' | 'abortUnexercised' | 'noteStep'>,
  probe: string,
  names: Placeholders,
): Promise<unknown> {
  const found = t.target.messaging?.probes?.[probe]
  if (found === undefined) {
    t.abortUnexercised('not claimed', `the target file has no probe ${probe}`, lineFor(`messaging.probes.${probe}`))
  }
  const text = await noted(t, { recipe: probe, kind: 'probe', text: addressOf(found.call, names) }, () =>
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
  t: Pick<FixtureContext, 'target' | 'callOutOfBand' | 'noteStep'>,
  probe: string,
  names: Placeholders,
): Promise<boolean | undefined> {
  const found = t.target.messaging?.probes?.[probe]
  if (found === undefined) return undefined
  const said = await noted(t, { recipe: probe, kind: 'probe', text: addressOf(found.call, names) }, async () => {
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

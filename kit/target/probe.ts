import type { Arrangement } from '../check.ts'
import { Blocked } from '../halt.ts'
import { lineFor } from './claims.ts'
import { addressOf, call, noted, type Placeholders } from './recipe.ts'

/**
 * What a probe of the target file shows, as JSON. Stops where the target file has no such probe; blocks when it
 * cannot be read.
 */
export async function readProbe(
  t: Pick<Arrangement, 'target' | 'signal' | 'cannot' | 'noteStep'>,
  probe: string,
  names: Placeholders,
): Promise<unknown> {
  const found = t.target.messaging?.probes?.[probe]
  if (found === undefined) {
    t.cannot('not claimed', `the target file has no probe ${probe}`, lineFor(`messaging.probes.${probe}`))
  }
  const text = await noted(t, { recipe: probe, kind: 'probe', text: addressOf(found.call, names) }, () =>
    call(`probe ${probe}`, found.call, names, t.signal),
  )
  try {
    return JSON.parse(text)
  } catch {
    throw new Blocked(`the probe ${probe} did not answer with JSON`)
  }
}

/** The objects of a list, which an answer is or has in `data`; undefined where it shows no list. */
export function listOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = Array.isArray(answer) ? answer : (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) return undefined
  return list.filter((each) => typeof each === 'object' && each !== null)
}

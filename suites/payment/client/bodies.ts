import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { FixtureContext } from '../define.ts'

export type BodyKind = 'mobile' | 'card' | 'qr'

/** The creation body of the target file with a reference of its own and the given members in place of its own. */
export function validBody(t: FixtureContext, kind: BodyKind, members: JsonObject = {}): JsonObject {
  const given = t.service.bodies?.[kind]
  if (given === undefined) t.abortUnexercised('not claimed', `the target file shows no valid ${kind} creation`)
  return merged({ ...structuredClone(given), reference: t.fresh('Ref') }, members)
}

/** Objects are merged member by member; `undefined` takes a member away; everything else replaces. */
export function merged(base: JsonObject, members: JsonObject): JsonObject {
  const result: JsonObject = { ...base }
  for (const [name, value] of Object.entries(members)) {
    const before = result[name]
    if (value === undefined) delete result[name]
    else if (isObject(before) && isObject(value)) result[name] = merged(before, value)
    else result[name] = value
  }
  return result
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Limits: the most characters that an Idempotency-Key has. */
export const LONGEST = 255

/** Signs that a header may hold between its letters. */
export const SIGNS = 'a.b:c/d+e=f~g '

/** An Idempotency-Key of its own, padded to a length where one is wanted. */
export function freshKey(t: FixtureContext, length?: number): string {
  const key = t.fresh('key')
  return length === undefined ? key : key.padEnd(length, 'k')
}

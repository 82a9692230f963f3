import fc from 'fast-check'
import { MALFORMED } from '../../../generators/formats.ts'
import type { Property } from '../../shared/generated/property.ts'
import { liveKey, read, refresh } from '../client/api.ts'
import { refusal } from '../client/refusal.ts'
import type { CheckContext } from '../define.ts'
import { untroubled } from './sending.ts'

interface PathId {
  readonly id: string
  readonly isUuid: boolean
  readonly operation: 'read' | 'refresh'
}

const operation = fc.constantFrom<PathId['operation'][]>('read', 'refresh')
const HEX = /[0-9a-f]/gi

/** Texts that no parser of UUIDs takes, however lenient: too short, too long, or with a letter that is no hex digit. */
const strange: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...(MALFORMED.uuid ?? [])),
  fc.stringMatching(/^[g-z][a-z0-9_-]{0,40}$/),
  fc.tuple(fc.uuid(), fc.nat({ max: 31 }), fc.constantFrom('g', 'x', 'Z', 'O')).map(([id, at, letter]) => {
    let seen = -1
    return id.replace(HEX, (digit) => {
      seen += 1
      return seen === at ? letter : digit
    })
  }),
  fc.constantFrom('0', '-1', '1e3', 'null', 'undefined', 'a b', 'x'.repeat(60)),
  fc.constantFrom('ü', '😀', 'é1', '名前', 'اسم'),
)

/** Endpoints: a path id that is no UUID gives INVALID_ID; Errors › Not found: one that names nothing RESOURCE_NOT_FOUND. */
export async function pathIds(t: CheckContext): Promise<Property<PathId>> {
  return {
    values: () =>
      fc.oneof(
        { arbitrary: fc.record({ id: strange, isUuid: fc.constant(false), operation }), weight: 3 },
        { arbitrary: fc.record({ id: fc.uuid({ version: 4 }), isUuid: fc.constant(true), operation }), weight: 1 },
      ),
    async attempt({ id, isUuid, operation: asked }, found) {
      const ask = asked === 'read' ? read : refresh
      const answer = await ask(t, liveKey(t), id, `generated id ${id.length > 60 ? `of ${id.length} characters` : id}`)
      untroubled(answer, found)
      if (isUuid) found.judge(`pay.id.missing-${asked}`, answer, refusal(['404 RESOURCE_NOT_FOUND']))
      else found.judge(`pay.id.invalid-${asked}`, answer, refusal(['400 INVALID_ID']))
    },
  }
}

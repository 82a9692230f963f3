import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import type { Places } from './callback-inbox.ts'
import type { Course } from './course.ts'

/** One for each place: what is signed with the other one shows, and so does what decodes hex digits first. */
export const SECRETS = { first: 'assay callback secret', second: 'a55a0c0de15a5ec2e7f0e1d2c3b4a596' } as const

/** The second callback_url, with its secret. */
export function toSecond({ secret }: Course, { second }: Places): JsonObject {
  const own = secret === 'none' ? {} : { callback_secret: secret === 'null' ? null : SECRETS.second }
  return { callback_url: second.url, ...own }
}

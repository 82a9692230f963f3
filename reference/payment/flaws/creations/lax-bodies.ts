import type { JsonObject } from '../../domain/payment.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** A reader that takes what JSON it is given, and of other texts what one of its own makes of them. */
const lax = (title: string, own: (text: string) => unknown): Flaw =>
  flaw(title, ['pay.validation.malformed-json'], {
    reads: (text) => {
      try {
        return JSON.parse(text)
      } catch {
        return own(text)
      }
    },
  })

/** The members of a form; those of an object have its name before theirs. */
function membersOf(form: string): JsonObject {
  const members: JsonObject = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
    if (outer === undefined || inner === undefined) members[name] = name === 'amount' ? Number(value) : value
    else members[outer] = { ...(members[outer] as JsonObject | undefined), [inner]: value }
  }
  return members
}

/** Bodies that are no JSON, and are taken for it. */
export const laxBodyFlaws: Record<string, Flaw> = {
  'single-quotes-taken': lax('Texts of a body may stand in single quotes', (text) =>
    JSON.parse(text.replaceAll("'", '"')),
  ),
  'nan-taken': lax('An amount may be NaN, which is below nothing', (text) =>
    JSON.parse(text.replace(/:NaN\b/, ':500')),
  ),
  'form-taken': lax('A form is taken for JSON', (text) => (/^\w+=/.test(text) ? membersOf(text) : JSON.parse(text))),
  'end-missing-taken': lax('A body may lack its end', (text) => JSON.parse(`${text.replace(/,\s*$/, '')}}`)),
}

import { type Exchange, json, type Matcher, matcher, no, ok, valueAt } from 'assay-conformance/kit'
import { type ErrorCode, libraryErrors } from '../contract/errors.ts'

/** A refusal by a row of the table: its status and its code together. No answer at all is none. */
export function refusal(code: ErrorCode): Matcher<Exchange> {
  const { status } = libraryErrors[code]
  return matcher(`${status} ${code}`, ({ response, fault }) => {
    if (response === undefined) return no(`no answer (${fault?.message})`)
    const got = valueAt(json(response), '/code')
    if (response.status === status && got === code) return ok
    return no(`${response.status} ${typeof got === 'string' ? got : '(no code)'}`)
  })
}

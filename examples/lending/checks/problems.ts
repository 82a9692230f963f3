import {
  type Check,
  type Exchange,
  header,
  isText,
  json,
  type Matcher,
  matcher,
  no,
  ok,
  show,
  subjectOf,
  Tally,
  valueAt,
} from 'assay-conformance/kit'
import { libraryErrors } from '../contract/errors.ts'
import { defineRule } from '../define.ts'

const statuses: Readonly<Record<string, { readonly status: number } | undefined>> = libraryErrors

/** A problem document that agrees with its response, and whose code stands in the table beside its status. */
const problem: Matcher<Exchange> = matcher(
  'a problem with type, title, its status and a code of the table',
  (answer) => {
    const type = header(answer.response?.headers ?? [], 'Content-Type') ?? ''
    if (!/^application\/problem\+json\s*(;|$)/i.test(type)) return no(`the media type ${show(type)}`)
    const body = json(answer.response)
    const missing = ['type', 'title', 'code'].find((name) => !isText.test(valueAt(body, `/${name}`)).ok)
    if (missing !== undefined) return no(`no ${missing}`)
    const said = valueAt(body, '/status')
    if (said !== answer.response?.status) return no(`status ${show(said)} in a response of ${answer.response?.status}`)
    const code = String(valueAt(body, '/code'))
    return statuses[code]?.status === said ? ok : no(`${show(code)} at ${said}`)
  },
)

export const problems: readonly Check[] = [
  // Resources › Problem: judged on every error of the run, whichever check met it.
  defineRule({
    id: 'lib/problems/documents',
    title: 'Errors are problem documents with a code of the table and a detail',
    covers: ['lib.error.problem', 'lib.error.detail'],
    run: async (t) => {
      const shape = new Tally(t, 'lib.error.problem', problem.expected)
      const detail = new Tally(t, 'lib.error.detail', 'a detail')
      for (const each of t.exchanges()) {
        if (each.service !== 'library' || (each.response?.status ?? 0) < 400) continue
        shape.test(subjectOf(each), each, problem, each)
        detail.test(subjectOf(each), each, isText, valueAt(json(each.response), '/detail'))
      }
      for (const tally of [shape, detail]) tally.close('no request was answered with an error in this run')
    },
  }),
]

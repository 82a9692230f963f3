import { count, list, mapOf, object, text } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'

const counts = mapOf(count())
const texts = list(text())

const operation = object({
  service: text(),
  operation: text(),
  requests: count(),
  statuses: mapOf(count(), { description: 'Answers by status.' }),
  unseenStatuses: list(text(), { description: 'Described and not seen: `402`, `2XX`.' }),
  enums: mapOf(counts, { description: 'By place, `request /type`, to how often each of its values was seen.' }),
  keywords: object({
    seen: mapOf(object({ met: count(), broken: count() }), {
      description: 'By place and keyword, `request /amount minimum`: how often it was met and broken.',
    }),
    unseen: texts,
  }),
})

const rows = object({ seen: counts, unseen: texts })

/** JSON Schema of what a report says about the descriptions. */
export const coverage = object(
  {
    operations: list(operation),
    errorRows: mapOf(rows, {
      description:
        'Rows of error tables by service, for documents that have them: error codes with the status of their row.',
    }),
  },
  {},
  { description: 'What of the interface descriptions the run has seen.' },
)

/** What of one endpoint's description a run has seen. */
export type OperationCoverage = Static<typeof operation>
/** What of one document's error tables a run has seen. */
export type RowCoverage = Static<typeof rows>
/** What of the descriptions a run has seen. */
export type Coverage = Static<typeof coverage>

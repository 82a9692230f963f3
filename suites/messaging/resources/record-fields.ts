import type { Check } from '../../../kit/check/check.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { Tally } from '../../../kit/check/verdicts/tally.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { any, equals, type Matcher } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { isSuccess, record, records } from '../client/answers.ts'
import { APP_CREATE, APP_READ, CAMPAIGN, SENDERS, WORKSPACES } from '../client/api.ts'
import { neverNull } from '../client/nulls.ts'
import { OBSERVED } from '../client/observed.ts'
import { type Claim, defineRule } from '../define.ts'
import { appFields, campaignFields, type Field, isOf, senderFields, workspaceFields } from './records.ts'

interface Table {
  readonly name: string
  readonly what: string
  readonly operations: readonly string[]
  readonly fields: readonly Field[]
  /** What has to be claimed for an answer to show one, where that is not the service alone. */
  readonly observes?: readonly Claim[]
  /** The records that an answer shows. */
  readonly of: (exchange: Exchange) => readonly JsonObject[]
}

const single =
  (fields: readonly Field[]) =>
  (exchange: Exchange): readonly JsonObject[] => {
    const one = record(exchange)
    return isOf(fields, one) ? [one] : []
  }

const listed = (exchange: Exchange): readonly JsonObject[] => records(exchange) ?? []

const tables: readonly Table[] = [
  { name: 'sender', what: 'sender', operations: [SENDERS], fields: senderFields, of: listed },
  {
    name: 'app',
    what: 'developer app',
    operations: [APP_CREATE, APP_READ],
    fields: appFields,
    observes: OBSERVED.app,
    of: single(appFields),
  },
  { name: 'workspace', what: 'workspace', operations: [WORKSPACES], fields: workspaceFields, of: listed },
  {
    name: 'campaign',
    what: 'campaign',
    operations: [CAMPAIGN],
    fields: campaignFields,
    observes: OBSERVED.campaign,
    of: single(campaignFields),
  },
]

function expectedOf({ kind, nullable, required, mayLack }: Field, all: readonly unknown[]): Matcher<unknown> {
  if (nullable === true) return any(kind, equals(null))
  return required === true || mayLack === true ? kind : neverNull(kind, all)
}

/** Absent, or null where there may be nothing to show: then it says no more than absence. */
function isLeftOut({ required, mayLack }: Field, value: unknown): boolean {
  return required !== true && (value === undefined || (value === null && mayLack === true))
}

const ofField = (table: Table, field: Field): Check =>
  defineRule({
    id: `msg/records/${table.name}-${field.name.replaceAll('_', '-')}`,
    title: `${field.name} of a ${table.what} has its type`,
    covers: [field.covers],
    ...(table.observes && { observes: table.observes }),
    run: async (t) => {
      const shown = t.exchanges().filter((each) => table.operations.includes(each.operation) && isSuccess(each))
      const seen = shown.flatMap((each) => table.of(each).map((one) => one[field.name]))
      const expected = expectedOf(field, seen)
      const tally = new Tally(t, field.covers, expected.expected)
      for (const each of shown) {
        for (const one of table.of(each)) {
          if (!isLeftOut(field, one[field.name]))
            tally.test(`${field.name} in ${subjectOf(each)}`, each, expected, one[field.name])
        }
      }
      tally.close(
        field.required === true || seen.length === 0
          ? `no ${table.what} with ${field.name} was seen in this run`
          : {
              observation: `in none of the ${seen.length} times that a check was shown a ${table.what} it has ${field.name}`,
              evidence: shown,
            },
      )
    },
  })

// Resources: Sender, Developer app, Workspace and Campaign, row by row, over every answer that shows one.
export const recordFields: readonly Check[] = tables.flatMap((table) =>
  table.fields.map((field) => ofField(table, field)),
)

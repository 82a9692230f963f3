import { PHASES, type Phase } from '../../check/order/phases.ts'
import { count, list, mapOf, number, object, text } from '../../schema/build.ts'
import type { Schema, Static } from '../../schema/schema.ts'
import { why } from './judged.ts'

const priced = object(
  {
    usual: count({ description: 'Of a target that keeps its promises.' }),
    most: count({
      description:
        'Of any: one that takes what it has to refuse, or is asked further about what it breaks, comes to more.',
    }),
  },
  { wanted: count({ description: 'What would usually be used of a budget that had no end, where it has less.' }) },
)

const phases = Object.fromEntries(PHASES.map(({ name }) => [name, number()])) as Record<Phase, Schema<number>>

const time = object(
  { begins: number(), ends: number() },
  { after: text({ description: 'The check that it waits for the end of.' }) },
)

const excluded = object({
  why,
  reason: text(),
  line: text({
    description: 'The line of the target file, or the flag, that changes it; lines where it needs several.',
  }),
  checks: list(text()),
})

export const plan = object(
  {
    selected: list(text(), { description: 'Ids of the checks that were to run.' }),
    excluded: list(excluded, { description: 'Checks that were not to run, together where they have one reason.' }),
    requests: mapOf(priced, {
      description:
        'By name of a key, its service in front, which stands for all keys of that name, `none` for requests without a key.',
    }),
    keys: mapOf(count(), { description: 'How many keys stand for a name that is a list.' }),
    spends: mapOf(priced, { description: 'By name of a budget. `most` is no more than the target file allows.' }),
    generated: count({ description: 'Requests with generated values, each of which may cause what a budget counts.' }),
    permissions: list(object({ name: text(), notice: text() }), {
      description: 'Those that a selected check makes use of, each with what a run does because of it.',
    }),
    forecast: object(
      {
        seconds: number(),
        limiterSeconds: number({ description: 'Of these, what goes by the limiter of each key alone.' }),
        phases: object(phases),
      },
      {
        checks: mapOf(time, {
          description: 'When each check would usually be under way, in seconds from the first, by its id.',
        }),
      },
      { description: 'How long it would usually take, in seconds.' },
    ),
  },
  {
    mayWait: number({
      description:
        'Seconds for which it waits at a time for an outcome, its event, and that event once more where it was refused, none of which comes, beyond the forecast; absent where it waits for none.',
    }),
    largestAmount: object(
      { amount: number(), from: text({ description: 'Where in the target file it stands.' }) },
      { currency: text() },
      { description: 'The largest amount that is asked for.' },
    ),
  },
  { description: 'What the run was priced at before anything was sent.' },
)

/** The plan of a run as its report keeps it: target and depth stand elsewhere in it, titles with the checks. */
export type ReportedPlan = Static<typeof plan>

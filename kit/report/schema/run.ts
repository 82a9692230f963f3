import { boolean, choice, count, list, literal, mapOf, number, object, text } from '../../schema/build.ts'
import type { Static } from '../../schema/schema.ts'

const texts = list(text())
const instant = text({ format: 'date-time' })

export const suite = object(
  {
    name: literal('assay'),
    version: text(),
    catalogue: object({
      requirements: count(),
      sha256: text({
        pattern: '^[0-9a-f]{64}$',
        description: 'Over ids, levels and sentences: two reports with one digest judged the same statements.',
      }),
    }),
  },
  { command: text({ description: 'The command that ran it, as people type it; absent where none did.' }) },
)

export const run = object(
  {
    id: text({ description: 'In every reference and key that the run made up.' }),
    seed: count(),
    startedAt: instant,
    endedAt: instant,
    seconds: object(
      { total: number(), working: number(), waiting: number() },
      {},
      {
        description:
          '`working`: at least one request under way. `waiting`: the rest, for the limiter, for webhooks, for outcomes. `total`: both; of a merged run, while at least one shard ran.',
      },
    ),
    depth: choice(['quick', 'standard', 'deep']),
    certify: boolean(),
    only: texts,
    skip: texts,
  },
  {
    stopped: choice(['interrupt', 'time', 'bail', 'gone', 'flood'], {
      description:
        'Present where the run ended before its checks did: somebody stopped it, its time was over, it was to end with the first failure, a service went away, or the target sent more than a run can keep.',
    }),
    failOn: choice(['warn'], { description: 'Present where warnings were to count as failures.' }),
    minExercised: number({
      description:
        'Share of the statements that was to be exercised at least, 0 to 1; absent where none was asked for.',
    }),
    uncertified: text({
      description: 'Why a certification that came to its end has sealed no bundle; absent where it has, and elsewhere.',
    }),
    because: text({ description: 'What of the target ended it, in one clause; absent where nothing did.' }),
    suspects: list(text(), {
      description: 'Ids of the exchanges that a service may have gone away by, the likeliest first.',
    }),
    shard: object(
      { index: count({ description: 'From 1.' }), of: count(), ownKeys: boolean() },
      {},
      { description: 'Present where other runs ask the rest; ids of messages begin with its number.' },
    ),
    merged: list(text(), { description: 'Ids of the runs of shards that it was merged from, in their order.' }),
  },
)

const pace = object(
  { requests: count(), windowMs: number() },
  {},
  { description: 'What the run allowed itself on one key: so many requests in any window of so many milliseconds.' },
)

const webhooks = object(
  {
    signatureHeader: text(),
    signatureClaim: text({ description: 'The claim with which a signature is verified.' }),
    reachedBy: text({ description: 'The claim without which nothing arrives.' }),
    caused: object(
      { budget: text(), webhook: text() },
      {},
      { description: 'The budget of what brings webhooks about, and what those are called.' },
    ),
    inboxes: text({ description: 'Pattern of the names of its inboxes.' }),
    awaitedBy: text({ description: 'Pattern of the ids of requirements that wait for its webhooks.' }),
  },
  { timestampHeader: text({ description: 'With the time of sending, Unix seconds.' }) },
)

export const service = object(
  {
    id: text({ description: 'Names it in the target, in coverage and exchanges, and before the names of its keys.' }),
    prefix: text({ description: 'What the ids of its requirements and checks begin with.' }),
    title: text(),
    pace,
  },
  {
    examplePath: text({ description: 'A path that its base URL is followed by.' }),
    reached: choice(['by requests', 'by events', 'served'], {
      description: 'How the party that is judged is reached; by requests when absent.',
    }),
    webhooks,
  },
)

export const target = object(
  {
    name: text(),
    environment: choice(['local', 'test', 'production']),
    timeScale: number(),
    baseUrls: mapOf(text(), { description: 'By id of a service.' }),
    claims: list(text(), { description: 'What the target file names, by path; never a value.' }),
    allow: object(
      {
        budgets: mapOf(count(), { description: 'What a run may cause at most, by name.' }),
        limits: mapOf(number(), { description: 'The largest values that requests may name, by name.' }),
        permissions: mapOf(boolean(), { description: 'What may be done that does not go away by itself, by name.' }),
      },
      { generated: count({ description: 'Requests with generated values.' }) },
    ),
  },
  {
    webhooks: object(
      { deliveryWithin: number() },
      { retryWithin: number() },
      { description: 'Seconds within which events come, and are sent again where the target file says so.' },
    ),
  },
)

export const outcome = object({
  exitCode: choice([0, 1, 3, 4, 5], {
    description:
      'Of the run itself: the command ends with `gate.exitCode` where there is a gate. 5 where the target is not there; 2 (usage, target file) ends a run before there is a report.',
  }),
  headline: choice(['conformant', 'nothing broken', 'not conformant', 'inconclusive', 'no target', 'suite fault'], {
    description:
      '`conformant`: every must that can be seen was exercised or is inapplicable, and none is broken. `nothing broken`: none of those that were exercised is.',
  }),
  because: text({ description: 'Why, as half a sentence; empty where the headline says it all.' }),
})

export const cost = object(
  {
    requests: mapOf(count(), { description: 'Sent, by name of a key; `none` for those without one.' }),
    spends: mapOf(count(), {
      description: 'What was used of each budget by its name, requests with generated values (`generated`) among them.',
    }),
    unexpected429: count({ description: '429 answers outside the checks of the rate limit.' }),
    waitedSeconds: number({ description: 'For the limiter, summed over requests.' }),
    longestWaitSeconds: number(),
  },
  {
    refused: mapOf(count(), {
      description:
        'How much of the budgets went to requests that were refused or sent elsewhere: they need have made nothing.',
    }),
    stoodStillSeconds: number({
      description:
        'How long the judging process stood still in all, as on a machine that is busy: answers were read that much later. Absent below 1 s.',
    }),
    presence: count({
      description:
        'How often a service was asked, without a key, whether it is there: before everything else, and where nothing was sent to it for a while. Not among the requests.',
    }),
  },
  { description: 'What the run came to.' },
)

export type SuiteIdentity = Static<typeof suite>
export type ReportedTarget = Static<typeof target>
export type ReportedService = Static<typeof service>
export type ReportedCost = Static<typeof cost>
export type Outcome = Static<typeof outcome>
export type ReportedExitCode = Outcome['exitCode']

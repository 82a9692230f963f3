import { ELSEWHERE, shardNote } from '../../plan/shards.ts'
import type { Coverage, OperationCoverage, RowCoverage } from '../coverage/schema.ts'
import type { Report, ReportedTarget } from '../report.ts'
import type { ReportedPlan } from '../schema/plan.ts'
import type { ReportedCost } from '../schema/run.ts'

type Counts = Readonly<Record<string, number>>

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

const keysOf = (records: readonly object[]): readonly string[] => [...new Set(records.flatMap(Object.keys))]

/** The values of one name in several records, where they have it. */
const valuesAt = <T>(records: readonly Readonly<Record<string, T>>[], name: string): readonly T[] =>
  records.flatMap((each) => {
    const value = each[name]
    return value === undefined ? [] : [value]
  })

/** Records of one shape as one, name by name. */
const joined = <T, R>(records: readonly Readonly<Record<string, T>>[], join: (own: readonly T[]) => R) =>
  Object.fromEntries(keysOf(records).map((name) => [name, join(valuesAt(records, name))] as const))

const summed = (records: readonly Counts[]): Record<string, number> => joined(records, sumOf)

const inAll = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].filter((each) => lists.every((own) => own.includes(each)))

/** The plan of all shards: what each would do, and the time of the longest. */
export function mergedPlan(plans: readonly ReportedPlan[]): ReportedPlan {
  const priced = (records: readonly ReportedPlan['requests'][]): ReportedPlan['requests'] =>
    joined(records, (own) => ({
      usual: sumOf(own.map(({ usual }) => usual)),
      most: sumOf(own.map(({ most }) => most)),
    }))
  const selected = new Set(plans.flatMap((each) => each.selected))
  const [longest] = plans.toSorted((a, b) => b.forecast.seconds - a.forecast.seconds)
  const [largest] = plans.flatMap(({ largestAmount }) => largestAmount ?? []).toSorted((a, b) => b.amount - a.amount)
  const waits = plans.flatMap(({ mayWait }) => mayWait ?? [])
  const permissions = new Map(plans.flatMap((each) => each.permissions.map((own) => [own.name, own] as const)))
  const [first] = plans
  if (first === undefined || longest === undefined) throw new RangeError('there is no plan to merge')
  return {
    ...first,
    selected: [...selected],
    excluded: mergedExclusions(plans, selected),
    requests: priced(plans.map(({ requests }) => requests)),
    keys: joined(
      plans.map(({ keys }) => keys),
      (own) => Math.max(...own),
    ),
    spends: priced(plans.map(({ spends }) => spends)),
    generated: sumOf(plans.map(({ generated }) => generated)),
    permissions: [...permissions.values()],
    forecast: longest.forecast,
    ...(largest === undefined ? {} : { largestAmount: largest }),
    ...(waits.length === 0 ? {} : { mayWait: Math.max(...waits) }),
  }
}

/** Checks that no shard was to ask, for the reason of the shard whose they were. */
function mergedExclusions(plans: readonly ReportedPlan[], selected: ReadonlySet<string>): ReportedPlan['excluded'] {
  const known = new Map<string, ReportedPlan['excluded'][number]>()
  const told = new Set<string>()
  for (const each of plans.flatMap(({ excluded }) => excluded).filter(({ reason }) => reason !== ELSEWHERE)) {
    const { checks, ...rest } = each
    const fresh = checks.filter((id) => !selected.has(id) && !told.has(id))
    for (const id of fresh) told.add(id)
    const key = JSON.stringify(rest)
    if (fresh.length > 0) known.set(key, { ...rest, checks: [...(known.get(key)?.checks ?? []), ...fresh] })
  }
  return [...known.values()]
}

export function mergedCost(costs: readonly ReportedCost[]): ReportedCost {
  const refused = costs.flatMap((each) => (each.refused === undefined ? [] : [each.refused]))
  const stalled = sumOf(costs.map(({ stoodStillSeconds = 0 }) => stoodStillSeconds))
  return {
    requests: summed(costs.map(({ requests }) => requests)),
    spends: summed(costs.map(({ spends }) => spends)),
    ...(refused.length === 0 ? {} : { refused: summed(refused) }),
    unexpected429: sumOf(costs.map(({ unexpected429 }) => unexpected429)),
    waitedSeconds: sumOf(costs.map(({ waitedSeconds }) => waitedSeconds)),
    longestWaitSeconds: Math.max(...costs.map(({ longestWaitSeconds }) => longestWaitSeconds)),
    ...(stalled === 0 ? {} : { stoodStillSeconds: stalled }),
    presence: sumOf(costs.map(({ presence = 0 }) => presence)),
  }
}

/** What of the descriptions the shards have seen together. */
export function mergedCoverage(all: readonly Coverage[]): Coverage {
  const operations = (all[0]?.operations ?? []).map(({ service, operation }) =>
    mergedOperation(
      all.flatMap((each) => each.operations.filter((own) => own.service === service && own.operation === operation)),
    ),
  )
  return {
    operations,
    errorRows: joined(
      all.map(({ errorRows }) => errorRows),
      mergedRows,
    ),
  }
}

function mergedOperation(all: readonly OperationCoverage[]): OperationCoverage {
  const [first] = all
  if (first === undefined) throw new RangeError('there is no endpoint to merge')
  const seen = all.map(({ keywords }) => keywords.seen)
  return {
    ...first,
    requests: sumOf(all.map(({ requests }) => requests)),
    statuses: summed(all.map(({ statuses }) => statuses)),
    unseenStatuses: inAll(all.map(({ unseenStatuses }) => unseenStatuses)),
    enums: joined(
      all.map(({ enums }) => enums),
      summed,
    ),
    keywords: {
      seen: Object.fromEntries(
        Object.entries(
          joined(seen, (own) => ({
            met: sumOf(own.map(({ met }) => met)),
            broken: sumOf(own.map(({ broken }) => broken)),
          })),
        ).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      unseen: inAll(all.map(({ keywords }) => keywords.unseen)),
    },
  }
}

const mergedRows = (all: readonly RowCoverage[]): RowCoverage => ({
  seen: summed(all.map(({ seen }) => seen)),
  unseen: inAll(all.map(({ unseen }) => unseen)),
})

/** The target with what its shards were allowed together. */
export function mergedTarget(targets: readonly ReportedTarget[]): ReportedTarget {
  const [first] = targets
  if (first === undefined) throw new RangeError('there is no target to merge')
  const generated = targets.flatMap(({ allow }) => allow.generated ?? [])
  return {
    ...first,
    allow: {
      ...first.allow,
      budgets: summed(targets.map(({ allow }) => allow.budgets)),
      ...(generated.length === 0 ? {} : { generated: sumOf(generated) }),
    },
    claims: [...new Set(targets.flatMap(({ claims }) => claims))],
  }
}

/** Notes of all shards; those that not all of them have say whose they are. */
export function mergedNotes(reports: readonly Report[]): string[] {
  const own = new Set(reports.flatMap(({ run }) => (run.shard === undefined ? [] : [shardNote(run.shard)])))
  const notes = reports.map((each) => each.notes.filter((note) => !own.has(note)))
  const merged = `merged from ${reports.length} shards: runs ${reports.map(({ run }) => run.id).join(', ')}`
  const told = [...new Set(notes.flat())].map((note) => {
    const having = reports.flatMap(({ run }, index) => (notes[index]?.includes(note) ? [run.shard?.index ?? 0] : []))
    return having.length === reports.length ? note : `shard ${having.join(', ')}: ${note}`
  })
  return [merged, ...told]
}

import type { Report } from '../report.ts'

/** Reports that are no shards of one run. The message says which, and in what. */
export class MergeRefused extends Error {
  override readonly name = 'MergeRefused'
}

/** A report with what tells it from the others in messages. */
export interface NamedReport {
  readonly name: string
  readonly report: Report
}

/** What has to be the same in all of them, as it stands in messages. */
const SAME: readonly (readonly [what: string, of: (report: Report) => unknown])[] = [
  ['target', ({ target }) => target.name],
  ['base URLs', ({ target }) => target.baseUrls],
  ['environment', ({ target }) => target.environment],
  ['time scale', ({ target }) => target.timeScale],
  ['services', ({ services }) => services.map(({ id }) => id)],
  ['version of assay', ({ suite }) => suite.version],
  ['catalogue', ({ suite }) => suite.catalogue.sha256.slice(0, 12)],
  ['seed', ({ run }) => run.seed],
  ['depth', ({ run }) => run.depth],
  ['--only', ({ run }) => run.only],
  ['--skip', ({ run }) => run.skip],
  ['--fail-on', ({ run }) => run.failOn],
  ['--min-exercised', ({ run }) => run.minExercised],
  ['number of shards', ({ run }) => run.shard?.of],
  ['--own-keys', ({ run }) => run.shard?.ownKeys],
  ['permissions', ({ target }) => target.allow.permissions],
]

/**
 * The reports in the order of their shards.
 * @throws MergeRefused unless each shard of one run is there, once
 */
export function inOrderOfShards(all: readonly NamedReport[]): readonly NamedReport[] {
  for (const { name, report } of all) {
    const { shard, merged } = report.run
    if (merged !== undefined) throw new MergeRefused(`${name}: is merged already; name the reports of the shards`)
    if (shard === undefined) throw new MergeRefused(`${name}: is no report of a shard; run --shard writes those`)
    if (shard.index < 1 || shard.index > shard.of)
      throw new MergeRefused(`${name}: there is no shard ${shard.index} of ${shard.of}`)
  }
  const [first, ...others] = all.toSorted((a, b) => indexOf(a) - indexOf(b))
  if (first === undefined) throw new MergeRefused('no report is named')
  for (const [what, of] of SAME) {
    const odd = others.find(({ report }) => told(of(report)) !== told(of(first.report)))
    if (odd !== undefined)
      throw new MergeRefused(
        `${odd.name}: differs from ${first.name} in ${what}: ${told(of(odd.report))} instead of ${told(of(first.report))}`,
      )
  }
  const inOrder = [first, ...others]
  for (const [at, each] of others.entries()) {
    const before = inOrder[at]
    if (before !== undefined && indexOf(before) === indexOf(each))
      throw new MergeRefused(`${before.name}, ${each.name}: both are of shard ${indexOf(each)}; name one of them`)
  }
  const { of = 1 } = first.report.run.shard ?? {}
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter(
    (at) => !all.some((each) => indexOf(each) === at),
  )
  if (missing.length > 0)
    throw new MergeRefused(`shard ${missing.join(', ')} of ${of} is missing; name the reports of all shards`)
  return inOrder
}

const indexOf = ({ report }: NamedReport): number => report.run.shard?.index ?? 0

const told = (value: unknown): string => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
}

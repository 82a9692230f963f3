import { resolve } from 'node:path'
import { MergeRefused, type NamedReport } from '../../kit/report/merged/fitting.ts'
import { mergedReport } from '../../kit/report/merged/merged.ts'
import type { Report } from '../../kit/report/report.ts'
import { suiteIdentity } from '../../kit/report/suite.ts'
import { type Assembly, sectionsOf } from '../assembly.ts'
import { suitesNamed } from '../certificate/bundle-file.ts'
import { readBaseline } from '../files/baseline.ts'
import { keptReports } from '../run/kept/find.ts'
import { type KeepFlags, keeping } from '../run/kept/keeping.ts'
import type { About } from '../run/kept/kept-run.ts'
import { isTargetKnown } from '../run/kept/known-target.ts'
import { namedRun, reportNamed } from '../run/kept/named-run.ts'
import { STDOUT } from '../run/output/destinations.ts'
import { type PublishFlags, publish } from '../run/output/publish.ts'
import { assertWritable, filesOf } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface MergeFlags extends PublishFlags, KeepFlags {}

/**
 * Makes one report of those of all shards of a run, and tells, writes and keeps it as a run does. Gives back its exit code.
 * @throws UsageError unless each shard of one run is there, once
 */
export async function merge(paths: readonly string[], flags: MergeFlags, assembly: Assembly): Promise<number> {
  assertWritable(flags)
  const cwd = process.cwd()
  const read = await Promise.all(paths.map(async (each) => resolve((await namedRun(each, assembly, cwd)).path)))
  for (const [flag, file] of Object.entries(filesOf(flags)))
    if (file !== undefined && file !== STDOUT && read.includes(resolve(file)))
      throw new UsageError(`--${flag} ${file}: is the report of a shard; name another file`)
  if (flags.baseline !== undefined) await readBaseline(flags.baseline)
  const named: NamedReport[] = []
  for (const path of paths) named.push({ name: path, report: await reportNamed(path, assembly, cwd) })
  const report = merged(named, assembly)
  // What is in reports is redacted, and whoever wrote the baseline reads it here.
  const record = { text: (text: string) => text, signed: (name: string) => name }
  const placing = await shardFlags(report, assembly, cwd)
  return publish({ report, record }, flags, {
    keep: keeping({ ...placing, ...flags }, assembly, cwd),
    ...(isTargetKnown(report, placing, assembly, cwd) ? {} : { replayWith: UNPLACED }),
  })
}

/** How a command that asks again names the target, where nothing here says which file it was. */
const UNPLACED = ' --config <its target file>'

/** The flags by which a shard that is kept here named its target: what is merged is of the same. */
async function shardFlags({ run }: Report, assembly: Assembly, cwd: string): Promise<About['flags']> {
  const shards = (await keptReports(assembly, cwd)).filter(
    ({ report }) => report.run.shard !== undefined && run.merged?.includes(report.run.id) === true,
  )
  return shards[0]?.about?.flags ?? {}
}

function merged(named: readonly NamedReport[], assembly: Assembly): Report {
  const ids = named[0]?.report.services.map(({ id }) => id) ?? []
  const odd = ids.find((id) => !sectionsOf(assembly).some((section) => section.id === id))
  if (odd !== undefined)
    throw new UsageError(`${named[0]?.name}: judges by the contract ${odd}, which this ${assembly.name} does not have`)
  const contracts = suitesNamed(ids, assembly).map(({ service }) => service.contract)
  const { version, catalogue } = suiteIdentity(contracts)
  const other = named.find(({ report: { suite } }) => suite.catalogue.sha256 !== catalogue.sha256)
  if (other !== undefined)
    throw new UsageError(
      `${other.name}: was made by assay ${other.report.suite.version} with another catalogue; this is assay ${version}: merge with the one that made it`,
    )
  try {
    return mergedReport(named, contracts)
  } catch (error) {
    throw error instanceof MergeRefused ? new UsageError(error.message) : error
  }
}

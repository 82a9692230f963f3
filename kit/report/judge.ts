import { resolve } from 'node:path'
import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import { assertFitting } from '../contract/definition.ts'
import type { ServiceDefinition, Suite } from '../contract/service.ts'
import { strayPattern } from '../plan/patterns.ts'
import { preflightTarget } from '../run/preflight/preflight.ts'
import { checkedTargetFile, loadTargetFile } from '../target/file/load.ts'
import { fedFrom, resolveTarget, type Target } from '../target/target.ts'
import { judgeTarget } from './of-run.ts'
import type { Report } from './report.ts'

export interface JudgeOptions {
  readonly suites: readonly Suite[]
  /** Path of a target file, or what would stand in one. */
  readonly target: string | object
  /** What `${NAME}` stands for in it; the environment of the process when absent. */
  readonly env?: NodeJS.ProcessEnv
  /** `standard` when absent. */
  readonly depth?: Depth
  /** Decides every generated value; 1 when absent. */
  readonly seed?: number
  /** Patterns of check and requirement ids; `*` stands for any text. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** Aborting it ends the run: nothing more is sent, what was changed is undone, and the report has what there is. */
  readonly signal?: AbortSignal
  /** Ends the run so after so many seconds. */
  readonly maxTime?: number
  /** File of deliveries that another listener writes, in place of one of the run's own. */
  readonly deliveries?: string
}

/** What a run starts with. */
export interface Asked {
  readonly target: Target
  readonly services: readonly ServiceDefinition[]
  readonly checks: readonly Check[]
  readonly notes: readonly string[]
  readonly variables: ReadonlyMap<string, string>
}

/**
 * The target and the checks of the suites that it has a section for.
 * @throws TargetFileError naming every problem of the target file at once, SuiteError for suites that do not fit together,
 * RangeError for a pattern that means nothing
 */
export async function askedOf(options: JudgeOptions): Promise<Asked> {
  const { suites, target, env = process.env, only = [], skip = [], deliveries } = options
  const sections = suites.map(({ service }) => service.section)
  const isPath = typeof target === 'string'
  const read = isPath ? await loadTargetFile(target, env, sections) : checkedTargetFile('target', target, env, sections)
  const { file, secrets, variables, notes } = read
  const resolved = resolveTarget(file, { sections, secrets, ...(isPath ? { configPath: resolve(target) } : {}) })
  const judged = suites.filter(({ service }) => resolved.services[service.contract.id] !== undefined)
  const checks = (await Promise.all(judged.map((suite) => suite.checks()))).flat()
  const services = judged.map(({ service }) => service)
  assertFitting(services, checks)
  const stray = strayPattern({ only, skip }, checks)
  if (stray !== undefined) {
    const hint = stray.near.length === 0 ? '' : `; did you mean ${stray.near.join(', ')}?`
    throw new RangeError(
      `${stray.member}: ${stray.pattern} is no check and no requirement that the target is judged by${hint}`,
    )
  }
  const fed = deliveries === undefined ? resolved : fedFrom(resolved, deliveries)
  return { target: fed, services, checks, notes, variables }
}

/**
 * Judges a deployment in this process, from the target file to the report.
 * @throws TargetFileError for a target file that cannot be used, TargetUnreachable where nothing answers
 */
export async function judge(options: JudgeOptions): Promise<Report> {
  const asked = await askedOf(options)
  const { seed = 1, depth, only, skip } = options
  const signal = stopOf(options)
  const firstLook = await preflightTarget(
    asked.target,
    asked.services,
    AbortSignal.timeout(asked.target.timing.request * 1000),
  )
  return judgeTarget({
    ...asked,
    firstLook,
    seed,
    ...(depth && { depth }),
    ...(only && { only }),
    ...(skip && { skip }),
    ...(signal && { signal }),
  })
}

/** What ends a run before its time: the caller, or the time that it was given. */
export function stopOf({ signal, maxTime }: Pick<JudgeOptions, 'signal' | 'maxTime'>): AbortSignal | undefined {
  if (maxTime === undefined) return signal
  const over = new AbortController()
  setTimeout(() => over.abort('time'), maxTime * 1000).unref()
  return signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])
}

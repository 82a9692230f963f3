import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { variablesOf } from '../../kit/target/credentials.ts'
import { loadTargetFile } from '../../kit/target/file/load.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { fedFrom, resolveTarget, type Target, targetFromFlags } from '../../kit/target/target.ts'
import { DeliveryFile, DeliveryFileError } from '../../kit/webhooks/imported/delivery-file.ts'
import { type NetworkFlags, reachedBy } from '../options/network-flags.ts'
import { type OwnTargetFile, sections } from '../services.ts'
import { UsageError } from '../usage-error.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const DEFAULT_FILES = ['yaml', 'yml', 'json', 'ts'].map((extension) => `assay.config.${extension}`)

/** Base URLs by the ids of sections: `--payment <url>`. */
export type UrlFlags = { readonly [Id in (typeof sections)[number]['id']]?: string }

export interface TargetFlags extends NetworkFlags, UrlFlags {
  readonly config?: string
  /** File of deliveries that another listener writes. */
  readonly deliveries?: string
}

export interface ChosenTarget {
  readonly target: Target
  readonly notes: readonly string[]
  /** Secret to the name of the environment variable that the file takes it from, or would. */
  readonly variables: ReadonlyMap<string, string>
  /** Present where the reference was started for this run. */
  readonly embedded?: Embedded
}

/**
 * The target of a run: the named file, with the flags over it; else the flags; else the default file of the
 * working folder; else the embedded reference.
 * @throws TargetFileError, and UsageError for flags that do not fit
 */
export async function chooseTarget(flags: TargetFlags, folder: string, env: NodeJS.ProcessEnv): Promise<ChosenTarget> {
  const byUrl = sections.some(({ id }) => flags[id] !== undefined)
  const found = DEFAULT_FILES.find((name) => existsSync(join(folder, name)))
  if (flags.config !== undefined) return fromFile(flags.config, flags, env)
  if (byUrl) {
    const unread =
      found === undefined ? [] : [`${found} is not read beside a URL; --config ${found} takes both together`]
    return {
      target: await reached(targetFromFlags(urlsIn(flags), sections), flags),
      notes: unread,
      variables: new Map(),
    }
  }
  if (found !== undefined) return fromFile(join(folder, found), flags, env)
  if (flags.deliveries !== undefined)
    throw new UsageError(
      `--deliveries: names webhooks of a deployment; name it with ${eitherOf(['config', ...sections.map(({ id }) => id)])}`,
    )
  const embedded = await startEmbedded()
  const { secrets } = resolveReferences(embedded.file, {}, sections)
  const target = resolveTarget(embedded.file, { sections, secrets })
  const notes = ['no target is named: the embedded reference is judged']
  return { target, notes, variables: variablesOf(target, sections), embedded }
}

async function fromFile(path: string, flags: TargetFlags, env: NodeJS.ProcessEnv): Promise<ChosenTarget> {
  const loaded = await loadTargetFile(path, env, sections)
  const target = resolveTarget(over(loaded.file, flags), {
    sections,
    configPath: loaded.path,
    secrets: loaded.secrets,
  })
  const variables = new Map([...variablesOf(target, sections), ...loaded.variables])
  return { target: await reached(target, flags), notes: loaded.notes, variables }
}

async function reached(target: Target, flags: TargetFlags): Promise<Target> {
  const over = reachedBy(target, flags)
  if (flags.deliveries === undefined) return over
  await assertDeliveries(flags.deliveries)
  return fedFrom(over, flags.deliveries)
}

/** Finds out before the work, not after it. */
async function assertDeliveries(path: string): Promise<void> {
  try {
    const file = await DeliveryFile.open(path)
    await file.next().finally(() => file.close())
  } catch (error) {
    throw error instanceof DeliveryFileError ? new UsageError(`--deliveries ${error.message}`) : error
  }
}

/** `--config, --payment or --messaging`. */
const eitherOf = (flags: readonly string[]): string =>
  flags
    .map((flag) => `--${flag}`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

const urlsIn = (flags: UrlFlags): UrlFlags =>
  Object.fromEntries(sections.flatMap(({ id }) => (flags[id] === undefined ? [] : [[id, flags[id]]])))

/** The file with base URLs of flags in place of its own. */
function over(file: OwnTargetFile, flags: UrlFlags): OwnTargetFile {
  const given = sections.flatMap(({ id }) =>
    flags[id] === undefined ? [] : [[id, { ...file[id], baseUrl: flags[id] }] as const],
  )
  return { ...file, ...Object.fromEntries(given) }
}

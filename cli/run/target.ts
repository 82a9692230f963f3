import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { variablesOf } from '../../kit/target/credentials.ts'
import type { TargetFile } from '../../kit/target/file/file.ts'
import { loadTargetFile } from '../../kit/target/file/load.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import type { SectionDefinition } from '../../kit/target/section.ts'
import { fedFrom, resolveTarget, type Target, targetFromFlags } from '../../kit/target/target.ts'
import { DeliveryFile, DeliveryFileError } from '../../kit/webhooks/imported/delivery-file.ts'
import { type Assembly, type Embedded, sectionsOf } from '../assembly.ts'
import { type NetworkFlags, reachedBy } from '../options/network-flags.ts'
import { UsageError } from '../usage-error.ts'
import { type EnvironmentFlags, environmentOf } from './environment.ts'

const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']

/** Which target is meant. Beside these there is a flag for each section, named by its id, with the base URL. */
export interface TargetFlags extends NetworkFlags, EnvironmentFlags {
  readonly config?: string
  /** File of deliveries that another listener writes. */
  readonly deliveries?: string
}

export interface ChosenTarget {
  readonly target: Target
  readonly notes: readonly string[]
  /** Absolute path of its file; absent where it has none. */
  readonly config?: string
  /** Secret to the name of the environment variable that the file takes it from, or would. */
  readonly variables: ReadonlyMap<string, string>
  /** Present where the reference was started for this run. */
  readonly embedded?: Embedded
}

/** The note of a run that judged the embedded reference. */
export const OF_EMBEDDED = 'no target is named: the embedded reference is judged'

/** The target file of a folder by its usual name, where there is one. */
export const usualFile = ({ name }: Assembly, folder: string): string | undefined =>
  EXTENSIONS.map((extension) => `${name}.config.${extension}`).find((each) => existsSync(join(folder, each)))

/**
 * The target of a run: the named file, with the flags over it; else the flags; else the default file of the
 * working folder; else the embedded reference.
 * @throws TargetFileError, and UsageError for flags that do not fit
 */
export async function chooseTarget(
  flags: TargetFlags,
  assembly: Assembly,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<ChosenTarget> {
  const sections = sectionsOf(assembly)
  const urls = urlsIn(flags, sections)
  const found = usualFile(assembly, folder)
  if (flags.config !== undefined) return fromFile(flags.config, flags, sections, environmentOf(flags, folder, env))
  if (Object.keys(urls).length > 0) {
    const unread =
      found === undefined ? [] : [`${found} is not read beside a URL; --config ${found} takes both together`]
    return { target: await reached(targetFromFlags(urls, sections), flags), notes: unread, variables: new Map() }
  }
  if (found !== undefined) return fromFile(join(folder, found), flags, sections, environmentOf(flags, folder, env))
  const ways = eitherOf(['config', ...sections.map(({ id }) => id)])
  if (flags.deliveries !== undefined)
    throw new UsageError(`--deliveries: names webhooks of a deployment; name it with ${ways}`)
  if (assembly.embedded === undefined) throw new UsageError(`nothing to judge: name a deployment with ${ways}`)
  const embedded = await assembly.embedded()
  const file = embedded.file as TargetFile
  const { secrets } = resolveReferences(file, {}, sections)
  const target = resolveTarget(file, { sections, secrets })
  const notes = [OF_EMBEDDED]
  return { target, notes, variables: variablesOf(target, sections), embedded }
}

async function fromFile(
  path: string,
  flags: TargetFlags,
  sections: readonly SectionDefinition[],
  env: NodeJS.ProcessEnv,
): Promise<ChosenTarget> {
  const loaded = await loadTargetFile(path, env, sections)
  const target = resolveTarget(over(loaded.file, urlsIn(flags, sections)), {
    sections,
    configPath: loaded.path,
    secrets: loaded.secrets,
  })
  const variables = new Map([...variablesOf(target, sections), ...loaded.variables])
  return { target: await reached(target, flags), notes: loaded.notes, config: loaded.path, variables }
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

/** `--config, --library or --archive`. */
const eitherOf = (flags: readonly string[]): string =>
  flags
    .map((flag) => `--${flag}`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')

/** Base URLs of flags by the ids of sections: `--library <url>`. */
const urlsIn = (flags: object, sections: readonly SectionDefinition[]): Readonly<Record<string, string>> => {
  const given = new Map(Object.entries(flags))
  return Object.fromEntries(
    sections.flatMap(({ id }) => {
      const url: unknown = given.get(memberOf(id))
      return typeof url === 'string' ? [[id, url] as const] : []
    }),
  )
}

/**
 * The flags that name a target, among others, such as another run may be given. A proxy with credentials is left out:
 * what is kept holds no secret.
 */
export function targetFlagsOf(
  flags: object,
  sections: readonly SectionDefinition[],
): Readonly<Record<string, unknown>> {
  const names = new Set(['config', 'ca', 'insecure', 'proxy', 'deliveries', ...sections.map(({ id }) => memberOf(id))])
  const isKept = ([name, value]: readonly [string, unknown]): boolean =>
    names.has(name) && value !== undefined && !(name === 'proxy' && String(value).includes('@'))
  return Object.fromEntries(Object.entries(flags).filter(isKept))
}

/** A flag as it stands among parsed ones: `parking-lot` is `parkingLot`. */
const memberOf = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The file with base URLs of flags in place of its own. */
function over(file: TargetFile, urls: Readonly<Record<string, string>>): TargetFile {
  const given = Object.entries(urls).map(
    ([id, baseUrl]) => [id, { ...(file[id] as object | undefined), baseUrl }] as const,
  )
  return { ...file, ...Object.fromEntries(given) }
}

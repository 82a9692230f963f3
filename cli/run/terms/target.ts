import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { variablesOf } from '../../../kit/target/credentials.ts'
import type { TargetFile } from '../../../kit/target/file/file.ts'
import { checkedTargetFile, loadTargetFile } from '../../../kit/target/file/load.ts'
import { resolveReferences } from '../../../kit/target/file/references.ts'
import { TargetFileError } from '../../../kit/target/file/target-file-error.ts'
import type { SectionDefinition } from '../../../kit/target/section.ts'
import { fedFrom, resolveTarget, type Target, targetFromFlags } from '../../../kit/target/target.ts'
import { DeliveryFile, DeliveryFileError } from '../../../kit/webhooks/imported/delivery-file.ts'
import { type Assembly, type Embedded, sectionsOf } from '../../assembly.ts'
import { fileKind } from '../../files/file-kind.ts'
import { type NetworkFlags, reachedBy } from '../../options/network-flags.ts'
import { UsageError } from '../../usage-error.ts'
import { type EnvironmentFlags, environmentOf } from './environment.ts'
import { memberOf, namesSection, sectionFlags, sectionsIn } from './section-flags.ts'

const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']

/** Which target is meant. Beside these there is a flag for each section, named by its id, with its base URL or what else reaches it. */
export interface TargetFlags extends NetworkFlags, EnvironmentFlags {
  readonly config?: string
  /** Ids of sections of the target file; all where absent. */
  readonly section?: readonly string[]
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
  /** Lines with which a file would say what the flags did; absent where there is a file. */
  readonly said?: readonly string[]
  /** Present where the reference was started for this run. */
  readonly embedded?: Embedded
}

const OF_A_FILE = 'names sections of a target file, and none is read here; leave it out, or add --config with the file'

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
  const found = usualFile(assembly, folder)
  if (flags.config !== undefined) return fromFile(flags.config, flags, sections, environmentOf(flags, folder, env))
  if (flags.section !== undefined && (found === undefined || namesSection(flags, sections)))
    throw new UsageError(`--section ${flags.section.join(' ')}: ${OF_A_FILE}`)
  if (namesSection(flags, sections)) {
    const unread =
      found === undefined ? [] : [`${found} is not read beside a URL; --config ${found} takes both together`]
    const { target, variables, said } = fromFlags(flags, sections, environmentOf(flags, folder, env))
    return { target: await reached(target, flags), notes: unread, variables, said }
  }
  if (found !== undefined) return fromFile(join(folder, found), flags, sections, environmentOf(flags, folder, env))
  const ways = eitherOf(['config', ...sectionFlags(sections).map(({ flag }) => flag)])
  if (flags.deliveries !== undefined) {
    const senders = sections.filter(({ reached = 'by requests' }) => reached === 'by requests').map(({ id }) => id)
    throw new UsageError(
      `--deliveries: names webhooks of a deployment; name it with ${eitherOf(['config', ...senders])}`,
    )
  }
  if (assembly.embedded === undefined) throw new UsageError(`nothing to judge: name a deployment with ${ways}`)
  const embedded = await assembly.embedded()
  const file = embedded.file as TargetFile
  const { secrets } = resolveReferences(file, {}, sections)
  const target = resolveTarget(file, { sections, secrets })
  const notes = [OF_EMBEDDED]
  return { target, notes, variables: variablesOf(target, sections), embedded }
}

/** Base URLs alone, or what else a section needs, as a target file would say it. */
function fromFlags(
  flags: TargetFlags,
  sections: readonly SectionDefinition[],
  env: NodeJS.ProcessEnv,
): Pick<ChosenTarget, 'target' | 'variables'> & Required<Pick<ChosenTarget, 'said'>> {
  const told = sectionsIn(flags, sections, env)
  const said = Object.entries(told).flatMap(([id, members]) =>
    Object.entries(members).map(([name, value]) => `${id}.${name}: ${JSON.stringify(value)}`),
  )
  if (Object.values(told).every((section) => Object.keys(section).join() === 'baseUrl')) {
    const urls = Object.fromEntries(Object.entries(told).map(([id, { baseUrl }]) => [id, baseUrl]))
    return { target: targetFromFlags(urls, sections), variables: new Map(), said }
  }
  const { file, secrets, variables } = checkedTargetFile('the command line', told, env, sections)
  return { target: resolveTarget(file, { sections, secrets }), variables, said }
}

async function fromFile(
  path: string,
  flags: TargetFlags,
  sections: readonly SectionDefinition[],
  env: NodeJS.ProcessEnv,
): Promise<ChosenTarget> {
  const beside = (named: readonly string[]) => sectionsIn(flags, sections, env, named)
  const loaded = await loadTargetFile(path, env, sections, { beside, only: flags.section }).catch(
    async (error: unknown) => {
      // What is wrong of a report, read as a target file, fills pages and helps nobody.
      const kind = error instanceof TargetFileError ? fileKind(await readFile(path, 'utf8').catch(() => '')) : undefined
      if (kind === undefined || kind === 'a target file' || kind === 'an empty file') throw error
      throw new UsageError(
        `--config ${path}: is ${kind}; a target file is needed here, which says where the deployment is and what it has: init writes one`,
      )
    },
  )
  const { file, path: configPath, secrets, leftOut } = loaded
  const target = resolveTarget(file, { sections, configPath, secrets, leftOut })
  const variables = new Map([...variablesOf(target, sections), ...loaded.variables])
  return { target: await reached(target, flags), notes: loaded.notes, config: configPath, variables }
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

/**
 * The flags that name a target, among others, such as another run may be given. A proxy with credentials is left out:
 * what is kept holds no secret.
 */
export function targetFlagsOf(
  flags: object,
  sections: readonly SectionDefinition[],
): Readonly<Record<string, unknown>> {
  const names = new Set([
    'config',
    'section',
    'ca',
    'insecure',
    'proxy',
    'deliveries',
    'dotenv',
    ...sectionFlags(sections).map(({ flag }) => memberOf(flag)),
  ])
  const isKept = ([name, value]: readonly [string, unknown]): boolean =>
    names.has(name) && value !== undefined && !(name === 'proxy' && String(value).includes('@'))
  return Object.fromEntries(Object.entries(flags).filter(isKept))
}

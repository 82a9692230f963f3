import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { baseUrlFault, isLoopback, type Listen, parseListen } from './address.ts'
import type { NetworkSettings, TargetFile, WebhookSettings } from './file/file.ts'
import { TargetFileError } from './file/target-file-error.ts'
import type { Network } from './network.ts'
import { addressMember, FLAG_MEMBERS } from './reached.ts'
import type { SectionDefinition, ServiceSection } from './section.ts'

/** The deployment under test as a run uses it: defaults applied, files read. */
export interface Target {
  readonly name: string
  readonly environment: 'local' | 'test' | 'production'
  /** How many times faster than the documents the deployment's clocks run. */
  readonly timeScale: number
  readonly allow: {
    /** What a run may cause at most, by the name of the budget. */
    readonly budgets: Readonly<Record<string, number>>
    /** The largest values that requests may name, by name; absent: what the file itself names. */
    readonly limits: Readonly<Record<string, number>>
    /** What may be done that does not go away by itself, by name. */
    readonly permissions: Readonly<Record<string, boolean>>
    /** Permissions that are given and that nothing comes of, as the section lacks what they need. */
    readonly idle?: readonly string[]
    /** Requests of checks with generated values; by environment and depth when absent. */
    readonly generated?: number
  }
  /** By the id of their contracts, in reading order. Base URLs without trailing slash. */
  readonly services: Readonly<Record<string, ServiceSection>>
  /** Sections that its file has beside these and that a run was told to leave out; absent where there are none. */
  readonly leftOut?: readonly string[]
  /** Undefined: no listener, webhooks are not exercised. */
  readonly webhooks?: TargetWebhooks
  /** Seconds. */
  readonly timing: { readonly request: number; readonly settle: number; readonly person: number }
  readonly network: Network
  /** Where the target file lies, absolute: its commands run there. Undefined without a file. */
  readonly folder?: string
  /** Values that must appear in no message, report or piece of evidence. */
  readonly secrets: readonly string[]
}

export interface TargetWebhooks {
  readonly listen: Listen
  readonly publicUrl?: string
  /** PEM texts, or a certificate made when the run starts. */
  readonly tls?: { readonly cert: string; readonly key: string } | 'self-signed'
  /** Seconds. */
  readonly deliveryWithin: number
  /** Seconds; undefined where the deployment declares none. */
  readonly retryWithin?: number
  /** File to which another listener writes what arrives; the run opens none of its own then. */
  readonly deliveries?: string
}

const ANY_PORT: Listen = { host: '127.0.0.1', port: 0 }
const DELIVERY_SECONDS = 30

/** The members of a section, typed by its definition; undefined where the target has no such service. */
export const sectionOf = <Section>(
  { services }: Pick<Target, 'services'>,
  { id }: SectionDefinition<string, Section>,
): Section | undefined => services[id] as Section | undefined

export interface ResolveOptions {
  /** What the sections of the file are, in reading order. */
  readonly sections: readonly SectionDefinition[]
  /** Where the file lies: PEM files and commands are relative to it. */
  readonly configPath?: string
  readonly secrets: readonly string[]
  /** Ids of sections that the file has beside what is given of it. */
  readonly leftOut?: readonly string[]
}

/** Seconds within which an outcome is reached, and on a machine of one's own, where nobody wants to wait. */
const SETTLE = 60
const LOCAL_SETTLE = 10

/**
 * Applies the defaults to a validated target file. Budgets have to be given, except locally; a permission holds only
 * where its section has what it takes.
 * @throws when a PEM file cannot be read.
 */
export function resolveTarget(
  file: TargetFile,
  { sections, configPath, secrets, leftOut = [] }: ResolveOptions,
): Target {
  const services = Object.fromEntries(
    sections.flatMap((definition) => {
      const section = file[definition.id] as Omit<ServiceSection, 'baseUrl'> | undefined
      return section === undefined
        ? []
        : [[definition.id, { ...section, baseUrl: baseOf(section, definition) }] as const]
    }),
  )
  const bases = Object.values(services).flatMap(({ baseUrl }) => (baseUrl === '' ? [] : [baseUrl]))
  const loopback = bases.every(isLoopback)
  const environment = file.environment ?? (loopback ? 'local' : 'test')
  const webhooks = resolveWebhooks(file.webhooks, loopback, configPath)
  return {
    name: file.name ?? nameOf(bases, Object.keys(services)),
    environment,
    timeScale: file.timeScale ?? 1,
    allow: resolveAllow(file.allow, sections, services, environment === 'local'),
    services,
    ...(leftOut.length > 0 && { leftOut }),
    ...(webhooks !== undefined && { webhooks }),
    timing: {
      request: file.timing?.request ?? 30,
      settle: file.timing?.settle ?? (environment === 'local' ? LOCAL_SETTLE : SETTLE),
      person: file.timing?.person ?? 180,
    },
    ...(configPath !== undefined && { folder: dirname(configPath) }),
    network: resolveNetwork(file.network, configPath),
    secrets,
  }
}

/** Requests go below a base URL; events go to a URL as it is. */
function baseOf(section: Omit<ServiceSection, 'baseUrl'>, definition: SectionDefinition): string {
  const member = addressMember(definition)
  const address = member === undefined ? '' : String(section[member])
  return member === 'baseUrl' ? bare(address) : address
}

const nameOf = (bases: readonly string[], ids: readonly string[]): string =>
  bases.length === 0 ? ids.join(' and ') : nameByAddress(bases)

/** What a target is called that nobody gave a name: its hosts, and the paths that its base URLs lead to. */
export const nameByAddress = (urls: readonly string[]): string =>
  [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => placeAt(new URL(url))))].join(' and ')

const placeAt = ({ host, pathname }: URL): string => `${host}${pathname.replace(/\/+$/, '')}`

function resolveAllow(
  given: TargetFile['allow'] = {},
  sections: readonly SectionDefinition[],
  services: Target['services'],
  isLocal: boolean,
): Target['allow'] {
  const budgets: Record<string, number> = {}
  const limits: Record<string, number> = {}
  const permissions: Record<string, boolean> = {}
  const idle: string[] = []
  for (const { id, allow = {} } of sections) {
    for (const [name, { local }] of Object.entries(allow.budgets ?? {}))
      budgets[name] = Number(given[name] ?? (isLocal ? local : 0))
    for (const name of Object.keys(allow.limits ?? {}))
      if (given[name] !== undefined) limits[name] = Number(given[name])
    for (const [name, { isPossible }] of Object.entries(allow.permissions ?? {})) {
      const isGiven = (given[name] ?? isLocal) === true
      permissions[name] = isGiven && isPossible(services[id])
      if (isGiven && services[id] !== undefined && permissions[name] === false) idle.push(name)
    }
  }
  return {
    budgets,
    limits,
    permissions,
    ...(idle.length > 0 && { idle }),
    ...(given.generated !== undefined && { generated: given.generated }),
  }
}

/** The target, whose webhooks another listener writes to a file. */
export function fedFrom(target: Target, deliveries: string): Target {
  const { webhooks = { listen: ANY_PORT, deliveryWithin: DELIVERY_SECONDS } } = target
  return { ...target, webhooks: { ...webhooks, deliveries: resolve(deliveries) } }
}

/**
 * The target of a run without a file: base URLs by the ids of sections and nothing else.
 * @throws TargetFileError naming the flag whose URL is unusable.
 */
export function targetFromFlags(
  urls: Readonly<Record<string, string | undefined>>,
  sections: readonly SectionDefinition[],
): Target {
  const given = sections.flatMap(({ id, reached = 'by requests' }) =>
    urls[id] === undefined ? [] : [[id, urls[id], FLAG_MEMBERS[reached]] as const],
  )
  const problems = given.flatMap(([id, url, member]) => {
    const fault = member === 'baseUrl' ? baseUrlFault(url) : undefined
    return fault === undefined ? [] : [`--${id}: ${fault}, got ${JSON.stringify(url)}`]
  })
  if (given.length === 0) {
    const flags = sections.map(({ id }) => `--${id} <url>`)
    problems.push(`nothing to test: name a target file, or ${flags.join(', ')}`)
  }
  if (problems.length > 0) throw new TargetFileError('the command line', problems)
  const services = Object.fromEntries(given.map(([id, text, member]) => [id, { [member]: text }]))
  return resolveTarget(services, { sections, secrets: [] })
}

function resolveWebhooks(
  given: WebhookSettings | undefined,
  loopback: boolean,
  configPath = '',
): TargetWebhooks | undefined {
  if (given === undefined) return loopback ? { listen: ANY_PORT, deliveryWithin: DELIVERY_SECONDS } : undefined
  const pem = (path = ''): string => textOf(path, configPath)
  return {
    listen: (given.listen === undefined ? undefined : parseListen(given.listen)) ?? ANY_PORT,
    ...(given.publicUrl !== undefined && { publicUrl: bare(given.publicUrl) }),
    ...(given.tls !== undefined && {
      tls: given.tls.selfSigned === true ? 'self-signed' : { cert: pem(given.tls.cert), key: pem(given.tls.key) },
    }),
    deliveryWithin: given.deliveryWithin ?? DELIVERY_SECONDS,
    ...(given.retryWithin !== undefined && { retryWithin: given.retryWithin }),
  }
}

function resolveNetwork({ ca, insecure = false, proxy }: NetworkSettings = {}, configPath = ''): Network {
  const named = proxy === true ? 'environment' : proxy
  return {
    insecure,
    ...(ca === undefined ? {} : { ca: textOf(ca, configPath) }),
    ...(typeof named === 'string' ? { proxy: named } : {}),
  }
}

const textOf = (path: string, configPath: string): string => readFileSync(resolve(dirname(configPath), path), 'utf8')

const bare = (url: string): string => url.replace(/\/+$/, '')

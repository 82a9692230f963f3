import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Network } from '../http/dispatcher.ts'
import { baseUrlFault, isLoopback, type Listen, parseListen } from './address.ts'
import type { MessagingTarget, NetworkSettings, PaymentTarget, TargetFile, WebhookSettings } from './file.ts'
import { TargetFileError } from './target-file-error.ts'

/** The deployment under test as a run uses it: defaults applied, files read. */
export interface Target {
  readonly name: string
  readonly environment: 'local' | 'test' | 'production'
  /** How many times faster than the documents the deployment's clocks run. */
  readonly timeScale: number
  /** What the run may cause at most. */
  readonly allow: {
    readonly payments: number
    readonly messages: number
    /** Of one payment; undefined: what the file names. */
    readonly amount?: number
    /** Requests of checks with generated values; by environment and depth when absent. */
    readonly generated?: number
    readonly profileWrites: boolean
  }
  /** Base URLs without trailing slash. */
  readonly payment?: Readonly<PaymentTarget>
  readonly messaging?: Readonly<MessagingTarget>
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

const LOCAL_BUDGET = { payments: 60, messages: 20 }
const ANY_PORT: Listen = { host: '127.0.0.1', port: 0 }
const DELIVERY_SECONDS = 30

/**
 * Applies the defaults to a validated target file. Money and messages need an explicit budget, except locally.
 * The profile is written only where it can be restored: both default URLs given.
 * @param options.configPath where the file lies: TLS files and commands are relative to it.
 * @throws when a PEM file cannot be read.
 */
export function resolveTarget(file: TargetFile, options: { configPath?: string; secrets: readonly string[] }): Target {
  const { payment, messaging, allow = {} } = file
  const bases = [payment, messaging].flatMap((service) => (service === undefined ? [] : [service.baseUrl]))
  const loopback = bases.every(isLoopback)
  const environment = file.environment ?? (loopback ? 'local' : 'test')
  const budget = environment === 'local' ? LOCAL_BUDGET : { payments: 0, messages: 0 }
  const restorable = payment?.defaults?.webhookUrl !== undefined && payment.defaults.callbackUrl !== undefined
  const webhooks = resolveWebhooks(file.webhooks, loopback, options.configPath)
  return {
    name: file.name ?? [...new Set(bases.map((url) => new URL(url).host))].join(' and '),
    environment,
    timeScale: file.timeScale ?? 1,
    allow: {
      payments: allow.payments ?? budget.payments,
      messages: allow.messages ?? budget.messages,
      ...(allow.amount !== undefined && { amount: allow.amount }),
      ...(allow.generated !== undefined && { generated: allow.generated }),
      profileWrites: restorable && (allow.profileWrites ?? environment === 'local'),
    },
    ...(payment !== undefined && { payment: { ...payment, baseUrl: bare(payment.baseUrl) } }),
    ...(messaging !== undefined && { messaging: { ...messaging, baseUrl: bare(messaging.baseUrl) } }),
    ...(webhooks !== undefined && { webhooks }),
    timing: {
      request: file.timing?.request ?? 30,
      settle: file.timing?.settle ?? 60,
      person: file.timing?.person ?? 180,
    },
    ...(options.configPath !== undefined && { folder: dirname(options.configPath) }),
    network: resolveNetwork(file.network, options.configPath),
    secrets: options.secrets,
  }
}

/** The target, whose webhooks another listener writes to a file. */
export function fedFrom(target: Target, deliveries: string): Target {
  const { webhooks = { listen: ANY_PORT, deliveryWithin: DELIVERY_SECONDS } } = target
  return { ...target, webhooks: { ...webhooks, deliveries: resolve(deliveries) } }
}

/**
 * The target of a run without a file: base URLs and nothing else.
 * @throws TargetFileError naming the flag whose URL is unusable.
 */
export function targetFromFlags(flags: { payment?: string; messaging?: string }): Target {
  const given = (['payment', 'messaging'] as const).filter((name) => flags[name] !== undefined)
  const problems = given.flatMap((name) => {
    const fault = baseUrlFault(flags[name] ?? '')
    return fault === undefined ? [] : [`--${name}: ${fault}, got ${JSON.stringify(flags[name])}`]
  })
  if (given.length === 0) problems.push('nothing to test: name a target file, or --payment <url>, --messaging <url>')
  if (problems.length > 0) throw new TargetFileError('the command line', problems)
  const services = Object.fromEntries(given.map((name) => [name, { baseUrl: flags[name] ?? '' }]))
  return resolveTarget(services, { secrets: [] })
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

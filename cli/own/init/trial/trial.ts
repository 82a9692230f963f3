import { createInterface } from 'node:readline/promises'
import type { ServiceDefinition } from '../../../../kit/contract/service.ts'
import type { SendRequest } from '../../../../kit/http/client.ts'
import { json } from '../../../../kit/http/exchange.ts'
import { denyClaims } from '../../../../kit/run/preflight/claims-probe.ts'
import { assertPlaced } from '../../../../kit/run/preflight/misplaced-by-key.ts'
import { preflightTarget } from '../../../../kit/run/preflight/preflight.ts'
import { TargetSilent } from '../../../../kit/run/preflight/preflight-fault.ts'
import { Session } from '../../../../kit/run/session.ts'
import { isLoopback } from '../../../../kit/target/address.ts'
import type { TargetFile } from '../../../../kit/target/file/file.ts'
import { resolveReferences } from '../../../../kit/target/file/references.ts'
import { resolveTarget, type Target } from '../../../../kit/target/target.ts'
import { printable } from '../../../../reporters/views/printable.ts'
import { suitesOf } from '../../../assembly.ts'
import { UsageError } from '../../../usage-error.ts'
import { own } from '../../own.ts'
import { type OwnTargetFile, sections } from '../../services.ts'
import type { Keys } from '../keys.ts'
import { shownAnswer } from './asker.ts'
import { withStrangers } from './merchants.ts'
import { type MessagingFindings, tryMessaging } from './messaging-trial.ts'
import { MOST_EMPTY, type PaymentFindings, tryPayment } from './payment-trial.ts'

export interface TrialOptions {
  /** Somebody agreed to payments being created, wherever the service is. */
  readonly yes: boolean
  /** Present where somebody can be asked. */
  readonly input?: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** A file as far as services were asked, and of what it says on the word of its author alone what they answered to that. */
export interface Tried {
  readonly file: OwnTargetFile
  /** By the path of the member. */
  readonly unconfirmed: Readonly<Record<string, string>>
  /** What was answered to what the file does not say, by the path of the member. */
  readonly untaken: Readonly<Record<string, string>>
  /** What else its author should know of a member, by its path. */
  readonly remarks: Readonly<Record<string, string>>
}

/**
 * A file with what the services themselves had to say. Before anything is created it is told.
 * @throws UsageError where a key of `--key` is not taken
 */
export async function triedFile(file: OwnTargetFile, keys: Keys, options: TrialOptions): Promise<Tried> {
  const { answers, values, areGiven = false } = keys
  const named = [...(answers.liveKeyEnv ?? []), answers.boundKeyEnv, answers.unboundKeyEnv]
  const secrets = named.flatMap((name) => values[name ?? ''] ?? []).filter((each) => each.length >= SECRET)
  // What a target says may hold what it was asked with.
  const shown = (line: string): string =>
    printable(secrets.reduce((text, secret) => text.replaceAll(secret, '(secret)'), line))
  const say = (line: string): void => void options.output.write(`${shown(line)}\n`)
  const secretOf = (name: string | undefined): string | undefined => (name === undefined ? undefined : values[name])
  const { payment, messaging, liveKeyEnv = [], mobileBody, boundKeyEnv, unboundKeyEnv } = answers
  const liveKey = secretOf(liveKeyEnv[0])
  const asksToCreate = payment !== undefined && liveKey !== undefined
  if (asksToCreate) await assertAnswering(file, values)
  const mayCreate = asksToCreate && (await agreed(payment, options, say))
  // The first key of each service is tried below, and told there.
  const first = ['payment.keys.live[0]', `messaging.keys.${boundKeyEnv === undefined ? 'unbound' : 'bound'}`]
  const denied = await assertThere(file, values, asksToCreate && !mayCreate)
  for (const { claim, answered } of besides(denied, first)) {
    const word = `${claim} is not taken, a read with it was answered ${answered}`
    if (areGiven && isKey(claim)) throw new UsageError(`--key: ${shown(word)}; nothing was written`)
    say(`${serviceOf(claim)}: ${word}; it is written all the same`)
  }
  let tried = file
  const unconfirmed: Record<string, string> = {}
  const untaken: Record<string, string> = {}
  const remarks: Record<string, string> = {}
  const onKeyRefused = (answered: string): void => {
    if (areGiven)
      throw new UsageError(
        `--key: it is not taken, a read with it was answered ${shown(answered)}; nothing was written`,
      )
  }
  const inLine = (answered: string): string => shown(answered).replaceAll(/\s+/g, ' ')
  if (payment !== undefined) {
    const furtherKeys = liveKeyEnv.slice(1).flatMap((name) => {
      const value = secretOf(name)
      return value === undefined || value === '' ? [] : [{ name, value }]
    })
    const found = await tryPayment({
      ...{ baseUrl: payment, key: liveKey, furtherKeys, mobileBody, mayCreate },
      ...{ onKeyRefused, say },
    })
    tried = withStrangers(withPayment(tried, found), found.strangers ?? [])
    if (found.refused !== undefined) unconfirmed['payment.bodies.mobile'] = inLine(found.refused)
    for (const [kind, answered] of Object.entries(found.untaken ?? {}))
      untaken[`payment.bodies.${kind}`] = inLine(answered)
  }
  if (messaging !== undefined) {
    const key = secretOf(boundKeyEnv) ?? secretOf(unboundKeyEnv)
    tried = withMessaging(tried, await tryMessaging({ baseUrl: messaging, key, onKeyRefused, say }))
    if (boundKeyEnv !== undefined) remarks['messaging.keys.bound'] = BOUND
  }
  return { file: tried, unconfirmed, untaken, remarks }
}

/** Whether somebody answers, before anybody is asked or told what is made there: reads alone show no more than that. */
async function assertAnswering(file: OwnTargetFile, values: Keys['values']): Promise<void> {
  const target = targetOf(file, values, true)
  const { signal } = new AbortController()
  await preflightTarget(target, servicesOf(target), signal).catch((error: unknown) => {
    if (error instanceof TargetSilent) throw error
  })
}

function targetOf(file: OwnTargetFile, values: Keys['values'], readsAlone: boolean): Target {
  const { value, secrets } = resolveReferences(file, values, sections)
  const resolved = resolveTarget(value as TargetFile, { sections, secrets })
  return readsAlone ? { ...resolved, environment: 'production', allow: { ...resolved.allow, budgets: {} } } : resolved
}

const servicesOf = (target: Target): readonly ServiceDefinition[] => suitesOf(own, target).map(({ service }) => service)

/**
 * What the services deny of what the file names.
 * @param readsAlone nobody agreed to payments being created: whoever takes an object without members makes one of it
 * @throws TargetUnreachable where nobody answers, or something else does: a file for it would be no help
 */
async function assertThere(
  file: OwnTargetFile,
  values: Keys['values'],
  readsAlone: boolean,
): Promise<readonly Denied[]> {
  const target = targetOf(file, values, readsAlone)
  const services = servicesOf(target)
  await preflightTarget(target, services, new AbortController().signal)
  const session = new Session({ target, services, seed: 1, depth: 'quick' })
  try {
    const claimed = session.claims.all.filter((claim) => session.claims.isMade(target, claim))
    const { denied, answered } = await denyClaims(session, new Set(claimed), isKnown)
    await assertPlaced(session, answered)
    return denied.map(({ claim }) => {
      const response = answered.find(({ probe }) => probe.claim === claim)?.exchange.response
      return { claim, answered: shownAnswer(response && { status: response.status, body: json(response) }) }
    })
  } finally {
    await session.close()
  }
}

/** What a service denies of what the file names, and what it answered to a read with it. */
interface Denied {
  readonly claim: string
  readonly answered: string
}

const serviceOf = (claim: string): string => claim.split('.')[0] ?? ''
const isKey = (claim: string): boolean => claim.includes('.keys.')

/** Those that nothing else tells of: what is read with a first key that is denied was not looked at. */
const besides = (denied: readonly Denied[], first: readonly string[]): readonly Denied[] =>
  denied.filter(({ claim }) => {
    const own = first.find((each) => serviceOf(each) === serviceOf(claim))
    return claim !== own && (isKey(claim) || !denied.some((each) => each.claim === own))
  })

/** Whether nothing that a request carries is the name of a variable that is not set. */
const isKnown = (_: unknown, { headers }: SendRequest): boolean => headers.every(([, value]) => !value.includes('${'))

/** Shorter texts are no secrets, and would be found everywhere. */
const SECRET = 8

/** Without a message nothing tells whether a key has a developer app. */
const BOUND = 'Taken to be bound to a developer app, which was not asked: name it unbound where it is not.'

/** The first creation that is accepted ends the tries of its kind. What asks whether a service is there has to be refused. */
const WHAT = `up to 3 payments (of 500, or of 1000 or 5000 where that is refused), and by a service that takes {} up to ${MOST_EMPTY} more, are created at`

async function agreed(
  url: string,
  { yes, input, output }: TrialOptions,
  say: (line: string) => void,
): Promise<boolean> {
  if (yes || isLoopback(url)) {
    say(`payment: ${WHAT} ${url}, to find bodies that it accepts; --no-try leaves it alone`)
    return true
  }
  if (input === undefined) {
    say(`payment: nothing is created at ${url}; with --yes ${WHAT} it, to find bodies that it accepts`)
    return false
  }
  const terminal = createInterface({ input, output })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const asked = terminal.question(`To find bodies that it accepts, ${WHAT} ${url}. Go on? [y/N] `)
    return /^y(es)?$/i.test((await Promise.race([asked, closed])).trim())
  } finally {
    terminal.close()
  }
}

function withPayment(file: OwnTargetFile, { bodies = {}, record, outcomes }: PaymentFindings): OwnTargetFile {
  const { payment } = file
  if (payment === undefined) return file
  const all = { ...payment.bodies, ...bodies }
  return {
    ...file,
    payment: {
      ...payment,
      ...(Object.keys(all).length === 0 ? {} : { bodies: all }),
      ...(record === undefined ? {} : { record }),
      ...(outcomes === undefined ? {} : { outcomes }),
    },
  }
}

function withMessaging(file: OwnTargetFile, { fixtures }: MessagingFindings): OwnTargetFile {
  const { messaging } = file
  if (messaging === undefined || fixtures === undefined) return file
  return { ...file, messaging: { ...messaging, fixtures: { ...messaging.fixtures, ...fixtures } } }
}

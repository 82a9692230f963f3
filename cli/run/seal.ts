import { lstat, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BundleRefused } from '../../kit/certificate/chain.ts'
import type { ReplayLog } from '../../kit/certificate/replay/replay-log.ts'
import { isDay, seal, unseal } from '../../kit/certificate/seal.ts'
import { sealable, verifyBundle } from '../../kit/certificate/verify.ts'
import type { Depth } from '../../kit/check/depth.ts'
import { stoodStill } from '../../kit/clock/stalls.ts'
import type { Recorder } from '../../kit/evidence/recorder.ts'
import { quote } from '../../kit/evidence/shell-words.ts'
import type { Report } from '../../kit/report/report.ts'
import { linesForUsedUp } from '../../kit/report/steps/used-up.ts'
import { writeWhole } from '../../reporters/whole-file.ts'
import { type Assembly, loaded, typedName } from '../assembly.ts'
import { keyFrom, pageOf, suitesNamed } from '../certificate/bundle-file.ts'
import { publicHalf } from '../certificate/public-half.ts'
import type { Patterns } from '../options/patterns.ts'
import { UsageError } from '../usage-error.ts'
import { assertFile, reasonOf } from './output/report-files.ts'

export interface SealFlags {
  /** File that receives the bundle. */
  readonly bundle?: string
  /** PEM file of a private key. */
  readonly sign?: string
  /** The last day on which the bundle is to be relied on, `2027-01-31`. */
  readonly validUntil?: string
}

/** What a run came to, and what has it judged again. */
export interface Judged {
  readonly report: Report
  readonly log?: ReplayLog
  /** Where it was not a deployment but the reference of this process, which is gone by now. */
  readonly isEmbedded?: boolean
  /** Lines with which a target file would say what the flags of the run did, where it had none. */
  readonly said?: readonly string[]
  /** Where nobody was there to be judged. */
  readonly isNobody?: boolean
  /** Takes out of later words on it what must not be kept. */
  readonly record: Pick<Recorder, 'text' | 'signed'>
}

const BUNDLE = 'assay-bundle.jsonl'

type CertifyingFlags = SealFlags &
  Patterns & { readonly certify?: boolean; readonly lastFailed?: boolean; readonly depth?: Depth }

/**
 * What only a certification does, and what none does.
 * @throws UsageError for flags of one without it, and where it is narrowed
 */
export function assertCertifies({ certify, only, skip, lastFailed, depth, ...flags }: CertifyingFlags): void {
  if (certify === true) {
    const narrowed = [
      ...(only ?? []).map((pattern) => `--only ${pattern}`),
      ...(skip ?? []).map((pattern) => `--skip ${pattern}`),
      ...(lastFailed === true ? ['--last-failed'] : []),
      ...(depth === undefined || depth === 'deep' ? [] : [`--depth ${depth}`]),
    ]
    if (narrowed[0] === undefined) return
    throw new UsageError(
      `${narrowed[0]}: a certification asks for every must, so one that is narrowed certifies nothing; leave ${narrowed.length === 1 ? 'it' : 'them'} out, or --certify`,
    )
  }
  const asked = (['sign', 'bundle', 'validUntil'] as const).find((flag) => flags[flag] !== undefined)
  if (asked === undefined) return
  const flag = asked === 'validUntil' ? 'valid-until' : asked
  throw new UsageError(`--${flag} ${flags[asked]}: only a certification is sealed; add --certify, or leave it out`)
}

/** What came of sealing a run. */
export interface Sealed {
  /** That the bundle could not be written. */
  readonly unwritten?: string
  /** Why a run that came to its end has no bundle. */
  readonly uncertified?: string
}

/**
 * Seals a run once it is over.
 * @param stopped ends it without a bundle, whatever it has come to
 */
export type Seal = (judged: Judged, stopped: AbortSignal) => Promise<Sealed>

/** Why a run that did not come to its end is not sealed. */
const ENDED: Readonly<Record<NonNullable<Report['run']['stopped']>, string>> = {
  interrupt: 'the run was stopped before its end',
  time: 'the time that was given was over before its end',
  bail: 'the run ended with a failure, as it was asked to',
  gone: 'the service went away before the run was at its end',
  flood: 'the run was ended by what the target sent before it was at its end',
}

/**
 * What seals a run. Finds out beforehand whether it can.
 * @throws UsageError for a file that cannot be written, for one that holds no key, and for a day that is none
 */
export async function sealingFor(
  { bundle = BUNDLE, sign, validUntil, quiet }: SealFlags & { readonly quiet?: boolean },
  assembly: Assembly,
): Promise<Seal> {
  assertFile(`--bundle ${bundle}`, resolve(bundle))
  const { name } = assembly
  const command = typedName(assembly)
  const key = sign === undefined ? undefined : await keyFrom('--sign', sign, 'private')
  if (validUntil !== undefined && !isDay(validUntil))
    throw new UsageError(
      /^\d{4}-\d\d-\d\d$/.test(validUntil)
        ? `--valid-until ${validUntil}: there is no such day; name one that there is, such as 2027-01-31`
        : `--valid-until ${validUntil}: expected a day, such as 2027-01-31`,
    )
  if (validUntil !== undefined && validUntil < new Date().toISOString().slice(0, 10))
    throw new UsageError(`--valid-until ${validUntil}: that day is over; name one that is to come, or leave it out`)
  return async ({ report, log }, stopped) => {
    // What a stop cut off is judged by what was cut off, which evidence does not hold.
    if (log === undefined || report.run.stopped !== undefined) {
      process.stderr.write(`${name}: no bundle: ${ENDED[report.run.stopped ?? 'interrupt']}\n`)
      return {}
    }
    const ids = report.services.map(({ id }) => id)
    const { services, checks } = await loaded(suitesNamed(ids, assembly))
    const sealed = async (): Promise<string> => {
      const again = await sealable({ report, log }, services, checks)
      const text = seal(again.report, again.log, { key, validUntil })
      // What would be refused is not given away.
      await verifyBundle(unseal(text), services, checks)
      return text
    }
    if (quiet !== true && linesForUsedUp(report).length === 0)
      process.stderr.write(`sealing: the run is judged again from its evidence\n`)
    try {
      const text = await unlessStopped(sealed(), stopped)
      if (text === undefined)
        return { uncertified: `no bundle: stopped while the run was sealed; nothing was written to ${bundle}` }
      await setAside(bundle, name)
      await writeWhole(bundle, text)
    } catch (error) {
      if (error instanceof BundleRefused) return { uncertified: unsealed(report, log, error) }
      return { unwritten: `--bundle ${bundle} could not be written: ${reasonOf(error)}` }
    }
    const half = sign === undefined || key === undefined ? undefined : await publicHalf(sign, key)
    const flag = half === undefined ? '' : `--key ${quote(half.file)}`
    // Whoever goes from line to line has the key before it is needed.
    const made = half?.make === undefined ? '' : `${half.file}, by which it is verified: ${half.make}\n`
    process.stderr.write(
      `${made}sealed in ${bundle}: ${command} verify ${quote(bundle)} ${flag || '--unsigned-ok'}; ${command} report ${quote(bundle)}${flag && ` ${flag}`} --html ${quote(pageOf(bundle))}\n`,
    )
    return {}
  }
}

/** What comes of some work; undefined where it is to be left at that. Nobody waits for what is left of it then. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  work.catch(() => undefined)
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Less of it in all, ms, is not worth a word: timers are late on every machine now and then. */
const WORTH_SAYING_MS = 1000

/** What to do where the machine may be to blame; empty where it did not stand still. */
export function heldUp({ stalls = [] }: Pick<ReplayLog, 'stalls'>): string {
  const ms = stoodStill(stalls)
  if (ms < WORTH_SAYING_MS) return ''
  const seconds = (each: number): string => (each / 1000).toFixed(1)
  const longest = Math.max(...stalls.map(([from, to]) => to - from))
  return `this machine stood still for ${seconds(ms)} s of the run, ${seconds(longest)} s of them at once, which may be why; run it again when nothing else runs beside it: `
}

/** Why there is none: what was not sent for want of a budget has left no evidence, or the machine may be to blame. */
function unsealed(report: Report, log: ReplayLog, { message }: BundleRefused): string {
  const lines = linesForUsedUp(report)
  return lines.length > 0
    ? `no bundle: a budget was used up, and what was not sent for it has left no evidence; in the target file: ${lines.join(', ')}`
    : `no bundle: ${heldUp(log)}judged again from its evidence, the run is another: ${message}; what it says of the target stands, and a bundle takes another run`
}

/** Keeps the bundle that stands where another one goes, and those that stood there before: each may be all that is left of its run. */
async function setAside(bundle: string, name: string): Promise<void> {
  const found = await lstat(bundle).catch(() => undefined)
  if (found?.isFile() !== true || found.size === 0) return
  const before = await freeName((nth) => bundle.replace(/(?:\.jsonl)?$/, `.before${nth === 1 ? '' : `-${nth}`}.jsonl`))
  await rename(bundle, before)
  process.stderr.write(`${name}: what stood in ${bundle} stands in ${before} now\n`)
}

/** The first name at which nothing stands. */
async function freeName(named: (nth: number) => string): Promise<string> {
  for (let nth = 1; ; nth += 1) if ((await lstat(named(nth)).catch(() => undefined)) === undefined) return named(nth)
}

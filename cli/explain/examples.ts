import type { Check } from '../../kit/check/check.ts'
import type { ServiceDefinition } from '../../kit/contract/service.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import type { Report, ReportedJudgement } from '../../kit/report/report.ts'
import { startRun } from '../../kit/run/lifecycle.ts'
import type { TargetFile } from '../../kit/target/file/file.ts'
import { resolveReferences } from '../../kit/target/file/references.ts'
import { resolveTarget } from '../../kit/target/target.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import { type Assembly, type NamedFlaw, sectionsOf } from '../assembly.ts'

/** Flaws that are tried: some show in rare runs only. */
const TRIED = 3
const SEED = 7

/** A run of the reference: its people and keys are made up, so that its messages can be shown as they were. */
export interface Judged {
  readonly report: Report
  readonly messages: readonly (Exchange | Delivery)[]
}

/** A judgement, and the run that has what it stands on. */
export interface Example extends Judged {
  readonly judgement: ReportedJudgement
}

export interface Examples {
  /** As the lawful reference keeps it. */
  readonly kept?: Example
  /** As one with a flaw breaks it. */
  readonly broken?: Example & { readonly flaw: NamedFlaw }
  /** Why there is none at all, as it stands after "none: ". */
  readonly without?: string
  /** Lines of a target file without which it is not exercised, though no check names them. */
  readonly lines: readonly string[]
}

/** Runs of everything, each made once. */
export class WholeRuns {
  private readonly made = new Map<string, Promise<Judged>>()

  of(name: string, make: () => Promise<Judged>): Promise<Judged> {
    const run = this.made.get(name) ?? make()
    this.made.set(name, run)
    return run
  }
}

export interface Asked {
  readonly requirement: string
  readonly service: ServiceDefinition
  /** Those that judge it. */
  readonly checks: readonly Check[]
  /** All of the service. */
  readonly all: readonly Check[]
}

/**
 * What keeps a requirement and what breaks it, as the embedded reference does both: it is judged in this process, in a
 * time of its own, so that nothing is waited for. Whatever cannot be had is left out.
 * @param whole where many are asked for: what keeps them is looked for in one run of everything
 */
export async function examplesOf(asked: Asked, assembly: Assembly, whole?: WholeRuns): Promise<Examples> {
  const { flawsThatBreak, reference } = assembly
  if (reference === undefined) return { lines: [] }
  const checks = asked.checks.filter(isShort)
  if (checks.length === 0) return { lines: [], ...(asked.checks.length === 0 ? {} : { without: GENERATED }) }
  const judged = (flaw?: NamedFlaw, without?: string): Promise<Judged> =>
    onReference(asked.service, enough(checks, asked.all), assembly, flaw?.name, without)
  const lawfully = (without?: string): Promise<Judged> =>
    whole?.of(`${asked.service.contract.id} ${without}`, () =>
      onReference(asked.service, asked.all.filter(isShort), assembly, undefined, without),
    ) ?? judged(undefined, without)
  const lawful = await lawfully()
  let broken: Examples['broken']
  for (const flaw of ((await flawsThatBreak?.(asked.requirement)) ?? []).slice(0, TRIED)) {
    const run = await judged(flaw)
    const judgement = wordsOn(run, asked).find(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    if (judgement === undefined) continue
    broken = { ...run, judgement, flaw }
    break
  }
  const kept = keptLike(wordsOn(lawful, asked), broken?.judgement)
  const { signatureClaim } = asked.service.webhooks ?? {}
  const isRead = checks.some(({ phase, needs }) => phase === 'rules' && !needs.includes(signatureClaim ?? ''))
  const bare = isRead && signatureClaim !== undefined ? await lawfully(signatureClaim) : undefined
  const line = bare?.report.requirements.find(({ id }) => id === asked.requirement)?.line
  const isTold = lawful.report.requirements.some(
    ({ id, judgements }) => id === asked.requirement && judgements.some(({ verdict }) => verdict === 'pass'),
  )
  return {
    ...(kept === undefined && broken === undefined ? { without: isTold ? MESSAGELESS : UNMET } : {}),
    ...(kept === undefined ? {} : { kept: { ...lawful, judgement: kept } }),
    ...(broken === undefined ? {} : { broken }),
    lines: kept !== undefined && line !== undefined ? [line] : [],
  }
}

/** Why a statement has no example. */
const GENERATED = 'it is judged by values that each run generates'
const MESSAGELESS = 'it is judged by what is told of it, and no request shows it'
const UNMET = 'the reference in this process does not come to it'

/** One that tries generated values would try thousands. */
const isShort = ({ generated }: Check): boolean => generated === undefined

/** Rules send nothing: they see what all other checks do. */
function enough(checks: readonly Check[], all: readonly Check[]): readonly Check[] {
  if (checks.some(({ phase }) => phase !== 'rules')) return checks
  return [...all.filter((check) => isShort(check) && check.depth === 'standard' && check.phase === 'main'), ...checks]
}

const wordsOn = ({ report }: Judged, { requirement }: Asked): readonly ReportedJudgement[] =>
  report.requirements.find(({ id }) => id === requirement)?.judgements.filter(({ evidence }) => evidence.length > 0) ??
  []

/** What passes where the other one fails: at the same thing, else by the same check. */
function keptLike(
  words: readonly ReportedJudgement[],
  other: ReportedJudgement | undefined,
): ReportedJudgement | undefined {
  const passes = words.filter(({ verdict }) => verdict === 'pass' || verdict === 'noted')
  const own = passes.filter(({ check }) => check === other?.check)
  return own.find(({ subject }) => subject === other?.subject) ?? own[0] ?? passes[0]
}

function onReference(
  service: ServiceDefinition,
  checks: readonly Check[],
  assembly: Assembly,
  flaw: string | undefined,
  without: string | undefined,
): Promise<Judged> {
  const sections = sectionsOf(assembly)
  return inVirtualTime(async () => {
    const reference = await assembly.reference?.({
      service: service.contract.id,
      ...(flaw === undefined ? {} : { flaw }),
    })
    try {
      const { id } = service.contract
      const others = sections.filter((each) => each.id !== id).map((each) => [each.id, undefined])
      const whole = { ...(reference?.file as TargetFile), ...Object.fromEntries(others) } as TargetFile
      const file = without === undefined ? whole : lacking(whole, without.split('.'))
      const target = resolveTarget(file, { sections, secrets: resolveReferences(file, {}, sections).secrets })
      const handle = await startRun({ target, services: [service], checks, seed: SEED, depth: 'deep' })
      const finished = await handle.complete()
      const { exchanges, deliveries } = finished.run.session.store
      return { report: await reportOf(finished), messages: [...exchanges, ...deliveries] }
    } finally {
      await reference?.close()
    }
  })
}

/** The same without the member at a path. */
function lacking<T extends object>(file: T, [name = '', ...rest]: readonly string[]): T {
  const value = (file as Record<string, unknown>)[name]
  const left = rest.length > 0 && typeof value === 'object' && value !== null ? lacking(value, rest) : undefined
  const { [name]: _, ...others } = file as Record<string, unknown>
  return (left === undefined ? others : { ...others, [name]: left }) as T
}

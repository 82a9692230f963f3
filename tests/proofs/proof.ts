import type { Check } from '../../kit/check/check.ts'
import type { Depth } from '../../kit/check/depth.ts'
import { type RequirementVerdict, Run, verdicts } from '../../kit/run/run.ts'
import { Stages } from '../../kit/run/stages.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { countedIds, startCapture } from '../../kit/webhooks/listener/server.ts'
import { catalogue } from '../../specs/index.ts'
import { judgedBy, targetOf } from '../targets.ts'

/** An embedded service, as the proofs use it. */
export interface Embedded {
  targetFile(): object
  close(): Promise<void>
}

export interface Proof {
  readonly verdicts: readonly RequirementVerdict[]
  readonly run: Run
  /** Requirements with a `fail`, and with a `warn`. */
  readonly failed: readonly string[]
  readonly warned: readonly string[]
  /** Musts that can be seen and were not exercised: each stands in the way of a certificate. */
  readonly open: readonly string[]
  /** One line per requirement that is neither pass, noted nor unexercised: what a reader needs when a proof fails. */
  readonly told: readonly string[]
}

/**
 * Starts an embedded service in this process, judges it over real HTTP, in virtual time, and stops it.
 */
export function prove(
  start: () => Promise<Embedded>,
  which: string,
  checks: readonly Check[],
  depth: Depth = 'deep',
  runs?: number,
  seed = 7,
): Promise<Proof> {
  return inVirtualTime(async () => judge(await start(), which, checks, { depth, runs, seed }))
}

async function judge(
  service: Embedded,
  which: string,
  checks: readonly Check[],
  { depth, runs, seed }: { readonly depth: Depth; readonly runs: number | undefined; readonly seed: number },
): Promise<Proof> {
  // Nobody reads where the errors of a connection come from, and finding out is dear.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const ids = countedIds()
  const capture = await startCapture({ ids })
  const stages = await Stages.open(ids)
  try {
    const judged = judgedBy(targetOf(service.targetFile()))
    const run = new Run({
      ...judged,
      seed,
      depth,
      ...(runs === undefined ? {} : { runs }),
      capture,
      stages,
      checks,
    })
    await run.all()
    await run.close()
    const all = verdicts(
      run.session.log.judgements,
      judged.services.map(({ contract }) => contract).filter(({ id }) => id === which),
    )
    const named = (wanted: string) => all.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
    const isMust = (id: string): boolean => catalogue[id]?.level === 'must' && catalogue[id].unobservable === undefined
    const open = named('unexercised').filter(isMust)
    return { verdicts: all, run, failed: named('fail'), warned: named('warn'), open, told: all.flatMap(tell) }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    await Promise.all([capture.close(), stages.close()])
    await service.close()
  }
}

function tell({ id, verdict, judgements }: RequirementVerdict): string[] {
  if (verdict === 'pass' || verdict === 'noted' || verdict === 'inapplicable' || verdict === 'unexercised') return []
  const worst = judgements.find((each) => each.verdict === verdict)
  const { subject = '', expected = '', actual = '', reason = '' } = worst ?? {}
  return [`${verdict} ${id}: ${subject}: expected ${expected}, got ${actual} ${reason} [${worst?.check}]`]
}

import { VERDICTS, type Verdict } from '../check/verdicts/verdict.ts'
import type { Report, ReportedRequirement } from '../report/report.ts'
import type { Target } from '../target/target.ts'
import type { ReplayLog } from './replay/replay-log.ts'

export const BUNDLE_FORMAT = 'assay-bundle/3'

/** What the predicate of a certificate is called. */
export const PREDICATE_TYPE = 'urn:assay-conformance:certificate:v1'

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'

type Counts = Readonly<Partial<Record<Verdict, number>>>

/** What a certificate says, and of what: all that is signed. An in-toto Statement, version 1. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE
  /** The deployment by its name, and the digest of every line of the bundle before its footer. */
  readonly subject: readonly [{ readonly name: string; readonly digest: { readonly sha256: string } }]
  readonly predicateType: typeof PREDICATE_TYPE
  readonly predicate: Predicate
}

export interface Predicate {
  readonly format: typeof BUNDLE_FORMAT
  readonly target: {
    readonly name: string
    readonly environment: Report['target']['environment']
    /** How many times faster than the documents its clocks ran. */
    readonly timeScale: number
    /** By the id of the contract. */
    readonly baseUrls: Readonly<Record<string, string>>
  }
  readonly run: {
    readonly id: string
    readonly seed: number
    readonly depth: Report['run']['depth']
    readonly only: readonly string[]
    readonly skip: readonly string[]
    readonly startedAt: string
    readonly endedAt: string
  }
  readonly suite: Omit<Report['suite'], 'command'>
  /** Those that the target was judged by. */
  readonly contracts: readonly { readonly id: string; readonly title: string; readonly counts: Counts }[]
  /** Sections that the target has and that were not judged. */
  readonly leftOut: readonly string[]
  readonly outcome: Report['outcome']
  /** Requirements by verdict. */
  readonly counts: Counts
  /**
   * Requirements that rest on what the run saw of something that evidence must not hold (a signature, a code, a number):
   * what was seen is kept, and is the signer's word.
   */
  readonly withheld: readonly string[]
  /** The last day on which the signer wants it to be relied on. */
  readonly validUntil?: string
}

export interface StatementOptions {
  /** SHA-256 of every line before the footer, hex. */
  readonly digest: string
  readonly validUntil?: string | undefined
}

/** The statement that a run bears out. Nothing in it but the last day comes from elsewhere. */
export function statementOf(report: Report, log: ReplayLog, { digest, validUntil }: StatementOptions): Statement {
  const { target, run, suite, services, outcome, requirements } = report
  const { command: _, ...identity } = suite
  const { leftOut = [] } = log.target as Pick<Target, 'leftOut'>
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: target.name, digest: { sha256: digest } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      format: BUNDLE_FORMAT,
      target: {
        name: target.name,
        environment: target.environment,
        timeScale: target.timeScale,
        baseUrls: target.baseUrls,
      },
      run: {
        id: run.id,
        seed: run.seed,
        depth: run.depth,
        only: run.only,
        skip: run.skip,
        startedAt: run.startedAt,
        endedAt: run.endedAt,
      },
      suite: identity,
      contracts: services.map(({ id, prefix, title }) => ({
        id,
        title,
        counts: countsOf(requirements.filter((each) => each.id.startsWith(`${prefix}.`))),
      })),
      leftOut,
      outcome,
      counts: countsOf(requirements),
      withheld: [...new Set(log.attested.map(({ requirement }) => requirement))].toSorted(),
      ...(validUntil === undefined ? {} : { validUntil }),
    },
  }
}

function countsOf(requirements: readonly ReportedRequirement[]): Counts {
  const many = VERDICTS.map((verdict) => [verdict, requirements.filter((each) => each.verdict === verdict).length])
  return Object.fromEntries(many.filter(([, count]) => count !== 0))
}

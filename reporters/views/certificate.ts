import type { Statement } from '../../kit/certificate/statement.ts'
import type { Standing } from '../../kit/certificate/verify.ts'
import { VERDICTS, type Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { isLoopback } from '../../kit/target/address.ts'
import { counted } from './counted.ts'
import { exercisedText } from './exercised.ts'
import { askedOf } from './runs/asked.ts'
import { HEADINGS } from './verdict-words.ts'

/** A bundle that holds, and what is known of who signed it. */
export interface Certificate {
  readonly report: Report
  readonly statement: Statement
  readonly standing: Standing
  /** SHA-256 of the public key that it is signed with, hex; absent where nobody signed. */
  readonly signedBy?: string
  /** It was held against a key that the reader has given. */
  readonly isKeyKnown: boolean
  /** The one command that judges it again. */
  readonly command: string
  /** The same in a folder that holds the files. */
  readonly commandElsewhere: string
  /** What that is a command of, with its version. */
  readonly program: string
  /** Of this reading of it, `2026-03-01`. */
  readonly today: string
}

/** Something that a reader has to know before the verdict means anything. */
export interface Mark {
  /** A word or two. */
  readonly title: string
  readonly text: string
}

/** Whether the last day that its signer set is behind this reading of it. */
export const isOver = ({ statement, today }: Pick<Certificate, 'statement' | 'today'>): boolean =>
  (statement.predicate.validUntil ?? today) < today

/** What is plainly said of a certificate beside its verdict: most of all what it is not. */
export function marksOf(certificate: Certificate): Mark[] {
  const { report, statement, signedBy, isKeyKnown } = certificate
  const { target, run, leftOut, validUntil } = statement.predicate
  const isNear = Object.values(target.baseUrls).some(isLoopback)
  const marks: (Mark | false)[] = [
    signedBy === undefined && {
      title: 'unsigned',
      text: 'Nobody signed it: the chain of digests shows damage, not who made it. Whoever has the file can make another one.',
    },
    signedBy !== undefined &&
      !isKeyKnown && {
        title: 'key not checked',
        text: 'It is signed, and was not held against a key that is known: whose key it is, its fingerprint has to say.',
      },
    target.timeScale !== 1 && {
      title: `clock ${target.timeScale}×`,
      text: `The clocks of the target ran ${target.timeScale} times as fast as the documents': nothing here speaks of a deployment at their own pace.`,
    },
    (isNear || target.environment === 'local') && {
      title: 'local',
      text: isNear
        ? 'It was asked at an address of the machine that judged it: nothing here says that others reach it.'
        : 'The target file calls it local: nothing here says that others reach it.',
    },
    leftOut.length > 0 && {
      title: 'not all of it',
      text: `The target file names more, which was not judged: ${leftOut.join(', ')}.`,
    },
    run.only.length + run.skip.length > 0 && {
      title: 'a selection',
      text: `Not everything was asked: ${[...run.only.map((each) => `only ${each}`), ...run.skip.map((each) => `not ${each}`)].join(', ')}.`,
    },
    isOver(certificate) && {
      title: `last day was ${validUntil}`,
      text: 'That day is over: its signer wants the target to be judged again before anybody relies on it.',
    },
    report.outcome.exitCode !== 0 && {
      title: report.outcome.headline,
      text: `This run certifies nothing: ${report.outcome.because || report.outcome.headline}.`,
    },
  ]
  return marks.filter((each) => each !== false)
}

/** Who, what, when and on what terms, each with its name. */
export function factsOf({
  report,
  statement,
  signedBy,
  isKeyKnown,
}: Certificate): (readonly [name: string, value: string])[] {
  const { target, run, suite, contracts, validUntil } = statement.predicate
  const [subject] = statement.subject
  const pace = target.timeScale === 1 ? "the documents' own" : `${target.timeScale} times as fast as the documents'`
  const signer =
    signedBy === undefined
      ? 'nobody'
      : `the key with SHA-256 ${signedBy}${isKeyKnown ? ', which is the one given' : ''}`
  return [
    ['Target', `${target.name} (${target.environment})`],
    ...contracts.map(({ id, title }) => [title, target.baseUrls[id] ?? ''] as const),
    ['Judged', `${secondOf(run.startedAt)} to ${secondOf(run.endedAt)} UTC, run ${run.id}`],
    ['Clock', pace],
    [
      'Asked',
      `${askedOf({ ...run, certify: false })}, without generated values, seed ${run.seed}; ${exercisedText(report)}`,
    ],
    [
      'By',
      `assay ${suite.version}, catalogue ${suite.catalogue.sha256.slice(0, 16)} (${suite.catalogue.requirements} statements)`,
    ],
    ['Signed by', signer],
    ['Look at it again', validUntil === undefined ? 'no last day is set' : `after ${validUntil}`],
    ['Digest', `SHA-256 of all lines before the last, ${subject.digest.sha256}`],
  ]
}

/** Requirements by verdict, as `312 pass, 4 warn`. */
export const countsText = (counts: Readonly<Partial<Record<string, number>>>): string =>
  VERDICTS.flatMap((verdict) =>
    counts[verdict] === undefined ? [] : [`${counts[verdict]} ${wordFor(verdict, counts[verdict])}`],
  ).join(', ')

const wordFor = (verdict: Verdict, many: number): string => {
  const word = HEADINGS[verdict].toLowerCase()
  return many === 1 ? (ONE[verdict] ?? word) : word
}

const ONE: Readonly<Partial<Record<Verdict, string>>> = {
  broken: 'fault of the suite',
  fail: 'broken promise',
  warn: 'warning',
}

/** Requirements of a verdict in the order of the catalogue. */
export const withVerdict = ({ requirements }: Report, ...verdicts: readonly string[]): ReportedRequirement[] =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict))

/** Of the others of a verdict each is told by id as well where somebody asks for all. */
const TOLD: readonly Verdict[] = ['fail', 'warn', 'blocked']

function namedIn({ requirements }: Report, isAll: boolean): string[] {
  return VERDICTS.flatMap((verdict) => {
    const own = requirements.filter((each) => each.verdict === verdict)
    const isTold = own.length > 0 && (isAll ? verdict !== 'pass' : TOLD.includes(verdict))
    return isTold ? [`  ${wordFor(verdict, own.length)}: ${own.map(({ id }) => id).join(', ')}`] : []
  })
}

/**
 * The same for somebody at a terminal.
 * @param isAll whether what is only counted otherwise is named, but for what is kept
 */
export function certificateLines(certificate: Certificate, isAll = false): string[] {
  const { report, standing, statement } = certificate
  const { outcome } = report
  const because = outcome.because === '' ? '' : `: ${outcome.because}`
  const { withheld } = standing
  const facts = factsOf(certificate)
  const width = Math.max(18, ...facts.map(([name]) => name.length + 2))
  return [
    ...facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`),
    `of ${counted(report.requirements.length, 'statement')}: ${countsText(statement.predicate.counts)}`,
    ...namedIn(report, isAll),
    `${counted(standing.confirmed.length, 'verdict')} come out the same from the evidence alone: all but those that were not exercised`,
    ...(withheld.length === 0
      ? []
      : [
          `${withheld.length} of them rest on what the run saw of signatures, codes, keys and personal data that the evidence must not hold: ${withheld.map(({ id }) => id).join(', ')}`,
        ]),
    ...marksOf(certificate).map(({ title, text }) => `${title}: ${text}`),
    `the bundle holds${isOver(certificate) ? `, and its last day (${statement.predicate.validUntil}) is over; its run was` : ';'} ${outcome.headline}${because}`,
  ]
}

/** `2026-12-31 23:59:59` in UTC, whatever clock the reader has: a certificate says the same everywhere. */
const secondOf = (instant: string): string => new Date(instant).toISOString().slice(0, 19).replace('T', ' ')

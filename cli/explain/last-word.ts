import { WAITED_NO_LONGER } from '../../kit/plan/haste.ts'
import { UNSELECTED } from '../../kit/plan/selection.ts'
import { isAsked } from '../../kit/report/asked/asked.ts'
import { judgementText } from '../../kit/report/judgement-text.ts'
import type { Report } from '../../kit/report/report.ts'
import { replaysOf } from '../../reporters/views/evidence/repeating.ts'
import { minuteOf } from '../../reporters/views/runs/minute.ts'
import { type Assembly, typedName } from '../assembly.ts'
import { flagsText } from '../options/flags-text.ts'
import { keptRuns } from '../run/kept/kept-run.ts'

/** Judgements that are told. */
const TOLD = 3

/** What a run that is kept says of something, and which run it was. */
export interface LastWord {
  readonly title: string
  readonly lines: readonly string[]
  /** Flags that name the target as that run did, as they are typed; empty where it was found without any. */
  readonly flags: string
}

type Named = Pick<Assembly, 'name' | 'typed'>

/** What the last run that is kept and has judged a requirement says of it; of none that has, why the last one did not. */
export const lastWordOn = (id: string, assembly: Named, cwd: string): Promise<LastWord | undefined> =>
  lastOf((report) => wordOf(report, id, typedName(assembly)), assembly, cwd)

/** What the last run that is kept and has had a check run came to with it; of none that has, that the last one did not. */
export const lastWordOnCheck = (id: string, assembly: Named, cwd: string): Promise<LastWord | undefined> =>
  lastOf((report) => checkWordOf(report, id), assembly, cwd)

/** What the last run that is kept and has seen an open point saw there. */
export const lastSeenAt = (id: string, assembly: Named, cwd: string): Promise<LastWord | undefined> =>
  lastOf((report) => seenIn(report, id), assembly, cwd)

async function lastOf(
  wordIn: (report: Report) => Word | undefined,
  assembly: Named,
  cwd: string,
): Promise<LastWord | undefined> {
  let unjudged: (Word & LastWord) | undefined
  for (const kept of await keptRuns(cwd, assembly.name)) {
    const report = await kept.report()
    const found = report === undefined ? undefined : wordIn(report)
    const word = found === undefined ? undefined : { ...found, flags: flagsText(kept.about.flags) }
    if (word?.isJudged === true)
      return unjudged === undefined ? word : { ...word, lines: [...word.lines, ...since(unjudged)] }
    // One that was asked for something else has the last say only where no other has any.
    if (unjudged === undefined || (unjudged.isAsked === false && word?.isAsked !== false)) unjudged = word ?? unjudged
  }
  return unjudged
}

/** That a later run was asked for it and did not judge it, and why. */
const since = ({ isAsked, title, lines: [first = ''] }: Word & LastWord): readonly string[] =>
  isAsked === false ? [] : [`${title.replace(/^In/, 'later, in')}: ${first}`]

const titleOf = ({ target, run }: Report): string =>
  `In the run ${run.id} of ${target.name}, ${minuteOf(run.startedAt)}:${run.startedAt.slice(17, 19)}`

function checkWordOf(report: Report, id: string): Word | undefined {
  const check = report.checks.find((each) => each.id === id)
  if (check === undefined) return undefined
  const open = report.requirements.flatMap(({ id: statement, judgements }) =>
    judgements
      .filter((each) => each.check === id && each.verdict === 'unexercised' && each.why !== 'not selected')
      .map(({ reason }) => `${statement} unexercised: ${reason ?? ''}`),
  )
  return { isJudged: check.verdict !== 'unexercised', title: titleOf(report), lines: [check.verdict, ...open] }
}

function seenIn(report: Report, id: string): Word | undefined {
  const seen = report.observations.filter((each) => each.id === id).map(({ value }) => value)
  return seen.length === 0 ? undefined : { isJudged: true, title: titleOf(report), lines: [...new Set(seen)] }
}

type Word = Omit<LastWord, 'flags'> & {
  readonly isJudged: boolean
  /** False where its run was asked for something else. */
  readonly isAsked?: boolean
}

/** Why checks of a requirement that was judged did not look at their part of it. */
function unseenParts(judgements: Report['requirements'][number]['judgements']): readonly string[] {
  const unseen = judgements.filter(({ verdict }) => verdict === 'unexercised')
  const told = [
    ...new Set(unseen.map(({ check, reason }) => `not looked at by ${check}: ${reason ?? 'not exercised'}`)),
  ]
  const rest = told.length - TOLD
  return [...told.slice(0, TOLD), ...(rest > 0 ? [`and ${rest} more parts of it were not looked at`] : [])]
}

/** Whether a run was asked for a requirement; what its depth left out, or it did not wait for, it was asked for all the same. */
function wasAsked({ run }: Report, requirement: Report['requirements'][number]): boolean {
  const { why, reason = '' } = requirement
  if (why !== 'not selected' || reason.endsWith(WAITED_NO_LONGER)) return true
  return run.shard === undefined && reason !== UNSELECTED && isAsked(requirement, run.only)
}

function wordOf(report: Report, id: string, command: string): Word | undefined {
  const requirement = report.requirements.find((each) => each.id === id)
  if (requirement === undefined) return undefined
  const { verdict, judgements, at, line } = requirement
  const own = judgements.filter((each) => each.verdict === verdict)
  // What is inapplicable says why in what a check saw alone.
  const { reason = verdict === 'inapplicable' ? own[0]?.reason : undefined } = requirement
  const isTrouble = ['broken', 'fail', 'blocked', 'warn'].includes(verdict)
  const texts = isTrouble ? [...new Set(own.map((each) => judgementText(each, at)))].slice(0, TOLD) : []
  const replay = replaysOf(report)(requirement)
  return {
    isJudged: verdict !== 'unexercised',
    isAsked: wasAsked(report, requirement),
    title: titleOf(report),
    lines: [
      [verdict, ...(reason === undefined ? [] : [reason])].join(': '),
      ...(line === undefined ? [] : line.split('\n').map((each) => `  ${each}`)),
      ...texts,
      // What was seen may be a part of it.
      ...(isTrouble || verdict === 'unexercised' ? [] : unseenParts(judgements)),
      ...(isTrouble && replay !== undefined ? [`again: ${command} ${replay}`] : []),
    ],
  }
}

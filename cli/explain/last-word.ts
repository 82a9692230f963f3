import { judgementText } from '../../kit/report/judgement-text.ts'
import type { Report } from '../../kit/report/report.ts'
import { replaysOf } from '../../reporters/views/repeating.ts'
import { minuteOf } from '../../reporters/views/runs/history.ts'
import { type Assembly, typedName } from '../assembly.ts'
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

/** What the last run that is kept and has judged a requirement says of it; of none that has, why the last one did not. */
export async function lastWordOn(
  id: string,
  assembly: Pick<Assembly, 'name' | 'typed'>,
  cwd: string,
): Promise<LastWord | undefined> {
  let unjudged: LastWord | undefined
  for (const kept of await keptRuns(cwd, assembly.name)) {
    const report = await kept.report()
    const found = report === undefined ? undefined : wordOf(report, id, typedName(assembly))
    const word = found === undefined ? undefined : { ...found, flags: flagsText(kept.about.flags) }
    if (word?.isJudged === true) return word
    unjudged ??= word
  }
  return unjudged
}

/** ` --config staging.yaml`, each flag behind a blank; what a shell would take apart stands between quotes. */
function flagsText(flags: Readonly<Record<string, unknown>>): string {
  const quoted = (value: unknown): string => {
    const text = String(value)
    return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
  }
  const named = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return Object.entries(flags)
    .flatMap(([name, value]) =>
      [value].flat().map((each) => ` ${named(name)}${each === true ? '' : ` ${quoted(each)}`}`),
    )
    .join('')
}

type Word = Omit<LastWord, 'flags'> & { readonly isJudged: boolean }

function wordOf(report: Report, id: string, command: string): Word | undefined {
  const requirement = report.requirements.find((each) => each.id === id)
  if (requirement === undefined) return undefined
  const { verdict, judgements, at, reason, line } = requirement
  const own = judgements.filter((each) => each.verdict === verdict)
  const isTrouble = ['broken', 'fail', 'blocked', 'warn'].includes(verdict)
  const texts = isTrouble ? [...new Set(own.map((each) => judgementText(each, at)))].slice(0, TOLD) : []
  const replay = replaysOf(report)(requirement)
  return {
    isJudged: verdict !== 'unexercised',
    title: `In the run of ${report.target.name}, ${minuteOf(report.run.startedAt)}`,
    lines: [
      [verdict, ...(reason === undefined ? [] : [reason])].join(': '),
      ...(line === undefined ? [] : line.split('\n').map((each) => `  ${each}`)),
      ...texts,
      ...(isTrouble && replay !== undefined ? [`again: ${command} ${replay}`] : []),
    ],
  }
}

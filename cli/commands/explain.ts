import { type Assembly, loaded, typedName } from '../assembly.ts'
import { WholeRuns } from '../explain/examples.ts'
import { type Explanation, explanationText } from '../explain/explanation.ts'
import {
  explainedCheck,
  explainedCode,
  explainedOpen,
  explainedRequirement,
  patternText,
} from '../explain/explanations.ts'
import { type Known, type Subject, subjectOf } from '../explain/subject.ts'
import { isRun } from '../run/kept/named-run.ts'
import { UsageError } from '../usage-error.ts'

export interface ExplainFlags {
  readonly json?: boolean
  /** Also of many, though each example is a run of its own. */
  readonly examples?: boolean
}

/** Requirements of a pattern up to which each has its examples without being asked for. */
const AT_HAND = 40

/**
 * Prints everything that is known about a requirement, a check, a code of the error tables, or a list of what a pattern
 * stands for; as JSON all of each that it stands for.
 * @throws UsageError for a word that means none of them
 */
export async function explain(
  word: string,
  { json = false, examples = false }: ExplainFlags,
  assembly: Assembly,
): Promise<number> {
  const { services, checks } = await loaded(assembly.suites)
  const known = { contracts: services.map(({ contract }) => contract), checks }
  const subject = await meantBy(word, known, assembly)
  if (json) {
    const found: Explanation[] = []
    const many = subject.kind === 'pattern' ? subject.requirements.length : 1
    const isBare = !examples && many > AT_HAND
    const context = { isBare, ...(subject.kind === 'pattern' && { whole: new WholeRuns() }) }
    for (const each of subjectsOf(subject, known)) found.push(await explained(each, known, assembly, context))
    if (isBare)
      process.stderr.write(
        `note: without examples, which take minutes for ${many} requirements; --examples adds them\n`,
      )
    process.stdout.write(
      `${JSON.stringify({ explanations: found, contracts: contractsOf(found, known) }, undefined, 2)}\n`,
    )
    return 0
  }
  const lines =
    subject.kind === 'pattern'
      ? patternText(subject, known, assembly)
      : explanationText(await explained(subject, known, assembly, { keptIn: process.cwd() }))
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

type Single = Exclude<Subject, { kind: 'pattern' }>

/** What a word means: some ids end as the names of files do, so that files are thought of last. */
async function meantBy(word: string, known: Known, assembly: Assembly): Promise<Subject> {
  const command = typedName(assembly)
  try {
    return subjectOf(word, known, command)
  } catch (error) {
    if (!(await isRun(word, assembly, process.cwd()))) throw error
    throw new UsageError(
      `explain ${word}: names a file or a run; explain takes the id of a requirement or a check, an error code or a pattern. ${command} report ${word} shows what a report or a bundle says`,
    )
  }
}

function explained(
  subject: Single,
  known: Known,
  assembly: Assembly,
  context: { readonly keptIn?: string; readonly whole?: WholeRuns; readonly isBare?: boolean } = {},
): Promise<Explanation> | Explanation {
  switch (subject.kind) {
    case 'requirement':
      return explainedRequirement(subject, known, assembly, context)
    case 'check':
      return explainedCheck(subject, known, assembly, context)
    case 'code':
      return explainedCode(subject, known, assembly)
    case 'open':
      return explainedOpen(subject, assembly, context)
  }
}

/** A pattern is taken apart; one that stands for everything brings the error codes along. */
function subjectsOf(subject: Subject, { contracts, checks }: Known): Single[] {
  if (subject.kind !== 'pattern') return [subject]
  const { requirements, checks: chosen } = subject
  const isEverything = chosen.length === checks.length
  return contracts.flatMap((contract): Single[] => [
    ...requirements
      .filter((id) => Object.hasOwn(contract.catalogue, id))
      .map((id) => ({ kind: 'requirement', id, contract }) as const),
    ...chosen
      .filter(({ service }) => service === contract.id)
      .map((check) => ({ kind: 'check', check, contract }) as const),
    ...(isEverything ? Object.entries(contract.errors) : []).map(
      ([code, row]) => ({ kind: 'code', code, row, contract }) as const,
    ),
  ])
}

/** What a contract has beside its requirements. */
const contractsOf = (found: readonly Explanation[], { contracts }: Known): object[] =>
  contracts
    .filter(({ id }) => found.some(({ service }) => service === id))
    .map(({ id, prefix, title, readings, unstated }) => ({ id, prefix, title, readings, unstated }))

import { needsAttention } from '../kit/report/baseline.ts'
import { judgementText } from '../kit/report/judgement-text.ts'
import type { Report, ReportedJudgement, ReportedRequirement } from '../kit/report/report.ts'
import { serviceOf } from './views/area.ts'
import { entryText, knownFailures, knownText } from './views/baseline-words.ts'
import { isExchange, messagesOf } from './views/evidence/messages.ts'
import { groupedJudgements, withoutIds } from './views/grouped-judgements.ts'
import { isFailedByWarnings, runTrouble } from './views/run-trouble.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** What is contradicted, by its verdict. */
const LEVELS = { fail: 'error', warn: 'warning' } as const

/**
 * SARIF 2.1.0: a rule per statement that was contradicted, a result per contradiction, at the address that it was seen at.
 * What could not be judged is told by the invocation; what a baseline knows is suppressed.
 */
export function sarifReport(report: Report): string {
  const { suite, run, target, outcome, gate, requirements, faults } = report
  // Where a baseline is held against the run, its word is the command's.
  const { exitCode } = gate ?? outcome
  const contradicted = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  const hindered = requirements.filter(({ verdict }) => verdict === 'broken' || verdict === 'blocked')
  const made = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: suite.name,
            version: suite.version,
            rules: contradicted.map(({ id, text, level, at }) => ({
              id,
              shortDescription: { text },
              fullDescription: { text: `${text} ${at}.` },
              defaultConfiguration: { level: level === 'must' ? 'error' : 'warning' },
              properties: { level, at },
            })),
          },
        },
        automationDetails: { id: `${suite.name}/${target.name}/${run.id}` },
        invocations: [
          {
            executionSuccessful: exitCode === 0 || exitCode === 1,
            exitCode,
            startTimeUtc: run.startedAt,
            endTimeUtc: run.endedAt,
            toolExecutionNotifications: [
              ...faults.map((text) => ({ level: 'error', message: { text } })),
              ...troubles(report).map((text) => ({ level: 'error', message: { text } })),
              ...report.notes.map((text) => ({ level: 'note', message: { text } })),
              ...hindered.map((each) => ({
                level: each.verdict === 'broken' ? 'error' : 'warning',
                message: { text: hindranceOf(each) },
              })),
            ],
          },
        ],
        results: contradicted.flatMap((each, index) => resultsOf(report, each, index)),
      },
    ],
  }
  return `${JSON.stringify(made, undefined, 2)}\n`
}

/** What closes the gate or kept the run from a verdict, where no result shows it. */
function troubles(report: Report): string[] {
  const trouble = runTrouble(report)
  const entries = report.gate?.known.filter(needsAttention) ?? []
  return [
    ...(trouble === undefined ? [] : [trouble.because]),
    ...(report.gate === undefined && isFailedByWarnings(report) ? [report.outcome.because] : []),
    ...entries.map((each) => `baseline: ${each.requirement}: ${entryText(each)}`),
  ]
}

function resultsOf(report: Report, requirement: ReportedRequirement, ruleIndex: number) {
  const { id, verdict, at, judgements } = requirement
  const excuse = knownFailures(report).get(id)
  return groupedJudgements(judgements.filter((each) => each.verdict === verdict)).map(({ judgement }) => ({
    ruleId: id,
    ruleIndex,
    // A gate on errors alone lets through what is no error.
    level: report.run.failOn === 'warn' ? LEVELS.fail : LEVELS[verdict as keyof typeof LEVELS],
    message: { text: judgementText(judgement, at) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: addressOf(report, id, judgement) } },
        logicalLocations: [{ fullyQualifiedName: judgement.check, kind: 'function' }],
      },
    ],
    partialFingerprints: { 'contradiction/v1': fingerprintOf(id, judgement) },
    ...(excuse === undefined ? {} : { suppressions: [{ kind: 'external', justification: knownText(excuse) }] }),
  }))
}

/** The same for the same contradiction in every run, and for no other one of its statement: readers merge what has one. */
const fingerprintOf = (id: string, { check, subject, actual }: ReportedJudgement): string =>
  [id, check, withoutIds(subject), withoutIds(actual)].filter((each) => each !== undefined).join(' | ')

/** Where it was seen: the address of the request, else of the service. */
function addressOf(report: Report, id: string, judgement: ReportedJudgement): string {
  const asked = messagesOf(report, judgement).find(isExchange)?.request.url
  const base = report.target.baseUrls[serviceOf(report.services, id)] ?? ''
  return asked !== undefined && URL.canParse(asked) ? new URL(asked).href : base
}

const hindranceOf = ({ id, verdict, at, judgements }: ReportedRequirement): string => {
  const own = judgements.find((each) => each.verdict === verdict)
  return own === undefined ? `${id}: ${verdict}` : `${id}: ${judgementText(own, at)}`
}

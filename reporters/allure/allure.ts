import type { Status } from 'allure-js-commons'
import type { ReporterRuntime } from 'allure-js-commons/sdk/reporter'
import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import { judgementText } from '../../kit/report/judgement-text.ts'
import { deliveryText, exchangeText } from '../../kit/report/message-text.ts'
import type { Report } from '../../kit/report/report.ts'
import { isExchange, messagesOf } from '../views/evidence/messages.ts'
import { failsIn } from '../views/failing.ts'
import { printable, printableText } from '../views/printable.ts'
import { runTrouble } from '../views/run-trouble.ts'
import { type CheckEntry, checkEntries, type JudgedEntry } from './check-entries.ts'
import { labelsOf } from './labels.ts'

/** What Allure calls a verdict: `FAILED` is a contradiction, `BROKEN` that there was no verdict. */
const STATUS = {
  pass: 'PASSED',
  noted: 'PASSED',
  warn: 'PASSED',
  fail: 'FAILED',
  blocked: 'BROKEN',
  broken: 'BROKEN',
  inapplicable: 'SKIPPED',
  unexercised: 'SKIPPED',
} as const satisfies Record<Verdict, keyof typeof Status>

/** Messages that one judgement carries along; a report of every message of a run would weigh many megabytes. */
const MOST = 3

/**
 * Writes what Allure makes its report from: a result for each check, a step for each judgement, with the messages that it
 * stands on where it is no plain pass.
 * @param folder is made where it is missing
 */
export async function writeAllure(report: Report, folder: string): Promise<void> {
  // Dear to load, and seldom wanted.
  const [{ Stage, Status: statuses }, { FileSystemWriter, ReporterRuntime: Runtime }] = await Promise.all([
    import('allure-js-commons'),
    import('allure-js-commons/sdk/reporter'),
  ])
  const runtime = new Runtime({ writer: new FileSystemWriter({ resultsDir: folder }) })
  const fails = failsIn(report)
  const statusOf = (verdict: Verdict): Status => statuses[fails({ verdict }) ? 'FAILED' : STATUS[verdict]]
  const trouble = runTrouble(report)
  if (trouble !== undefined) {
    const [start, stop] = [Date.parse(report.run.startedAt), Date.parse(report.run.endedAt)]
    const message = printableText(`${trouble.type}: ${trouble.because}`)
    const test = runtime.startTest({
      name: trouble.title,
      fullName: trouble.of,
      start,
      stage: Stage.FINISHED,
      status: statuses.BROKEN,
      statusDetails: { message },
      labels: labelsOf({ id: trouble.of, judged: [] }),
    })
    runtime.stopTest(test, { stop })
    runtime.writeTest(test)
  }
  for (const entry of checkEntries(report)) {
    const { id, title, startedAt, ms, known } = entry
    const test = runtime.startTest({
      name: printable(title),
      // Results of one name would be taken for attempts at one test.
      fullName: printable(id),
      start: startedAt,
      stage: Stage.FINISHED,
      status: statusOf(entry.verdict),
      labels: labelsOf(entry),
      statusDetails: { ...messageOf(entry), ...(known && { known: true }) },
    })
    for (const judged of entry.judged) {
      const status = statusOf(judged.judgement.verdict)
      writeStep(runtime, report, { test, status, start: startedAt, stop: startedAt + ms }, judged)
    }
    runtime.stopTest(test, { stop: startedAt + ms })
    runtime.writeTest(test)
  }
}

/** The judgements that decided, as one message; none where all is well. */
function messageOf({ verdict, judged }: CheckEntry): { message?: string } {
  if (verdict === 'pass' || verdict === 'noted') return {}
  const decisive = judged.filter(({ judgement }) => judgement.verdict === verdict)
  const lines = decisive.map(({ requirement, at, judgement }) => `${requirement}: ${judgementText(judgement, at)}`)
  return { message: printableText(lines.join('\n')) }
}

interface Frame {
  /** The result that a step belongs to. */
  readonly test: string
  readonly status: Status
  /** Wall clock, ms since the epoch. */
  readonly start: number
  readonly stop: number
}

function writeStep(
  runtime: ReporterRuntime,
  report: Report,
  { test, status, start, stop }: Frame,
  { requirement, at, judgement }: JudgedEntry,
): void {
  const { verdict } = judgement
  const words = printableText(judgementText(judgement, at))
  const statusDetails = verdict === 'pass' ? {} : { message: words }
  const step = runtime.startStep(test, null, {
    name: printable(`${requirement}: ${verdict}`),
    start,
    status,
    statusDetails,
  })
  if (step === undefined) return
  const attach = (name: string, text: string): void =>
    runtime.writeAttachment(test, step, name, Buffer.from(printableText(text)), {
      contentType: 'text/plain',
      fileExtension: '.txt',
      wrapInStep: true,
      timestamp: stop,
    })
  if (STATUS[verdict] !== 'SKIPPED' && verdict !== 'pass') {
    attach('judgement', words)
    for (const each of messagesOf(report, judgement).slice(0, MOST))
      attach(each.id, isExchange(each) ? exchangeText(each) : deliveryText(each))
  }
  runtime.stopStep(step, { stop })
}

import { judgementText } from '../../kit/report/judgement-text.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { areaOf, serviceOf } from '../views/area.ts'
import { knownFailures, knownText } from '../views/baseline-words.ts'
import { commandsOf } from '../views/evidence/commands.ts'
import { isExchange, messagesOf } from '../views/evidence/messages.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { failsIn } from '../views/failing.ts'
import { grouped } from '../views/grouping.ts'
import { type RunTrouble, runTrouble } from '../views/run-trouble.ts'
import { secondsFor, secondsOf } from '../views/seconds.ts'
import { addition } from '../views/unexercised/target-lines.ts'
import { baselineSuite } from './baseline.ts'
import { suiteElement } from './suite.ts'
import { attributes, escaped } from './xml-text.ts'

/** Characters of the commands of a failure. */
const COMMANDS = 8_000

/**
 * JUnit XML: a test suite per service and area, a test case per requirement. A broken promise is a failure, known or not;
 * where the suite came to no verdict it is an error; what was not exercised is skipped. Warnings stand in the output of
 * their suite, and are failures where the run counts them so; notes stand in that of the first. A baseline is a suite of its own, an entry a case; what kept
 * the run from a verdict, such as a target that is not there, is an error of its own.
 */
export function junitReport(report: Report): string {
  const seconds = secondsOf(report)
  const suites = [...grouped(report.requirements, ({ id }) => areaOf(id)).values()]
  const { gate } = report
  const trouble = runTrouble(report)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap((members, index) => suiteOf(report, members, index, seconds)),
    ...(gate === undefined || gate.known.length === 0 ? [] : suiteElement(report, baselineSuite(gate, suites.length))),
    ...(trouble === undefined ? [] : suiteElement(report, troubleSuite(trouble, suites.length + 1))),
    '</testsuites>',
    '',
  ].join('\n')
}

function troubleSuite({ of, title, type, because }: RunTrouble, id: number): Parameters<typeof suiteElement>[1] {
  const head = { name: of, package: of, id, hostname: 'localhost', tests: 1, failures: 0, errors: 1 }
  const element = `<error ${attributes({ message: because, type })}/>`
  return {
    head: { ...head, skipped: 0, time: '0.000' },
    cases: [`    <testcase ${attributes({ name: title, classname: of, time: '0.000' })}>${element}</testcase>`],
    output: '',
  }
}

function suiteOf(
  report: Report,
  members: readonly ReportedRequirement[],
  index: number,
  seconds: ReadonlyMap<string, number>,
): string[] {
  const many = (...verdicts: readonly string[]): number =>
    members.filter(({ verdict }) => verdicts.includes(verdict)).length
  const [{ id }] = members as readonly [ReportedRequirement]
  const service = serviceOf(report.services, id)
  const time = secondsFor(report, members)
  const isFailing = failsIn(report)
  const warnings = members
    .filter((each) => each.verdict === 'warn' && !isFailing(each))
    .flatMap(textsOf)
    .map((text) => `warn ${text}\n`)
  return suiteElement(report, {
    head: {
      name: areaOf(id),
      package: service,
      id: index,
      hostname: hostOf(report.target.baseUrls[service]),
      tests: members.length,
      failures: members.filter(isFailing).length,
      errors: many('broken', 'blocked'),
      skipped: many('unexercised', 'inapplicable'),
      time: time.toFixed(3),
    },
    cases: members.map((each) => caseOf(report, each, seconds.get(each.id) ?? 0)),
    output: [...(index === 0 ? report.notes.map((text) => `note ${text}\n`) : []), ...warnings].join(''),
  })
}

function caseOf(report: Report, requirement: ReportedRequirement, time: number): string {
  const { id, verdict, level, text, why, reason, line } = requirement
  const service = serviceOf(report.services, id)
  const head = `    <testcase ${attributes({ name: `${id}: ${text}`, classname: `${service}.${areaOf(id)}`, time: time.toFixed(3) })}`
  const isFailing = failsIn(report)(requirement)
  if (verdict === 'warn' && !isFailing) return `${head}/>`
  switch (verdict) {
    case 'warn':
    case 'fail':
    case 'broken':
    case 'blocked': {
      const excuse = knownFailures(report).get(id)
      const texts = textsOf(requirement)
      const element = isFailing ? 'failure' : 'error'
      const body = [...(excuse === undefined ? [] : [knownText(excuse)]), ...texts, ...curlOf(report, requirement)]
      // A target that went away is why, whatever a check says of its own silence.
      const cause = verdict === 'blocked' && report.run.stopped === 'gone' ? report.run.because : undefined
      const before = cause === undefined ? '' : `${cause}; `
      const message = `${before}${excuse === undefined ? '' : `known until ${excuse.expires} (${excuse.owner}); `}${texts[0] ?? verdict}`
      const about = attributes({ message: message.split('\n')[0] ?? '', type: element === 'failure' ? level : verdict })
      return `${head}><${element} ${about}>${escaped(body.join('\n\n'))}</${element}></testcase>`
    }
    case 'unexercised': {
      const message = `${why ?? 'not selected'}: ${reason ?? ''}${line === undefined ? '' : `; ${addition(line)}`}`
      return `${head}><skipped ${attributes({ message })}/></testcase>`
    }
    case 'inapplicable': {
      const message = `inapplicable: ${requirement.judgements.find((each) => each.verdict === verdict)?.reason ?? ''}`
      return `${head}><skipped ${attributes({ message })}/></testcase>`
    }
    default:
      return `${head}/>`
  }
}

const textsOf = ({ judgements, verdict, at }: ReportedRequirement): string[] =>
  judgements.filter((each) => each.verdict === verdict).map((each) => judgementText(each, at))

/** The commands that repeat what the first of its contradictions is about, of those that stand on a request. */
function curlOf(report: Report, { judgements, verdict }: ReportedRequirement): string[] {
  const [main] = judgements
    .filter((each) => each.verdict === verdict)
    .flatMap(({ evidence, ...each }) => {
      const exchange = messagesOf(report, { ...each, evidence }).find(isExchange)
      return exchange === undefined ? [] : [{ exchange, evidence }]
    })
  if (main === undefined) return []
  const { lines, note, lacking } = commandsOf(report, main.exchange, main.evidence, COMMANDS)
  const commands = lines.join('\n')
  return [commands, note, lacking, ...placeholders(report, commands)].filter((each) => each !== undefined)
}

const hostOf = (url: string | undefined): string =>
  (url !== undefined && URL.canParse(url) && new URL(url).hostname) || 'localhost'

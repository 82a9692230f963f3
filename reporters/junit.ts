import type { Report, ReportedRequirement } from '../kit/report.ts'
import { judgementText } from '../kit/report-text.ts'
import { areaOf, serviceOf } from './area.ts'
import { grouped } from './grouping.ts'

/**
 * JUnit XML: a test suite per service and area, a test case per requirement. A broken promise is a failure; where the
 * suite came to no verdict it is an error; what was not exercised is skipped. Warnings stand in the output of their suite.
 */
export function junitReport(report: Report): string {
  const seconds = secondsOf(report)
  const suites = [...grouped(report.requirements, ({ id }) => areaOf(id)).values()]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.flatMap((members, index) => suiteOf(report, members, index, seconds)),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(
  report: Report,
  members: readonly ReportedRequirement[],
  index: number,
  seconds: ReadonlyMap<string, number>,
): string[] {
  const { run, target, suite } = report
  const many = (...verdicts: readonly string[]): number =>
    members.filter(({ verdict }) => verdicts.includes(verdict)).length
  const [{ id }] = members as readonly [ReportedRequirement]
  const service = serviceOf(id)
  const time = members.reduce((sum, each) => sum + (seconds.get(each.id) ?? 0), 0)
  const head = attributes({
    name: areaOf(id),
    package: service,
    id: index,
    // The schema allows no zone; the time is UTC.
    timestamp: run.startedAt.slice(0, 19),
    hostname: hostOf(target.baseUrls[service]),
    tests: members.length,
    failures: many('fail'),
    errors: many('broken', 'blocked'),
    skipped: many('unexercised'),
    time: time.toFixed(3),
  })
  const properties = {
    target: target.name,
    environment: target.environment,
    run: run.id,
    seed: run.seed,
    assay: suite.version,
  }
  const warnings = members.filter(({ verdict }) => verdict === 'warn').flatMap(textsOf)
  return [
    `  <testsuite ${head}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property ${attributes({ name, value })}/>`),
    '    </properties>',
    ...members.map((each) => caseOf(report, each, seconds.get(each.id) ?? 0)),
    `    <system-out>${escaped(warnings.map((text) => `warn ${text}\n`).join(''))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ]
}

function caseOf(report: Report, requirement: ReportedRequirement, time: number): string {
  const { id, verdict, level, text, why, reason, line } = requirement
  const service = serviceOf(id)
  const head = `    <testcase ${attributes({ name: `${id}: ${text}`, classname: `${service}.${areaOf(id)}`, time: time.toFixed(3) })}`
  switch (verdict) {
    case 'fail':
    case 'broken':
    case 'blocked': {
      const [first = verdict, ...more] = textsOf(requirement)
      const element = verdict === 'fail' ? 'failure' : 'error'
      const body = [first, ...more, ...curlOf(report, requirement)].join('\n\n')
      const about = attributes({ message: first.split('\n')[0] ?? '', type: verdict === 'fail' ? level : verdict })
      return `${head}><${element} ${about}>${escaped(body)}</${element}></testcase>`
    }
    case 'unexercised': {
      const message = `${why ?? 'not selected'}: ${reason ?? ''}${line === undefined ? '' : `; add to the target file: ${line}`}`
      return `${head}><skipped ${attributes({ message })}/></testcase>`
    }
    default:
      return `${head}/>`
  }
}

const textsOf = ({ judgements, verdict, at }: ReportedRequirement): string[] =>
  judgements.filter((each) => each.verdict === verdict).map((each) => judgementText(each, at))

/** The command that repeats what the first of its contradictions stands on. */
function curlOf({ exchanges }: Report, { judgements, verdict }: ReportedRequirement): string[] {
  const evidence = judgements.filter((each) => each.verdict === verdict).flatMap((each) => each.evidence)
  const exchange = exchanges.find(({ id }) => evidence.includes(id))
  return exchange === undefined ? [] : [exchange.curl]
}

/** Seconds per requirement; a check that judges several counts at the first of them, so that sums are right. */
function secondsOf({ requirements, checks }: Report): ReadonlyMap<string, number> {
  const left = new Map(checks.map(({ id, ms }) => [id, ms]))
  return new Map(
    requirements.map(({ id, judgements }) => {
      const own = [...new Set(judgements.map(({ check }) => check))]
      const ms = own.reduce((sum, check) => sum + (left.get(check) ?? 0), 0)
      for (const check of own) left.delete(check)
      return [id, ms / 1000]
    }),
  )
}

const hostOf = (url: string | undefined): string =>
  (url !== undefined && URL.canParse(url) && new URL(url).hostname) || 'localhost'

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) => `${name}="${escaped(String(value)).replace(/[\t\n]/g, (char) => `&#${char.charCodeAt(0)};`)}"`,
    )
    .join(' ')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Without the characters that XML 1.0 cannot hold, escaped or not. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\r]/g, (char) => ENTITIES[char] ?? char)

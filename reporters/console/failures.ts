import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import { judgementText, sentences } from '../../kit/report/judgement-text.ts'
import type { Report, ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { areaOf } from '../views/area.ts'
import { knownFailures, knownText } from '../views/baseline-words.ts'
import { alikeRequirements } from '../views/causes/alike.ts'
import { counted } from '../views/counted.ts'
import { commandsOf } from '../views/evidence/commands.ts'
import {
  deliveryLines,
  type EvidenceMessage,
  isExchange,
  messageName,
  messageOutcome,
  messagesOf,
} from '../views/evidence/messages.ts'
import { replayOf } from '../views/evidence/repeating.ts'
import { alikeIn, groupedJudgements, hasAlike, type JudgementGroup, warnedBeside } from '../views/grouped-judgements.ts'
import { grouped } from '../views/grouping.ts'
import { printable } from '../views/printable.ts'
import { type Blockage, blockagesOf } from '../views/unexercised/blockages.ts'
import { briefly, briefs } from './briefly.ts'
import { type Paint, VERDICT_COLOURS } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

/** Lines and characters of a body that are shown: most are one long line of JSON. */
const BODY_LINES = 8
const BODY = 900
/** Characters of a command that is shown. */
const COMMAND = 4_000
/** Lines of one judgement after its first: where a fault of the suite came from. */
const MORE_LINES = 4
/** Contradictions of one requirement that are shown beside the first, in a line each. */
const BESIDE = 4
/** Messages with the same contradiction that are named, and messages that one judgement stands on beside the first. */
const ALIKE = 4
const COMPANIONS = 4

/** Requirements behind one obstacle that are named each; of more of them the areas are. */
const EACH = 24

/** Lines of requirements in none of the groups that are told, for each of a group: mostly each has a cause of its own. */
const OTHERS = 2

/** How much of many failures is told. */
interface Amount {
  /** Requirements that are told whole. */
  readonly whole: number
  /** Requirements of a group that have a line each; twice as many of those in none that is told. */
  readonly brief: number
}

/** What asks again where no run is kept: who sends nothing looks at what others send, and the run has to select them. */
function narrowedTo({ exchanges }: Report, { check, evidence }: ReportedJudgement): string {
  if (exchanges.some((each) => each.check === check)) return `the same run with --only ${check}`
  const about = new Set(evidence)
  // What a fixture sends is sent for whoever uses it.
  const senders = exchanges.filter((each) => about.has(each.id) && !each.check.startsWith('fixture/'))
  const named = new Set(senders.map((each) => each.check))
  return named.size === 0 ? 'the same run, whole' : `the same run with --only ${[check, ...named].join(' ')}`
}

/** Failures for a person at a terminal. A message that several of them stand on is shown at the first of them. */
export class Failures {
  readonly #report: Report
  readonly #paint: Paint
  readonly #isKept: boolean
  readonly #run: string
  readonly #flags: string
  readonly #isWhole: boolean
  readonly #known: ReturnType<typeof knownFailures>
  /** Id of a message to the requirement under which it was shown. */
  readonly #shown = new Map<string, string>()

  /**
   * @param isKept whether `replay` finds the run: else it would take another one
   * @param isWhole whether all messages that a judgement stands on are named
   * @param run id or file of the one that `replay` is to take
   * @param flags that name its target, behind a blank, where the run does not
   */
  constructor(report: Report, paint: Paint, isKept = true, isWhole = false, run = report.run.id, flags = '') {
    this.#flags = flags
    this.#run = run
    this.#isWhole = isWhole
    this.#report = report
    this.#isKept = isKept
    this.#known = knownFailures(report)
    this.#paint = paint
  }

  /** Every requirement of one verdict, with what was seen and how to see it again. */
  explained(verdict: Verdict): string[] {
    return this.#report.requirements
      .filter((each) => each.verdict === verdict)
      .flatMap((requirement) => this.#explained(requirement, verdict))
  }

  /**
   * The same within what anybody reads: of many requirements those to which the same was expected and the same came are one group,
   * the largest first; one of each of the first is told whole, and others in a line each, up to a limit.
   */
  told(verdict: Verdict, { whole, brief }: Amount): string[] {
    const groups = alikeRequirements(this.#report.requirements, verdict)
    const all = groups.reduce((sum, { members }) => sum + members.length, 0)
    if (all <= whole) return this.explained(verdict)
    const first = groups.slice(0, whole).flatMap(({ common, members: [one, ...others] }) => {
      if (one === undefined) return []
      const head = `    ${this.#paint('bold', `${others.length} more`)} ${printable(common)}:`
      const more = briefs(others, verdict, brief, true)
      return [
        ...this.#explained(one, verdict),
        ...(more.length === 0 ? [] : [head, ...more.map((each) => `    ${each}`)]),
      ]
    })
    const rest = groups.slice(whole).flatMap(({ members }) => members)
    return [...first, ...(rest.length === 0 ? [] : ['', ...briefs(rest, verdict, OTHERS * brief, true)])]
  }

  #explained(requirement: ReportedRequirement, verdict: Verdict): string[] {
    const [first, ...others] = groupedJudgements(requirement.judgements.filter((each) => each.verdict === verdict))
    return first === undefined ? [] : ['', ...this.#requirement(requirement, first, others)]
  }

  /**
   * Requirements that could not be judged, by the obstacle, that in the way of most of them first.
   * @param whole so many obstacles are told whole, the others in a line each
   */
  blockages(whole = Number.POSITIVE_INFINITY): string[] {
    const all = blockagesOf(this.#report.requirements)
    if (all.length <= whole) return all.flatMap((blockage) => ['', ...this.#blockage(blockage)])
    const ordered = all.toSorted((a, b) => b.members.length - a.members.length)
    return [
      ...ordered.slice(0, whole).flatMap((blockage) => ['', ...this.#blockage(blockage)]),
      '',
      ...ordered
        .slice(whole)
        .flatMap(({ members: [one, ...others], alike }) =>
          one === undefined
            ? []
            : [
                `  ${briefly(one, 'blocked')}${others.length + alike.length === 0 ? '' : ` (and ${others.length + alike.length} more)`}`,
              ],
        ),
    ]
  }

  #requirement(requirement: ReportedRequirement, first: JudgementGroup, others: readonly JudgementGroup[]): string[] {
    const { id, at } = requirement
    const most = this.#isWhole ? Number.POSITIVE_INFINITY : BESIDE
    const rest = others.length - most
    const beside = others
      .slice(0, most)
      .flatMap((group) => [
        this.#dim(`      also ${printable(besideText(group.judgement, first.judgement))}`),
        ...this.#alike(group, '        '),
      ])
    const messages = messagesOf(this.#report, first.judgement)
    const warned = warnedBeside(requirement, this.#isWhole ? Number.POSITIVE_INFINITY : ALIKE)
    return [
      ...this.#head(first.judgement, judgementText(first.judgement, at)),
      this.#sentence(requirement),
      ...this.#excuse(requirement),
      ...this.#messages(messages, first.judgement, id),
      ...this.#alike(first, '      '),
      ...beside,
      ...(rest > 0 ? [this.#dim(`      and ${counted(rest, 'more contradiction')} of it in the JSON report`)] : []),
      ...(warned === undefined ? [] : [this.#dim(`      ${printable(warned)}`)]),
      ...this.#again(first.judgement),
    ]
  }

  #blockage({ judgement, members, alike }: Blockage): string[] {
    const [first, ...others] = members
    if (first === undefined) return []
    const messages = messagesOf(this.#report, judgement)
    const [main] = messages
    // Whatever check it was: a reader knows the request that stands in the way.
    const reason = judgement.reason ?? ''
    const subject = judgement.subject ?? (main === undefined ? '' : messageName(main))
    const bare = subject === '' || reason.includes(subject)
    // The place of one of many that wait for it says nothing of what stands in their way.
    const at = others.length === 0 ? first.at : ''
    const text = bare ? sentences(reason, at) : judgementText({ ...judgement, subject }, at)
    const waiting =
      others.length === 0 ? [this.#sentence(first)] : this.#named('wait for it, whole or in part', members)
    return [
      ...this.#head(judgement, text),
      ...this.#messages(messages, { ...judgement, subject: text }, first.id),
      ...waiting,
      ...this.#named('met the same at messages of their own', alike),
      ...this.#again(judgement),
    ]
  }

  #named(what: string, members: readonly ReportedRequirement[]): string[] {
    if (members.length === 0) return []
    const ids =
      this.#isWhole || members.length <= EACH
        ? members.map(({ id }) => id)
        : [...grouped(members, ({ id }) => areaOf(id))].map(([area, own]) => `${area}.* ${own.length}`)
    return [
      `    ${this.#paint('bold', counted(members.length, 'requirement'))} ${what}:`,
      ...wrapped(ids, 110).map((line) => this.#dim(`      ${line}`)),
    ]
  }

  #head({ verdict }: ReportedJudgement, text: string): string[] {
    const [first = '', ...more] = text.split('\n').map(printable)
    return [
      `  ${this.#paint(VERDICT_COLOURS[verdict], verdict)} ${first}`,
      ...more.slice(0, MORE_LINES).map((line) => `      ${line}`),
    ]
  }

  #sentence({ id, level, text }: ReportedRequirement): string {
    return `    ${this.#paint('bold', id)} (${level}): ${text}`
  }

  #excuse({ id }: ReportedRequirement): string[] {
    const excuse = this.#known.get(id)
    return excuse === undefined ? [] : [this.#paint('yellow', `    ${printable(knownText(excuse))}`)]
  }

  #alike(group: JudgementGroup, indent: string): string[] {
    return !hasAlike(group)
      ? []
      : [
          this.#dim(
            `${indent}the same in: ${printable(alikeIn(group, this.#isWhole ? Number.POSITIVE_INFINITY : ALIKE))}`,
          ),
        ]
  }

  /** The check of what is told: another that came to the same verdict may have done so by something else. */
  #again(judgement: ReportedJudgement): string[] {
    const { command } = this.#report.suite
    if (command === undefined) return []
    const again = this.#isKept
      ? `${command} ${replayOf(judgement, this.#run)}${this.#flags}`
      : narrowedTo(this.#report, judgement)
    return [this.#dim(`    again: ${again}`)]
  }

  /** The message that it is about, whole; the others it stands on, by name. */
  #messages(
    [main, ...others]: readonly EvidenceMessage[],
    { subject = '', evidence }: ReportedJudgement,
    id: string,
  ): string[] {
    if (main === undefined) return []
    const before = this.#shown.get(main.id)
    if (before === undefined) this.#shown.set(main.id, id)
    const name = messageName(main)
    const title = isExchange(main) && !subject.includes(name) ? [`      ${printable(name)}`] : []
    const shown =
      before === undefined
        ? [...title, ...(isExchange(main) ? this.#exchange(main, evidence) : this.#delivery(main))]
        : [`      ${isExchange(main) ? 'request and answer' : `delivery ${main.id}`}: see ${before} above`]
    const most = this.#isWhole ? Number.POSITIVE_INFINITY : COMPANIONS
    const named = others.slice(0, most).map((each) => `${messageName(each)}, ${messageOutcome(each)}`)
    const more = others.length > most ? [`${others.length - most} more`] : []
    const companions = [...new Set(named), ...more].join('; ')
    return [...shown, ...(companions === '' ? [] : [`      seen with it: ${printable(companions)}`])].map((line) =>
      this.#dim(line),
    )
  }

  #exchange(exchange: Extract<EvidenceMessage, { curl: string }>, evidence: readonly string[]): string[] {
    const { curl, response, fault } = exchange
    // A command is of use only whole: what is too long for a terminal is in the JSON report.
    const { lines, note, lacking } = commandsOf(this.#report, exchange, evidence, 2 * COMMAND)
    const shown = curl.length > COMMAND ? ['its command is in the JSON report'] : lines
    const told = [note, lacking].flatMap((each) => (each === undefined ? [] : [`      ${printable(each)}`]))
    const answer =
      response === undefined ? `no answer: ${printable(fault?.message ?? '')}` : `answer ${response.status}`
    return [
      ...shown.map((each) => `      ${printable(each)}`),
      ...told,
      `      ${answer}`,
      ...bodyLines(response?.body ?? ''),
    ]
  }

  #delivery(delivery: Exclude<EvidenceMessage, { curl: string }>): string[] {
    return [
      ...deliveryLines(delivery, this.#report.services).map((line) => `      ${printable(line)}`),
      ...bodyLines(delivery.body),
    ]
  }

  #dim(line: string): string {
    return this.#paint('dim', line)
  }
}

/** Another contradiction of the same requirement: what it has in common with the first is not said again. */
function besideText({ subject, check, expected, actual, reason }: ReportedJudgement, first: ReportedJudgement): string {
  const said = [
    ...(expected === undefined || expected === first.expected ? [] : [`expected ${expected}`]),
    ...(actual === undefined ? [] : [`got ${actual}`]),
  ].join(', ')
  const why = reason === first.reason ? undefined : reason
  return `${subject ?? check}: ${[said, why].filter((each) => each !== undefined && each !== '').join('; ')}`
}

function bodyLines(text: string): string[] {
  if (text.trim() === '') return []
  const whole = text.trimEnd()
  const cut = whole.length > BODY ? `${whole.slice(0, BODY)}… ${whole.length - BODY} more characters` : whole
  const lines = cut.split(/\r?\n/)
  const left = lines.length - BODY_LINES
  return [...lines.slice(0, BODY_LINES), ...(left > 0 ? [`… ${left} more lines`] : [])].map(
    (line) => `      ${printable(line)}`,
  )
}

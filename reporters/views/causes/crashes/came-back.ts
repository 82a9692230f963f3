import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import { isBrokenOff, isCutUnread } from '../../../../kit/http/exchange.ts'
import type { Report, ReportedService } from '../../../../kit/report/report.ts'
import { unlikelihoodAmong } from '../../../../kit/run/presence/likeness.ts'
import { saysCameBack, timeOf } from '../../../../kit/run/presence/suspects.ts'
import { counted } from '../../counted.ts'
import { suspectLines } from '../../evidence/commands.ts'
import { messageName } from '../../evidence/messages.ts'
import { grouped } from '../../grouping.ts'
import { judgedAcross } from './across.ts'
import { ANSWERED, lastAnswers } from './answered-last.ts'

/** Suspects that are told with their commands, and times. */
const TOLD = 6
const TIMES = 4
/** Requests that are named of those that were broken off where nobody saw it away. */
const ELSEWHERE = 3

/** A time in which nobody listened where a service was before it. */
interface Absence {
  /** When the first request was lost; wall clock, ms since the epoch. */
  readonly from: number
  /** When the first request that was answered again was sent; infinite where none was. */
  readonly to: number
  /** What was broken off as it went, and all that was lost. */
  readonly cut: readonly ReportedExchange[]
  readonly lost: readonly ReportedExchange[]
}

/** A busy machine hears of an answer and of connections that broke after it in any order, ms. */
const SAME_MOMENT_MS = 250

/** Whether one was lost before somebody answered again: of one that had met nobody until then it may be heard a little later. */
const isLostBefore = ({ sentAt, endedAt, fault }: ReportedExchange, back: number, goneAt: number): boolean =>
  endedAt <= back || (sentAt <= (fault?.kind === 'refused' ? back : goneAt) && endedAt <= back + SAME_MOMENT_MS)

/** From the first request that was lost to the next that was answered, where nobody listened in between. */
export function absencesIn(own: readonly ReportedExchange[]): Absence[] {
  const refused = own.filter(({ fault }) => fault?.kind === 'refused').toSorted((a, b) => a.endedAt - b.endedAt)
  const answered = own.filter(({ response }) => response !== undefined)
  const absences: Absence[] = []
  for (const { sentAt, endedAt } of refused) {
    if (absences.some(({ from, to }) => endedAt >= from && sentAt <= to)) continue
    const before = Math.max(...answered.filter((each) => each.endedAt < endedAt).map((each) => each.endedAt))
    // One that was taken and broken off met a service that had come back, and went again.
    const met = own.filter((each) => isBrokenOff(each) && each.sentAt > endedAt + SAME_MOMENT_MS)
    const after = Math.min(...[...answered.filter((each) => each.sentAt > endedAt), ...met].map((each) => each.sentAt))
    const lost = own.filter(
      (each) =>
        (isBrokenOff(each) || each.fault?.kind === 'refused') &&
        each.endedAt >= before - SAME_MOMENT_MS &&
        isLostBefore(each, after, endedAt) &&
        // What went with it the time before does not go with it again.
        absences.every(({ from, to }) => !isLostBefore(each, to, from)),
    )
    const cut = lost.filter((each) => isBrokenOff(each) && each.sentAt <= endedAt)
    // Before the first request it was asked whether it is there. One that is may refuse for a moment, and of one that nobody
    // ever met nothing is known.
    const metAt = Number.isFinite(before) ? before : endedAt
    const isMet = Number.isFinite(before) || Number.isFinite(after)
    if (cut.length === 0 && !(isMet && after - metAt > SAME_MOMENT_MS)) continue
    absences.push({ from: Math.min(...lost.map((each) => each.endedAt)), to: after, cut, lost })
  }
  return absences
}

const asked = ({ operation, key, request }: ReportedExchange) => ({ operation, key, body: request.body, request })

const nameOf = ({ operation, label }: ReportedExchange): string => `${operation} ${label}`

/**
 * One of each kind that was broken off and never answered, the likeliest first: what had been read, what was lost more than
 * once, what is like nothing that was answered, of that what nobody can read or is no object, whose key got no answer to its
 * kind, and what was sent first.
 */
function suspectsIn(
  cuts: readonly (readonly ReportedExchange[])[],
  own: readonly ReportedExchange[],
): ReportedExchange[] {
  const answered = own.filter(({ response }) => response !== undefined)
  const names = new Set(answered.map(nameOf))
  const unlikelihood = unlikelihoodAmong(answered.map(asked))
  // One check sends under another name what another one sends.
  const isLike = (one: ReportedExchange, other: ReportedExchange): boolean =>
    nameOf(one) === nameOf(other) ||
    (one.operation === other.operation && one.request.body !== '' && one.request.body === other.request.body)
  const times = (one: ReportedExchange): number => cuts.filter((cut) => cut.some((each) => isLike(each, one))).length
  const found = [...grouped(cuts.flat(), nameOf)]
    .filter(([name]) => !names.has(name))
    .flatMap(([, each]) =>
      each.slice(-1).map((exchange) => ({
        exchange,
        isUnread: each.every(isCutUnread),
        times: times(exchange),
        rank: unlikelihood(asked(exchange)),
      })),
    )
  const byLikeness = found.toSorted(
    (a, b) => Number(a.isUnread) - Number(b.isUnread) || a.rank - b.rank || a.exchange.sentAt - b.exchange.sentAt,
  )
  const byTimes = byLikeness.toSorted((a, b) => Number(a.isUnread) - Number(b.isUnread) || b.times - a.times)
  // One fault may be met by two requests, each at a time of its own: what is unlike all that was answered is named as well.
  const likeliest = [...new Set([...byTimes.slice(0, TOLD / 2), ...byLikeness.slice(0, TOLD / 2), ...byTimes])]
  // What went out several times at once is one command.
  return [...grouped(likeliest, ({ exchange }) => exchange.curl).values()].flatMap(([first]) => first?.exchange ?? [])
}

/**
 * Suspects of the operations that nobody was answered and that were broken off each time that it went: of several times
 * these come first. Others may have ended it all the same, one at one time and one at another.
 */
function neverAnswered(
  suspects: readonly ReportedExchange[],
  cuts: readonly (readonly ReportedExchange[])[],
  own: readonly ReportedExchange[],
): ReportedExchange[] {
  if (cuts.length < 2) return []
  const answered = new Set(own.filter(({ response }) => response !== undefined).map(({ operation }) => operation))
  return suspects.filter(
    ({ operation }) =>
      !answered.has(operation) && cuts.every((cut) => cut.some((each) => each.operation === operation)),
  )
}

/** The requests that services broke off behind their last answers, the likeliest to have ended them first; one of each kind. */
export function brokenOffLast({ exchanges, services }: Pick<Report, 'exchanges' | 'services'>): ReportedExchange[] {
  return services.flatMap(({ id }) => {
    const own = exchanges.filter(({ service }) => service === id)
    const last = Math.max(0, ...own.flatMap(({ response, endedAt }) => (response === undefined ? [] : [endedAt])))
    const cut = own.filter((each) => isBrokenOff(each) && each.endedAt >= last)
    const suspects = suspectsIn([cut], own)
    return suspects.length === 0 ? cut.toSorted((x, y) => y.sentAt - x.sentAt) : suspects
  })
}

/** How much was broken off, and how much found nobody: the latter was never sent. */
function lostText(absences: readonly Absence[]): string {
  const [broken, lost] = [
    absences.flatMap((each) => each.lost.filter(isBrokenOff)).length,
    absences.flatMap((each) => each.lost).length,
  ]
  const missed = lost - broken
  if (broken === 0) return `${counted(lost, 'request')} found nobody to take ${lost === 1 ? 'it' : 'them'}`
  const rest = missed === 0 ? '' : `, and ${missed} more found nobody to take ${missed === 1 ? 'it' : 'them'}`
  return `${counted(broken, 'request')} ${broken === 1 ? 'was' : 'were'} broken off with it${rest}`
}

/** What was broken off where nobody saw the service away: one that is back at once may have gone there, too. */
function elsewhereText(own: readonly ReportedExchange[], lost: readonly ReportedExchange[]): string {
  const others = own.filter((each) => isBrokenOff(each) && !lost.includes(each))
  const named = others.slice(0, ELSEWHERE).map((each) => `${messageName(each)}, ${timeOf(each.endedAt)}`)
  const more = others.length > ELSEWHERE ? [`${others.length - ELSEWHERE} more`] : []
  return others.length === 0
    ? ''
    : `, and ${counted(others.length, 'request')} at other times, when it may have gone as well (${[...named, ...more].join('; ')})`
}

interface Suspected {
  /** The likeliest, as many as are told. */
  readonly suspects: readonly ReportedExchange[]
  readonly all: readonly ReportedExchange[]
  readonly surest: readonly ReportedExchange[]
}

/** The likeliest, where a reader begins. */
function byText({ suspects: [first, ...others], surest }: Suspected): string {
  if (first === undefined) return ''
  const more =
    others.length > 1 ? [`one of ${others.length} more that are named below`] : ['the other one that is named below']
  const each = surest.length === 0 ? '' : ', of an operation that it broke off each time and never answered'
  const words = [`${messageName(first)}${each}`, ...(others.length === 0 ? [] : more)].map((word) => `by ${word}`)
  // First, where a line that is cut short has it as well.
  return `, perhaps from outside this run, ${words
    .slice(0, -1)
    .map((word) => `${word}, `)
    .join('')}or ${words.at(-1)},`
}

/** Of what kinds those that it may have ended by are, each with those of them that are told. */
function kindsOf({ suspects, all, surest }: Suspected): readonly (readonly [string, readonly ReportedExchange[]])[] {
  const [sure, others] = [
    suspects.filter((each) => surest.includes(each)),
    suspects.filter((each) => !surest.includes(each)),
  ]
  const further = all.length - surest.length
  const order =
    further === 1 ? '' : `, the likeliest first${further > others.length ? ` (${others.length} of ${further})` : ''}`
  const kinds = [
    ['of operations that it broke off each time and never answered', sure],
    [`${sure.length === 0 ? '' : 'or '}what it broke off then and answered at no other time${order}`, others],
  ] as const
  return kinds.filter(([, each]) => each.length > 0)
}

/** Each that it may have ended by with its commands, as lines of a shell. */
function suspectedLines(report: Report, suspected: Suspected, answered: readonly ReportedExchange[]): string[] {
  const { suspects, all } = suspected
  if (suspects.length === 0) return []
  const commandsOf = (each: ReportedExchange): string[] => suspectLines(report, each)
  const told = (list: readonly ReportedExchange[]): string[] =>
    list.flatMap((each) => [`# ${messageName(each)}`, ...commandsOf(each)])
  // What was sent at once with another is sent by the commands of that one, too.
  const said = new Set(suspects.map((each) => commandsOf(each).join('\n')))
  const further = [...grouped(answered, (each) => commandsOf(each).join('\n'))].flatMap(([commands, [first]]) =>
    first === undefined || said.has(commands) ? [] : [first],
  )
  const shown = further.slice(0, ANSWERED)
  const rest = further.length - shown.length
  const many = suspects.length + shown.length
  return [
    ...kindsOf(suspected).flatMap(([kind, each]) => [`# ${kind}:`, ...told(each)]),
    ...(shown.length === 0
      ? []
      : [
          `# or what it had answered just before, and went on with${rest === 0 ? '' : ` (${shown.length} of ${further.length})`}:`,
          ...told(shown),
        ]),
    `# sent alone, ${many === 1 ? 'this command shows' : 'these commands show'} whether it ends by ${many === 1 ? 'it' : 'one of them'}, and where it does not it may have been ended by several at the same moment, by one that it answered at another time, ${all.length > suspects.length ? 'by another of those that it broke off, ' : ''}${rest > 0 ? 'by another that it had just answered, ' : ''}by all that had come by then, or from outside this run`,
  ]
}

/**
 * A service that went away in the middle of a run and came back, as one does that is started again once it has crashed:
 * how often, by which requests perhaps, and which failures may come of what it forgot.
 */
export function cameBack(report: Report, own: readonly ReportedExchange[], { id }: ReportedService): string[] {
  const absences = absencesIn(own)
  if (absences.length === 0) return []
  const cuts = absences.map(({ cut }) => cut)
  const all = suspectsIn(cuts, own)
  const surest = neverAnswered(all, cuts, own)
  const suspects = [...new Set([...surest.slice(0, TOLD / 2), ...all])].slice(0, TOLD)
  const across = judgedAcross(report, absences)
  const isAnswered = absences.every(({ to }) => Number.isFinite(to))
  // A run that is not stopped asks at its end whether what it lost last is there.
  const isBack = isAnswered || report.run.stopped === undefined
  const gone = absences.length === 1 ? '' : ' after the last time'
  const times = absences.slice(0, TIMES).map(({ from }) => timeOf(from))
  const when = `${times.join(', ')}${absences.length > TIMES ? ', …' : ''} UTC`
  // Where it was back before anything was sent to it only notes tell.
  const besides = report.notes.filter((note) => saysCameBack(note, id)).length
  const beside = besides === 0 ? '' : ` in sight of its requests, and ${counted(besides, 'time')} more that notes tell`
  const often = `${absences.length === 1 ? 'once' : `${absences.length} times`} (${when})${beside}`
  const suspected = { suspects, all, surest }
  const by = byText(suspected)
  const commands = suspectedLines(report, suspected, surest.length === 0 ? lastAnswers(own, cuts) : [])
  const forgot =
    across.length === 0 ? '' : `. These fail by messages from before and after, and may come of what it forgot:`
  return [
    [
      `the ${id} service went away ${often}${besides > 0 && by === '' ? ',' : ''}${by}${isBack ? ' and came back' : `${gone === '' || by !== '' ? '' : ','} and no request of this run came to it again${gone} before the run was stopped`}, as one that ${cuts.flat().length === 0 ? 'is stopped' : 'crashes'}${isBack ? ' and is started again' : ''}. ${lostText(absences)}${elsewhereText(
        own,
        absences.flatMap((each) => each.lost),
      )}${forgot}`,
      ...(across.length + commands.length === 0 ? [] : [across.join(', ')]),
      ...commands,
    ].join('\n'),
  ]
}

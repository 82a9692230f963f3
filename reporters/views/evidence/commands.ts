import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { lackingText } from '../../../kit/report/message-text.ts'
import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'
import { madeAnew } from './making.ts'
import { restartedNote } from './restarted.ts'
import { bothCommands, type Meanwhile } from './successive.ts'
import { madeNote, pathOf, unsentNote } from './unsent.ts'

/**
 * Parts of a command that are new in each shell, in a header or the body: commands that share one belong together. None
 * begins within a word, which may be a body of a million letters. A row of one letter, and what stands behind it, is a
 * part of one.
 */
const RENEWED = /(?<![\w-])[\w-]+'"\$\{RUN[^"]*\}"'?-\w+(?:'?"\$\(printf [^)]*\)\)"'?\w*)?/g

/** A letter of JSON that is escaped, in a command that quotes it or prints it. */
const ESCAPED = /\\{1,2}u([0-9a-f]{4})/gi

/** The same name may be spelled otherwise in another request. */
const unescaped = (command: string): string =>
  command.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type NamesIn = (exchange: ReportedExchange) => readonly string[]

/** What is held against each other of a run, where it may be as long as a body: each is read once. */
const renewed = new WeakMap<ReportedExchange, readonly string[]>()
const renewedIn: NamesIn = (exchange) => {
  const names = renewed.get(exchange) ?? unescaped(exchange.curl).match(RENEWED) ?? []
  renewed.set(exchange, names)
  return names
}

/** The same in commands that hold them as the run made them up: all of them carry its id. */
const madeUpIn =
  (runId: string): NamesIn =>
  ({ curl }) =>
    (curl.match(/[\w-]+/g) ?? []).filter((each) => runId !== '' && each.includes(`${runId}-`))

/** Whether another request has a name of this one. */
function sharing(exchange: ReportedExchange, namesIn: NamesIn): (other: ReportedExchange) => boolean {
  const names = namesIn(exchange)
  return (other) => names.length > 0 && namesIn(other).some((each) => names.includes(each))
}

/** Commands that show once more what a message of the evidence shows. */
export interface EvidenceCommands {
  /** For one shell, in this order: each a command, or a line that holds several together. */
  readonly lines: readonly string[]
  /** What these do otherwise than the run did; absent where they do the same. */
  readonly note?: string
  /** That they do not run as they stand, and what to put in; absent where they do. */
  readonly lacking?: string
}

/** Why commands do not run as they stand; undefined where they do. */
export const lackingIn = (exchanges: readonly ReportedExchange[]): string | undefined =>
  lackingText([...new Set(exchanges.flatMap(({ lacking = [] }) => lacking))])

/** Characters of the commands of one suspect. */
const SUSPECT = 8_000

/**
 * The commands of a request after which a service was gone, with what it repeats or asks for made before it, and why they do
 * not run as they stand: a shell that is given both passes over that.
 */
export function suspectLines(report: Told, exchange: ReportedExchange): string[] {
  const making = madeAnew(report, exchange)
  if (making !== undefined && making.lines.join('\n').length <= SUSPECT)
    return [...making.lines, ...commentOn(lackingIn([making.made, exchange]))]
  // It went by this one, and not by how many came before it.
  const { expects429: _, ...one } = exchange
  const { lines, lacking } = commandsOf(report, one, [exchange.id], SUSPECT)
  return [...lines.map((each) => each.trim()), ...commentOn(lacking), ...commentOn(madeNote(report, [one]))]
}

const commentOn = (text: string | undefined): readonly string[] => (text === undefined ? [] : [`# ${text}`])

/**
 * The commands of a request: with those that were sent at the same moment, else behind the first one that it repeats. What
 * several show together none of them shows alone.
 * @param evidence ids of the messages that a judgement stands on
 * @param most characters of them all
 */
export function commandsOf(
  report: Told,
  exchange: ReportedExchange,
  evidence: readonly string[],
  most: number,
): EvidenceCommands {
  const { told, note, lines } = chosen(report, exchange, evidence, most)
  const lacking = lackingIn(told)
  const isLimited = told.some((each) => each !== exchange && each.response?.status === 429)
  const unsent = unsentNote(report, { told, exchange }, evidence) ?? madeNote(report, told)
  const restarted = restartedNote(report, told)
  const webhooks = evidence.some((id) => DELIVERY.test(id)) ? WEBHOOKS : undefined
  const notes = [note, ...(isLimited ? [LIMITED] : []), unsent, restarted, webhooks].filter(
    (each) => each !== undefined,
  )
  return {
    lines,
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    ...(lacking === undefined ? {} : { lacking }),
  }
}

function chosen(
  report: Told,
  exchange: ReportedExchange,
  evidence: readonly string[],
  most: number,
): Pick<EvidenceCommands, 'lines' | 'note'> & { readonly told: readonly ReportedExchange[] } {
  const one = { told: [exchange], ...atLimit(report, exchange) }
  const all = sentTogether(report, exchange, evidence)
  if (all.length > 1) {
    const lines = atOnce(all.map((each) => each.curl))
    if (lines.join('\n').length > most)
      return { note: `sent together with ${all.length - 1} more, which this command does not send`, ...one }
    const isUsed = all.some((each) => madeUpIn(report.run.id)(each).length > 0)
    return { lines, told: all, ...(isUsed ? { note: USED } : {}) }
  }
  const last = lastRepeating(report, exchange, evidence) ?? exchange
  const first = repeatedBy(report, last)
  if (first === undefined) return one
  const between = alikeBetween(report, first, last)
  const whole = inOneShell(bothCommands(report, first, last, between))
  if (between.length <= BETWEEN && whole.join('\n').length <= most)
    return { lines: whole, told: [first, ...between, last] }
  const both = inOneShell(bothCommands(report, first, last))
  if (both.join('\n').length > most)
    return last === exchange
      ? {
          ...one,
          note: `before that the run sent ${pathOf(first)} with the same key or reference, which this does not do: it may show something else, and replay does all of it`,
        }
      : { ...one, note: `after it the run sent ${pathOf(last)} again, which this does not do` }
  const left = `between these the run sent ${counted(between.length, 'request')} with the same key or reference, which may have a part in it`
  return { lines: both, told: [first, last], ...(between.length === 0 ? {} : { note: left }) }
}

/** The last request of the evidence that repeats this one: a judgement of what was sent again begins with the original. */
const lastRepeating = (
  { exchanges }: Pick<Report, 'exchanges'>,
  exchange: ReportedExchange,
  evidence: readonly string[],
): ReportedExchange | undefined => {
  const shares = sharing(exchange, renewedIn)
  return exchanges.findLast(
    (each) => evidence.includes(each.id) && each.sentAt >= exchange.endedAt && each !== exchange && shares(each),
  )
}

/** Requests between two that share what these share which are sent with them. */
const BETWEEN = 4

/** Requests of the run between two others that have what both of these have: a key, a reference. */
function alikeBetween(
  { exchanges }: Pick<Report, 'exchanges'>,
  first: ReportedExchange,
  last: ReportedExchange,
): readonly ReportedExchange[] {
  if (first.endedAt > last.sentAt) return []
  const common = renewedIn(first).filter((each) => renewedIn(last).includes(each))
  return exchanges.filter(
    (each) =>
      each !== first &&
      each.sentAt >= first.endedAt &&
      each.endedAt <= last.sentAt &&
      renewedIn(each).some((name) => common.includes(name)),
  )
}

/** What commands are made of. */
type Told = Meanwhile & Pick<Report, 'run'>

/** How long before it requests may be that a limiter counts with this one, s on the clock of the documents. */
const WINDOW = 60

/** How curl shows one answer, and how it shows its status alone. */
const WHOLE = /^curl -sS -i -w '\\n' -X GET /
const STATUS = "curl -sS -o /dev/null -w '%{http_code}\\n' -X GET "

/** Fewer show nothing of a limit of so many a minute. */
const MANY = 20

/**
 * The command of a request that was sent to meet a limit, which it meets among many others alone: as often as the run sent
 * with its key, where it is a read.
 */
function atLimit({ exchanges, target }: Told, exchange: ReportedExchange): { lines: readonly string[]; note?: string } {
  const { curl } = exchange
  const lines = [curl]
  if (exchange.expects429 !== true) return { lines }
  const seconds = WINDOW / (target?.timeScale ?? 1)
  const counting = exchanges.filter(
    (each) =>
      each.id !== exchange.id &&
      each.service === exchange.service &&
      each.key === exchange.key &&
      each.sentAt <= exchange.endedAt &&
      each.endedAt > exchange.sentAt - seconds * 1000,
  )
  // Of those that were under way with it nobody knows which the limiter saw first.
  const beside = counting.filter(({ endedAt }) => endedAt >= exchange.sentAt).length
  const alongside = beside === 0 ? '' : ` and beside ${beside} more that were under way`
  const isRefused = exchange.response?.status === 429
  if (!isRefused && counting.length < MANY) return { lines }
  if (!isRefused && WHOLE.test(curl)) {
    const loop = `for each in $(seq ${counting.length + 1}); do ${curl.replace(WHOLE, STATUS)}; done | sort | uniq -c`
    return {
      lines: [loop],
      note: `it counts the answers by status; the run sent ${counting.length} more with this key within ${seconds} s, not all of them for the same`,
    }
  }
  if (!isRefused)
    return {
      lines,
      note: `the run sent ${counting.length} more with this key within ${seconds} s; alone this one meets no limit`,
    }
  return {
    lines,
    note: `429 came after ${counted(counting.length - beside, 'request')} of this run with this key within ${seconds} s${alongside}; alone this one meets no limit`,
  }
}

/** Ids of deliveries, those of a merged run as well. */
const DELIVERY = /(?:^|\D)d\d+$/

const WEBHOOKS = 'webhooks are a part of what was seen, and these show none: replay has them sent again'

const LIMITED =
  '429 came to one of these after much else that the run had sent with this key, which they do not send: alone they meet no limit, and show something else'

const USED =
  'keys, references and ids in them are those of the run, which the target has met: put in others to see it anew'

/** What is set for several commands is gone behind them: others of the shell go on making keys of their own. */
const inOneShell = (commands: readonly string[]): string[] => [
  commands.some((each) => each.includes('${RUN')) ? '(RUN=again$(date +%s)' : '(',
  ...commands,
  ')',
]

/** Commands that go out together. An answer that goes through a pipe comes out in one piece, not mixed with the others. */
export const atOnce = (commands: readonly string[]): string[] =>
  inOneShell([...commands.map((each) => `${each} | cat &`), 'wait'])

/**
 * The requests that a check had under way together with one of its own, that one among them: those that the same judgement
 * stands on, or that share a key or name. What else it had under way meanwhile is another matter.
 */
function sentTogether(
  { exchanges, run }: Pick<Report, 'exchanges' | 'run'>,
  exchange: ReportedExchange,
  evidence: readonly string[],
): readonly ReportedExchange[] {
  const sharesNew = sharing(exchange, renewedIn)
  const sharesUsed = sharing(exchange, madeUpIn(run.id))
  return exchanges.filter(
    (each) =>
      each.id === exchange.id ||
      (each.check === exchange.check &&
        areTogether(each, exchange) &&
        (evidence.includes(each.id) || sharesNew(each) || sharesUsed(each))),
  )
}

const areTogether = (one: ReportedExchange, other: ReportedExchange): boolean =>
  one.sentAt < other.endedAt && other.sentAt < one.endedAt

/** Requests in the order of their sending, those that were under way together in one list. */
export function inWaves(exchanges: readonly ReportedExchange[]): readonly (readonly ReportedExchange[])[] {
  const waves: ReportedExchange[][] = []
  for (const each of exchanges.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const last = waves.at(-1)
    if (last?.every((other) => areTogether(other, each)) === true) last.push(each)
    else waves.push([each])
  }
  return waves
}

/**
 * The first request with the same renewed key or name, where this one repeats it: its command alone would be the first of
 * its kind, and be answered as such.
 */
export function repeatedBy(
  { exchanges }: Pick<Report, 'exchanges'>,
  exchange: ReportedExchange,
): ReportedExchange | undefined {
  const shares = sharing(exchange, renewedIn)
  return exchanges.find((each) => each.sentAt < exchange.sentAt && shares(each))
}

import type { Exchange } from '../../http/exchange.ts'
import type { Matcher } from '../../match/index.ts'
import { areCells, distinctCells } from '../cells.ts'
import type { Evidence, Finding, SharedContext } from '../context.ts'
import type { Cell } from './judgement.ts'
import { decisiveFirst } from './subject.ts'
import { noAnswer, unansweredIn } from './unanswered.ts'

/** Contradictions that are told of one requirement: more are counted. */
const TOLD = 12
/** Messages that are named when all agree. */
const NAMED = 3
/** Ids and times, which are new in every message: contradictions that differ in these alone are of one kind. */
const MADE_UP = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{5,}/gi

type Contradiction = Omit<Extract<Finding, { readonly ok: false }>, 'ok' | 'expected'> & { readonly expected?: string }

/** Something that a deployment was seen not to have: the sentence that says it, and what it stands on. */
export interface Absent {
  readonly observation: string
  readonly evidence: readonly Evidence[]
}

/** What a rule finds of one requirement over all messages of a run: told at the end, however much there was. */
export class Tally {
  readonly #t: SharedContext
  readonly #id: string
  readonly #expected: string
  readonly #contradictions: Contradiction[] = []
  readonly #agreed: Evidence[] = []
  readonly #notes = new Set<string>()
  readonly #cells: Cell[] = []
  readonly #passedOver = new Map<string, number>()
  #agreements = 0
  /** The first request that would agree, had anybody answered it. */
  #silent: Exchange | undefined

  /** @param expected as it stands after "expected" in a sentence; a contradiction may word its own. */
  constructor(t: SharedContext, id: string, expected: string) {
    this.#t = t
    this.#id = id
    this.#expected = expected
  }

  get contradictions(): number {
    return this.#contradictions.length
  }

  /** @param at where it was looked at, in dimensions that no message of the evidence shows */
  agree(evidence: readonly Evidence[], note?: string, at?: Cell): void {
    const silent = unansweredIn(evidence)
    if (silent !== undefined) {
      this.#silent ??= silent
      return
    }
    this.#agreements += 1
    for (const each of evidence) {
      const cell = this.#t.cellOf(this.#id, each, at)
      if (cell !== undefined) this.#cells.push(cell)
    }
    if (note !== undefined) this.#notes.add(note)
    for (const each of evidence)
      if (this.#agreed.length < NAMED && !this.#agreed.includes(each)) this.#agreed.push(each)
  }

  contradict(contradiction: Contradiction): void {
    this.#contradictions.push(contradiction)
  }

  /** Leaves one out of it that could not be judged, and counts it. */
  passOver(reason: string): void {
    this.#passedOver.set(reason, (this.#passedOver.get(reason) ?? 0) + 1)
  }

  /** Holds one value against a matcher. */
  test<T>(subject: string, evidence: Evidence, expected: Matcher<T>, value: T, at?: Cell): void {
    const outcome = expected.test(value)
    if (outcome.ok) {
      this.agree([evidence], outcome.note, at)
      return
    }
    const { actual, soft, note } = outcome
    this.contradict({
      subject,
      expected: expected.expected,
      actual,
      evidence: [evidence],
      ...(at === undefined ? {} : { at }),
      ...(soft === undefined ? {} : { soft }),
      ...(note === undefined ? {} : { note }),
    })
  }

  /** The cells of all that agreed or contradicted. */
  #lookedAt(): readonly Cell[] {
    const own = this.#contradictions.flatMap(({ at, subject, evidence }) => {
      if (at !== undefined && areCells(at)) return at
      const [first] = decisiveFirst(subject, evidence)
      return (first === undefined ? undefined : this.#t.cellOf(this.#id, first, at)) ?? []
    })
    return distinctCells([...own, ...this.#cells])
  }

  /**
   * Judges. Where there was nothing to judge the requirement is unexercised, for the reason given; or inapplicable,
   * where it was seen that the deployment has nothing of the kind.
   */
  close(nothing: string | Absent): void {
    for (const [nth, each] of toldOf(this.#contradictions).entries()) {
      // What is not told one by one was looked at all the same.
      const at = nth === 0 ? { at: this.#lookedAt() } : {}
      this.#t.conclude(this.#id, { expected: this.#expected, ...each, ...at, ok: false })
    }
    if (this.#contradictions.length > 0) return
    if (this.#agreements === 0 && this.#silent !== undefined) {
      this.#t.markBlocked(this.#id, noAnswer(this.#silent), [this.#silent])
      return
    }
    const left = [...this.#passedOver].map(([reason, times]) => `${times} more not judged: ${reason}`)
    if (this.#agreements === 0) {
      if (typeof nothing === 'string') this.#t.markUnexercised(this.#id, 'not met', [nothing, ...left].join('; '))
      else this.#t.markInapplicable(this.#id, nothing.observation, nothing.evidence.slice(0, NAMED))
      return
    }
    const notes = [...left, ...this.#notes].slice(0, NAMED)
    this.#t.conclude(this.#id, {
      ok: true,
      subject: `${this.#agreements} of ${this.#agreements} judged in this run`,
      expected: this.#expected,
      actual: '',
      evidence: this.#agreed,
      at: distinctCells(this.#cells),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    })
  }
}

/**
 * Those of many contradictions that are told, failures first: one of each kind, so that nobody mends one and takes it for
 * all, then others of these kinds; the first of each kind says how many more there are.
 */
function toldOf(all: readonly Contradiction[]): readonly (Contradiction & { readonly more: number })[] {
  const ordered = all.toSorted((a, b) => Number(a.soft === true) - Number(b.soft === true))
  const kinds = new Map<string, Contradiction[]>()
  for (const each of ordered) {
    const own = kinds.get(kindOf(each))
    if (own === undefined) kinds.set(kindOf(each), [each])
    else own.push(each)
  }
  const firsts = new Set([...kinds.values()].flatMap(([first]) => first ?? []).slice(0, TOLD))
  const chosen = new Set([...new Set([...firsts, ...ordered])].slice(0, TOLD))
  return ordered
    .filter((each) => chosen.has(each))
    .map((each) => {
      const untold = firsts.has(each) ? (kinds.get(kindOf(each)) ?? []).filter((other) => !chosen.has(other)) : []
      return { ...each, more: untold.length }
    })
}

/** What a contradiction is about and what came, but for what is new in every message. */
function kindOf({ actual, soft, expected, evidence: [first] }: Contradiction): string {
  const operation = first !== undefined && 'operation' in first ? first.operation : ''
  return JSON.stringify([operation, soft === true, expected, actual.replace(MADE_UP, '…')])
}

import type { Forecast, PlannedTime } from '../../../kit/plan/forecast.ts'
import { spoken } from '../../../reporters/views/plan/amounts.ts'

/** Seconds by which a check or a run may miss its time before a word is said of it. */
const SLACK = 1

/** Seconds beside which two reckonings of what is left are told as one. */
const OPEN = 5

interface Course {
  readonly began: number
  readonly ended?: number
}

/** What of a plan is left, by when its checks begin and end. Times are seconds from any moment. */
export class TimeLeft {
  readonly #planned: Forecast['checks']
  readonly #seconds: number
  readonly #courses = new Map<string, Course>()
  #first: number | undefined

  constructor({ checks, seconds }: Pick<Forecast, 'checks' | 'seconds'>) {
    this.#planned = checks
    this.#seconds = seconds
  }

  begun(id: string, now: number): void {
    this.#first ??= now
    this.#courses.set(id, { began: now })
  }

  ended(id: string, now: number): void {
    this.#courses.set(id, { began: this.#courses.get(id)?.began ?? now, ended: now })
  }

  /** Seconds that a check was planned to take; 0 of one that was not. */
  planned(id: string): number {
    const time = this.#planned[id]
    return time === undefined ? 0 : time.ends - time.begins
  }

  /** Seconds until the last check will usually have ended, each beginning when what it waits for has ended. */
  left(now: number): number {
    if (this.#first === undefined) return Math.max(SLACK, this.#seconds)
    const ends = new Map<string, number>()
    return Math.max(0, ...Object.keys(this.#planned).map((id) => this.#end(id, now, ends) - now))
  }

  /**
   * As it stands in a line of progress; empty where what is waited for says all that is known.
   *
   * @param waits seconds for which something is known to wait yet
   */
  text(now: number, waits = 0): string {
    const isLate = this.#isLate(now)
    // Where a limiter holds requests up, those that wait make the time, and not how long each check was planned to take; and
    // what a check that is late waits for may be what one that ended early was planned to wait for.
    const isSooner = this.#hasEndedEarly()
    const ofPlan = this.#first === undefined ? 0 : this.#seconds - (now - this.#first)
    const left = Math.max(this.left(now), waits, waits > 0 || (isLate && isSooner) ? ofPlan : 0)
    // Behind what takes longer than planned everything else comes later, by nobody knows how much.
    const past = this.isPast(now) ? 'longer than planned' : ''
    // What is late may also be over at once, and what waits for it with it.
    // And what ended sooner may have left what it waited for to another check, of which that is not known yet.
    const isOpen = !isLate && isSooner && ofPlan - left > OPEN + left / 2
    const rest = isLate
      ? `up to ${spoken(left)} of the plan left`
      : isOpen
        ? `${spoken(left)} to ${spoken(ofPlan)} left`
        : `about ${spoken(left)} left`
    if (left < SLACK) return past !== '' || isLate || !this.#isFarOn() ? past : 'nearly done'
    if (past !== '') return `${past}, ${rest}`
    // A check that is late need not make the whole run so: others may take longer than what waits for it.
    const behind = isLate ? now - (this.#first ?? now) + left - this.#seconds : 0
    // What is left at least stands still meanwhile: this is the number that moves.
    return behind > SLACK ? `${rest}, up to ${spoken(behind)} behind it` : rest
  }

  /** Whether some check was over sooner than planned, so that others may have come to wait in its place. */
  #hasEndedEarly(): boolean {
    return [...this.#courses].some(
      ([id, { began, ended = Number.POSITIVE_INFINITY }]) => this.planned(id) - (ended - began) > SLACK,
    )
  }

  /** Whether nothing is left to begin, or half of it is over: a plan of a second or two says little before. */
  #isFarOn(): boolean {
    const all = Object.keys(this.#planned)
    const ended = [...this.#courses.values()].filter((course) => course.ended !== undefined)
    return ended.length * 2 >= all.length || all.every((id) => this.#courses.has(id))
  }

  /** Whether a run has taken longer than its whole plan. */
  isPast(now: number): boolean {
    return this.#first !== undefined && now - this.#first > this.#seconds + SLACK
  }

  /** Seconds by which a check that is under way takes longer than planned; 0 where it does not. */
  over(id: string, now: number): number {
    const course = this.#courses.get(id)
    if (course === undefined || course.ended !== undefined) return 0
    const over = now - course.began - this.planned(id)
    return over > SLACK ? over : 0
  }

  /** Whether some check takes longer than planned, or does not begin when it was planned to: nobody knows when it ends. */
  #isLate(now: number): boolean {
    const ends = new Map<string, number>()
    return (
      [...this.#courses.keys()].some((id) => this.over(id, now) > 0) ||
      Object.keys(this.#planned).some((id) => !this.#courses.has(id) && now - this.#due(id, now, ends) > SLACK)
    )
  }

  #end(id: string, now: number, known: Map<string, number>): number {
    const found = known.get(id)
    if (found !== undefined) return found
    const course = this.#courses.get(id)
    const end = course?.ended ?? Math.max(now, this.#begin(id, course, now, known) + this.planned(id))
    known.set(id, end)
    return end
  }

  #begin(id: string, course: Course | undefined, now: number, known: Map<string, number>): number {
    return course?.began ?? Math.max(now, this.#due(id, now, known))
  }

  /** When a check that has not begun was to begin, by when what it waits for ends. */
  #due(id: string, now: number, known: Map<string, number>): number {
    const { begins, after } = this.#planned[id] ?? NO_TIME
    const before = after === undefined ? undefined : this.#planned[after]
    if (after === undefined || before === undefined) return (this.#first ?? now) + begins
    return this.#end(after, now, known) + Math.max(0, begins - before.ends)
  }
}

const NO_TIME: PlannedTime = { begins: 0, ends: 0 }

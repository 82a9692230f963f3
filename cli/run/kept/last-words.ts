import type { Report } from '../../../kit/report/report.ts'
import { movedFrom, placeOf } from '../../../reporters/views/runs/moved.ts'

/** Base URLs by the id of their service. */
type BaseUrls = Report['target']['baseUrls']

/**
 * What had the last word on a check, by the place of its service. A word on another place says nothing of this one, unless
 * this is the one that is judged now: there it says all that is to be known.
 */
export class LastWords {
  readonly #here: BaseUrls
  readonly #said = new Set<string>()

  /** @param here where the target is judged now */
  constructor(here: BaseUrls) {
    this.#here = here
  }

  /** Whether what a later run says of a check counts for what an earlier one says of it. */
  counts(check: string, later: Report, before: Report): boolean {
    return [placeIn(before, check), this.#placeHere(before, check)].includes(placeIn(later, check))
  }

  /** Whether a run was where the target is judged now. */
  isHere(report: Report): boolean {
    return movedFrom(report, { target: { baseUrls: this.#here } }).length === 0
  }

  has(check: string, report: Report): boolean {
    const places = [placeIn(report, check), this.#placeHere(report, check)]
    return places.some((place) => this.#said.has(`${place} ${check}`))
  }

  add(check: string, report: Report): void {
    this.#said.add(`${placeIn(report, check)} ${check}`)
  }

  #placeHere({ services }: Report, check: string): string {
    return placeIn({ services, target: { baseUrls: this.#here } }, check)
  }
}

/** Ids of checks begin as those of the requirements of their service do. */
const placeIn = (placed: Parameters<typeof placeOf>[0], check: string): string =>
  placeOf(placed, check.replaceAll('/', '.'))

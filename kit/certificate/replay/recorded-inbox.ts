import type { Delivery } from '../../webhooks/delivery.ts'
import { Inbox, type InboxOptions, type WaitOptions } from '../../webhooks/inbox.ts'
import type { Rule } from '../../webhooks/response-script.ts'
import { DeliveryTimeout, expectation, longerBy, mismatch, type Wanted } from '../../webhooks/wait.ts'
import { replayUnderWay } from './replay-clock.ts'

const nowOf = (): number => replayUnderWay()?.now ?? Number.POSITIVE_INFINITY

/** An inbox to which everything has come already. What the clock of the caller has not reached is not there yet. */
export class RecordedInbox extends Inbox {
  readonly #all: readonly Delivery[]
  readonly #stoodBetween: (from: number, to: number) => number

  /**
   * @param all in the order of arrival
   * @param stoodBetween for how long the process of the run stood still between two times, ms
   */
  constructor(
    name: string,
    url: string,
    options: InboxOptions,
    all: readonly Delivery[],
    stoodBetween: (from: number, to: number) => number = () => 0,
  ) {
    super(name, url, options, () => 0)
    this.#all = all
    this.#stoodBetween = stoodBetween
    for (const each of all) this.accept(each)
  }

  /** The rule is asked at once about everything that is still to come: what it was answered is known, what it noted for itself is not. */
  override script(rule: Rule): () => void {
    const remove = super.script(rule)
    for (const each of this.#all) {
      if (each.arrivedAt >= nowOf()) this.decide(each)
    }
    return remove
  }

  override get deliveries(): readonly Delivery[] {
    return this.#all.filter(({ completedAt }) => completedAt <= nowOf())
  }

  override attemptsAt(delivery: Delivery): readonly Delivery[] {
    return super.attemptsAt(delivery).filter(({ completedAt }) => completedAt <= nowOf())
  }

  override async next(wanted: Wanted, { within, describe, after }: WaitOptions): Promise<Delivery> {
    const found = await this.#first(wanted, within, within + this.#longer(within), after)
    if (found !== undefined) return found
    const misses = this.deliveries.map((delivery) => ({ delivery, why: mismatch(wanted, delivery) ?? 'too late' }))
    throw new DeliveryTimeout(this.name, describe ?? expectation(wanted), within, misses, 0)
  }

  override async quiet(
    wanted: Wanted,
    options: { readonly for: number; readonly after?: Delivery },
  ): Promise<Delivery | undefined> {
    return this.#first(wanted, options.for, options.for, options.after)
  }

  /** How much longer than asked for the run has waited, ms. */
  #longer(within: number): number {
    const from = nowOf()
    for (let more = 0; ; ) {
      const stood = longerBy(this.#stoodBetween(from, from + within + more), within)
      if (stood <= more) return more
      more = stood
    }
  }

  /** @param atMost how long it may have waited, ms, where its end was not recorded */
  async #first(wanted: Wanted, ms: number, atMost: number, after: Delivery | undefined): Promise<Delivery | undefined> {
    const due = nowOf() + ms
    const since = after === undefined ? this.#all : this.#all.slice(this.#all.indexOf(after) + 1)
    const isWanted = (each: Delivery): boolean => mismatch(wanted, each) === undefined
    const matches = since.filter(
      (each) => replayUnderWay()?.seenAt(each.completedAt, () => isWanted(each)) ?? isWanted(each),
    )
    const inTime = matches.find(({ completedAt }) => completedAt <= due)
    const until = inTime === undefined ? Math.max(due, replayUnderWay()?.endOf(due) ?? due - ms + atMost) : due
    const found = inTime ?? matches.find(({ completedAt }) => completedAt <= until)
    await replayUnderWay()?.until(found?.completedAt ?? until)
    return found
  }
}

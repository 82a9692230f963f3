import { type Exchange, json } from '../../../../kit/http/exchange.ts'
import { valueAt } from '../../../../kit/match/index.ts'
import { isSuccess } from '../../client/answers.ts'
import { RESEND } from '../../client/api.ts'
import type { FixtureContext } from '../../define.ts'
import type { Trial } from './bisect.ts'
import type { Speaker } from './callers.ts'
import type { Channel } from './course.ts'
import { type Code, codesOf, findAgain, fresh, isAccepted, isOfOtherRun, newest } from './inbox.ts'
import { canIssue, issueTo } from './issue.ts'

/** What was asked for, and what the probe showed right after. */
export interface Step {
  readonly trial: Trial
  readonly phone: string
  readonly channel: Channel
  /** Undefined where the probe is not there, the resend was refused, or no new code is shown. */
  readonly code: Code | undefined
  /** ms since the epoch. */
  readonly from: number
  /** When the probe was read, ms since the epoch. */
  readonly readAt: number
  /** What was asked for beside the defaults: characters, and minutes. */
  readonly asked: Asked
  readonly speaker: Speaker
  /** The same resend as it was refused to another key, or to one that names its app in another way. */
  readonly turnedAway?: { readonly speaker: Speaker; readonly trial: Trial }
}

/** What leads a resend to its recipient. */
export interface Way {
  readonly phone: string
  readonly channel: Step['channel']
  readonly speaker: Speaker
}

export interface Asked {
  readonly length?: number
  readonly minutes?: number
}

/** How long a code may take from the answer to the inbox, ms. */
const ARRIVAL_MS = 3000

/** Carries the steps of the story out, and finds the code that each of them brought. */
export class Steps {
  readonly #t: FixtureContext
  readonly #own: string
  readonly #marker: string
  readonly #reads: boolean
  #known: readonly Code[] = []
  #waits = true
  /** Whether every code is shown, and not only the latest: taken for true until fewer came than were sent. */
  #showsEach = true
  readonly #issuedTo: string[] = []
  #issuedBefore = 0
  /** What the last end took to be shown, ms. */
  #lag: number | undefined

  /**
   * @param own name of the fixture whose story it is
   * @param marker what its templates begin with
   */
  constructor(t: FixtureContext, own: string, marker: string) {
    this.#marker = marker
    this.#t = t
    this.#own = own
    this.#reads = t.has('messaging.probes.otpInbox')
  }

  async codes(phone: string): Promise<readonly Code[]> {
    return this.#reads ? codesOf(this.#t, phone) : []
  }

  /** A code as the inbox shows it now. */
  async look(phone: string, code: Code | undefined): Promise<Code | undefined> {
    return code === undefined ? undefined : findAgain(await this.codes(phone), code)
  }

  /**
   * @param over it is to be over: an inbox that lags behind is asked again for a moment, at most until shortly before the
   * code expires by itself where that leaves time enough, by what an end took to be shown before
   */
  async again(phone: string, code: Code | undefined, over = false): Promise<Code | undefined> {
    const [now, end] = [this.#t.clock.now(), (code?.expires ?? Number.POSITIVE_INFINITY) - this.#margin()]
    const until = end - now > this.#enough() ? Math.min(now + ARRIVAL_MS, end) : now + ARRIVAL_MS
    let found = await this.look(phone, code)
    while (over && code !== undefined && found?.active === true && this.#t.clock.now() < until) {
      await this.#t.pause(ARRIVAL_MS / 6)
      found = await this.look(phone, code)
    }
    if (over && found?.active === false && this.#t.clock.now() < end) this.#lag = this.#t.clock.now() - now
    const active = await isAccepted(this.#t, phone, found)
    return found === undefined || active === undefined ? found : { ...found, active }
  }

  /**
   * The code of a resend once the next one was taken. Where it was over only when its own time was up, what became of it
   * says nothing of that next one, so whether it is active is left out.
   */
  async afterNext({ phone, code, asked, trial }: Step): Promise<Code | undefined> {
    const found = await this.again(phone, code, true)
    const lives = this.#t.clock.scaled((asked.minutes ?? 10) * 60)
    const expires = code?.expires ?? (trial.accepted?.sentAt ?? 0) + lives
    if (found?.active !== false || this.#t.clock.now() < expires) return found
    return { ...found, active: undefined, isExpired: true }
  }

  /** How long an end may take to be shown, ms. */
  #enough(): number {
    return Math.min(ARRIVAL_MS / 2, Math.max(ARRIVAL_MS / 4, 4 * (this.#lag ?? ARRIVAL_MS)))
  }

  /** The numbers that a first code was brought about for, one for each code. */
  get issuedTo(): readonly string[] {
    return this.#issuedTo
  }

  /** Brings a first code about, where the target file tells how. */
  async issue(phone: string): Promise<void> {
    if (!canIssue(this.#t)) return
    this.#issuedTo.push(phone)
    await issueTo(this.#t, phone)
  }

  /** How long before a code expires it is no longer asked whether it was ended, ms. */
  #margin(): number {
    return ARRIVAL_MS / 6 + this.#t.clock.scaled(60) / 12
  }

  /**
   * Whether a code was over by the inbox, which says so or shows it no longer, before it expired: by the resend after it. An
   * inbox that lags behind is asked again for a moment.
   */
  async isEnded({ phone, code, trial, asked }: Step, after: Step): Promise<boolean> {
    const expires = code?.expires ?? (trial.accepted?.sentAt ?? 0) + this.#t.clock.scaled((asked.minutes ?? 10) * 60)
    if (after.trial.accepted === undefined || after.from >= expires) return false
    const until = Math.min(this.#t.clock.now() + ARRIVAL_MS, expires - this.#margin())
    let found = await this.look(phone, code)
    while (found?.active === true && this.#t.clock.now() < until) {
      await this.#t.pause(ARRIVAL_MS / 6)
      found = await this.look(phone, code)
    }
    return code !== undefined && (found === undefined || found.active === false)
  }

  async step(
    { phone, channel, speaker }: Way,
    asked: (trial: Trial) => Asked,
    act: () => Promise<Trial>,
  ): Promise<Step> {
    this.#known = await this.codes(phone)
    // What arrived in this very millisecond is of the step before.
    await this.#t.pause(2)
    const began = this.#t.clock.now()
    this.#issuedBefore = this.#issuedTo.length
    const trial = await act()
    const code = trial.accepted === undefined ? undefined : await this.#fresh(phone, this.#sentSince(began, phone))
    return {
      trial,
      phone,
      channel,
      code: this.#othersSent(began, phone) ? undefined : code,
      // When it was sent, and not when it was to be: a machine that stands still lies between.
      from: trial.whole.sentAt,
      readAt: this.#t.clock.now(),
      asked: asked(trial),
      speaker,
    }
  }

  /**
   * The code that a resend brought: what sends it may follow the answer. Once none came, nothing is waited for.
   *
   * @param count codes that were sent to the number meanwhile, each of which an inbox that lags shows in its turn
   */
  async #fresh(phone: string, count: number): Promise<Code | undefined> {
    if (!this.#reads) return undefined
    const until = this.#t.clock.now() + (this.#waits ? ARRIVAL_MS : 0)
    for (;;) {
      const codes = (await this.codes(phone)).filter((each) => !isOfOtherRun(this.#marker, each))
      const found = newest(codes, this.#known)
      const isAll = !this.#showsEach || fresh(codes, this.#known).length >= count
      const isOver = this.#t.clock.now() >= until
      if ((found !== undefined && found.active !== false && isAll) || isOver) {
        this.#waits = found !== undefined
        this.#showsEach = isAll
        return found
      }
      await this.#t.pause(ARRIVAL_MS / 20)
    }
  }

  /** How many codes were asked for since then, for the number by this story. */
  #sentSince(from: number, phone: string): number {
    const own = this.#resends(phone).filter((each) => each.check === this.#own && each.sentAt >= from)
    return this.#issuedTo.length - this.#issuedBefore + own.length
  }

  /** A resend of another check to the same number that was taken meanwhile: which code is whose cannot be told. */
  #othersSent(from: number, phone: string): boolean {
    return this.#resends(phone).some((each) => each.check !== this.#own && each.endedAt >= from)
  }

  /** Resends that were taken and may have gone to a number. */
  #resends(phone: string): readonly Exchange[] {
    const isTo = ({ request }: Exchange): boolean => {
      const named = valueAt(json(request), '/phone_number')
      return typeof named !== 'string' || named === phone
    }
    return this.#t.exchanges().filter((each) => each.operation === RESEND && isSuccess(each) && isTo(each))
  }
}

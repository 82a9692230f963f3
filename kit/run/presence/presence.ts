import type { Watch } from '../../http/client.ts'
import { ABANDONED, type Received } from '../../http/exchange.ts'
import { foreign } from '../preflight/foreign.ts'
import type { Standing } from '../preflight/standing.ts'

export interface PresenceOptions {
  /** Asks a service whether it is there. */
  ask(service: string): Promise<Standing>
  /** Waits so many ms; cut short when the run is stopped. */
  pause(ms: number): Promise<void>
  /** Services that are asked whether they are there while nothing is sent to them; none, when absent. */
  readonly atHand?: readonly string[]
  /** Told once, when a service no longer answers; what is sent to it waits until that is dealt with. */
  onGone(gone: Gone): void | Promise<void>
}

/** A service that was there when the run began, and is no longer. */
export interface Gone {
  readonly service: string
  /** When the first request was sent that got no answer of it, but behind its last answer; wall clock, ms since the epoch. */
  readonly since: number
  /** When it was there for the last time, and when it was first seen not to be; wall clock, ms since the epoch. */
  readonly between: readonly [there: number, gone: number]
  /** What it does now, as it stands after "it". */
  readonly word: string
}

/** A time in which nobody listened where a service was before and afterwards; wall clock, ms since the epoch. */
export interface Absence {
  readonly service: string
  readonly from: number
  readonly to: number
}

/** Requests in a row without an answer of the service after which it is asked whether it is there. */
const IN_A_ROW = 5
/** A request that waits so long, ms, while nothing of the service is heard, has it asked, too. */
const QUIET_MS = 6_000
/** One that waits so long, ms, may be one that is answered by nobody any more. */
const LATE_MS = 1_000
/** Requests that were sent so many ms before may have met the same. */
const LATELY_MS = 10_000
/** How long nothing is sent to a service at hand before it is asked, ms. */
const IDLE_MS = 5_000
/** Pauses before each time that it is asked, ms: a service that restarts is back by then. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000]
/** Each takes as long as a request may: who is silent for so long twice is not restarting. */
const MOST_TIMEOUTS = 2
/** A service that always is there when it is asked has its own way of not answering, which is judged. */
const MOST_ROUNDS = 8

/** A request without an answer so far; wall clock, ms since the epoch. */
interface Pending {
  readonly sentAt: number
}

interface Watched {
  readonly underWay: Set<Pending>
  /** When the last request was answered, ms of the steady clock. */
  lastAt: number
  silentInARow: number
  /** Whether nothing was heard of it since a request was lost. */
  isUnheard: boolean
  /** When it was found not to answer while nothing was asked of it; wall clock, ms since the epoch. */
  idleAt: number | undefined
  /** When requests were sent that got no answer of it, lately. */
  lost: readonly number[]
  heardAt: number
  rounds: number
  asking: Promise<void> | undefined
  isGone: boolean
}

/**
 * Watches whether the services of a run are still there: silence and pages of other servers say nothing of a service
 * that has gone away. While one is asked, no further request is sent to it.
 */
export class Presence implements Watch {
  readonly #options: PresenceOptions
  readonly #services = new Map<string, Watched>()

  readonly #absences: Absence[] = []

  readonly #idle: NodeJS.Timeout | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
    const { atHand = [] } = options
    if (atHand.length === 0) return
    this.#idle = setInterval(() => {
      for (const service of atHand) void this.#look(service)
    }, IDLE_MS).unref()
  }

  /** When services were seen not to be there, and came back, by being asked for that. */
  get absences(): readonly Absence[] {
    return this.#absences
  }

  /** Watches no longer. */
  close(): void {
    clearInterval(this.#idle)
  }

  /** Asks a service that nothing was sent to lately: a run may wait long, and would wait for nothing. */
  async #look(service: string): Promise<void> {
    const watched = this.#of(service)
    if (watched.underWay.size > 0 || watched.asking !== undefined || performance.now() - watched.lastAt < IDLE_MS)
      return
    const now = Date.now()
    const { kind } = await this.#options.ask(service)
    if (watched.asking !== undefined) return
    if (kind === 'there') {
      watched.heardAt = Math.max(watched.heardAt, now)
      return
    }
    watched.lost = [...watched.lost, watched.heardAt === 0 ? now : watched.heardAt + 1]
    // It may have gone at any time since it was there: what was not heard meanwhile says nothing.
    watched.idleAt = now
    this.#suspect(service)
  }

  /** Resolves once requests may be sent to a service. */
  async clear(service: string): Promise<void> {
    await this.#of(service).asking
  }

  /** Asks a service whose last request got no answer of it, however few there were, and resolves once that is known. */
  async settle(service: string): Promise<void> {
    const watched = this.#of(service)
    // However often that was before: it is asked no oftener than there are phases.
    if (watched.isUnheard) this.#suspect(service, Number.POSITIVE_INFINITY)
    await watched.asking
  }

  /** The same of one that may have stood still since its last answer, also where no request was given up yet. */
  async confirm(service: string): Promise<void> {
    const watched = this.#of(service)
    const waiting = unheard(watched, Date.now() - LATE_MS)
    if (waiting.length > 0 && watched.asking === undefined) {
      watched.lost = [...new Set([...watched.lost, ...waiting])]
      this.#suspect(service, Number.POSITIVE_INFINITY)
    } else await this.#look(service)
    await this.settle(service)
  }

  /**
   * Since when a service has left requests without an answer and given none to any other, where that is so for longer than
   * services take; wall clock, ms since the epoch.
   */
  silentSince(service: string, now: number): number | undefined {
    const watched = this.#of(service)
    const since = Math.min(...unheard(watched, now))
    const isLong = watched.asking !== undefined || now - since >= QUIET_MS
    return Number.isFinite(since) && isLong ? since : undefined
  }

  /**
   * Watches a request while it is under way.
   * @param now the wall clock, ms since the epoch
   * @returns to be told of what came
   */
  begun(service: string, now: () => number): (exchange: Received) => void {
    const watched = this.#of(service)
    const sentAt = now()
    const pending = { sentAt }
    watched.underWay.add(pending)
    const timer = setTimeout(() => {
      if (watched.heardAt >= sentAt) return
      watched.lost = [...watched.lost, sentAt]
      this.#suspect(service)
    }, QUIET_MS)
    return ({ response, fault }) => {
      clearTimeout(timer)
      watched.underWay.delete(pending)
      watched.lastAt = performance.now()
      if (fault?.kind === 'stopped' || fault?.message === ABANDONED) return
      if (response !== undefined && foreign(response) === undefined) {
        watched.silentInARow = 0
        watched.isUnheard = false
        watched.heardAt = Math.max(watched.heardAt, now())
        return
      }
      watched.lost = [...watched.lost.filter((each) => each > sentAt - LATELY_MS), sentAt]
      watched.isUnheard = true
      // What was sent before the last answer may have been lost with a connection.
      if (sentAt < watched.heardAt) return
      watched.silentInARow += 1
      if (watched.silentInARow >= IN_A_ROW) this.#suspect(service)
    }
  }

  #suspect(service: string, most = MOST_ROUNDS): void {
    const watched = this.#of(service)
    if (watched.asking !== undefined || watched.isGone || watched.rounds >= most) return
    watched.rounds += 1
    watched.asking = this.#asked(service, watched).finally(() => {
      watched.asking = undefined
      watched.silentInARow = 0
      watched.isUnheard = false
      watched.idleAt = undefined
    })
  }

  async #asked(service: string, watched: Watched): Promise<void> {
    let word = ''
    let timeouts = 0
    let awayAt: number | undefined
    for (const ms of PAUSES_MS) {
      if (ms > 0) await this.#options.pause(ms)
      const standing = await this.#options.ask(service)
      if (standing.kind === 'there') {
        if (awayAt !== undefined) this.#absences.push({ service, from: awayAt, to: Date.now() })
        return
      }
      if (standing.kind === 'silent' && standing.fault.kind === 'refused') awayAt ??= Date.now()
      if (standing.kind === 'silent' && standing.fault.kind === 'stopped') return
      if (standing.kind === 'silent' && standing.fault.kind === 'timeout') timeouts += 1
      word = standing.kind === 'silent' ? `gives no answer (${standing.fault.message})` : standing.word
      if (timeouts === MOST_TIMEOUTS) break
    }
    watched.isGone = true
    const { heardAt, idleAt, lost } = watched
    const since = Math.max(Math.min(...lost), heardAt + 1)
    // The moment behind its last answer stands for what nobody sent meanwhile, and was seen by nobody.
    const later = lost.filter((each) => each > heardAt + 1)
    const seen = [...later, ...(idleAt === undefined ? [] : [idleAt])]
    const seenAt = seen.length === 0 ? since : Math.min(...seen)
    await this.#options.onGone({ service, since, between: [heardAt === 0 ? since : heardAt, seenAt], word })
  }

  #of(service: string): Watched {
    const known = this.#services.get(service) ?? {
      silentInARow: 0,
      isUnheard: false,
      idleAt: undefined,
      underWay: new Set(),
      lastAt: performance.now(),
      isGone: false,
      lost: [],
      heardAt: 0,
      rounds: 0,
      asking: undefined,
    }
    this.#services.set(service, known)
    return known
  }
}

/** When requests were sent, until a moment, of which none got an answer, and behind which no other got one. */
const unheard = ({ underWay, lost, heardAt }: Watched, until: number): readonly number[] =>
  [...[...underWay].map(({ sentAt }) => sentAt), ...lost].filter((sentAt) => sentAt > heardAt && sentAt <= until)

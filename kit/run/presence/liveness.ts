import { isSystemTime } from '../../clock/stalls.ts'
import type { ServiceDefinition } from '../../contract/service.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Target } from '../../target/target.ts'
import type { Ending } from '../end/ending.ts'
import type { Standing } from '../preflight/standing.ts'
import { goneBeside } from './gone-beside.ts'
import { Presence } from './presence.ts'
import { cameBackNote, goneAfter, goneAt, suspectsOf, timeOf } from './suspects.ts'

/** What it takes to watch the services of a run. */
export interface LivenessOptions {
  readonly target: Target
  readonly services: readonly ServiceDefinition[]
  readonly signal: AbortSignal
  readonly exchanges: () => readonly Exchange[]
  readonly pause: (ms: number) => Promise<void>
  /** How a service answers who only asks whether it is there. */
  readonly standing: (service: ServiceDefinition, until: AbortSignal) => Promise<Standing>
  /** A service has gone away for good. */
  readonly onGone: (ending: Ending) => void
}

/** Whether the services of a run are there, and what is to be said where one is not. */
export class Liveness {
  readonly presence: Presence
  readonly #services: readonly ServiceDefinition[]

  constructor({ target, services, signal, exchanges, pause, standing, onGone }: LivenessOptions) {
    this.#services = services
    this.presence = new Presence({
      // On a clock that is not that of the system nobody has gone meanwhile.
      atHand: target.environment === 'local' && isSystemTime() ? services.flatMap(reachedByRequests) : [],
      ask: async (id) => {
        const service = services.find(({ contract }) => contract.id === id)
        return service === undefined ? { kind: 'there' } : standing(service, signal)
      },
      pause,
      onGone: async ({ service, since, between, word }) => {
        const others = await goneBeside(
          services.filter(({ contract }) => contract.id !== service),
          signal,
          standing,
        )
        // What one process serves goes with it, whichever request it went by.
        const at = Math.min(since, ...others.map((each) => this.presence.silentSince(each, Infinity) ?? since))
        const own = exchanges().filter((each) => each.service === service || others.includes(each.service))
        const suspects = suspectsOf(own, at)
        // Whoever was met first is a matter of chance: the one that stands first in the target file is named first.
        const [first = service, ...rest] = services
          .map(({ contract }) => contract.id)
          .filter((id) => id === service || others.includes(id))
        const { baseUrl = '' } = target.services[first] ?? {}
        const beside = rest.length === 0 ? '' : `, and with it ${rest.join(' and ')}`
        const because = `the ${first} service at ${baseUrl} went away${beside} ${goneAt(between)}${goneAfter(own, suspects, at, word, others.length === 0)}`
        const thereAt = Math.max(
          0,
          ...own.flatMap(({ response, endedAt }) => (response === undefined ? [] : [endedAt])),
        )
        onGone({ reason: 'gone', at, thereAt, because, suspects: suspects.map(({ id }) => id) })
      },
    })
  }

  /** Since when services that were asked have given no answer at all, where that is so when a run is stopped; ms. */
  silent(now: number): { readonly since: number; readonly because: string } | undefined {
    const silent = this.#services.flatMap(({ contract: { id } }) => {
      const since = this.presence.silentSince(id, now)
      return since === undefined ? [] : [{ id, since }]
    })
    if (silent.length === 0) return undefined
    const since = Math.min(...silent.map((each) => each.since))
    const names = silent.map(({ id }) => id).join(' and ')
    return {
      since,
      because: `${names} had given no answer since ${timeOf(since)} UTC, and what came after is not judged`,
    }
  }

  /** Of services that went away and came back, where the evidence does not show it. */
  cameBack(exchanges: readonly Exchange[]): readonly string[] {
    return this.presence.absences.flatMap((absence) => {
      const own = exchanges.filter(({ service }) => service === absence.service)
      return cameBackNote(own, absence) ?? []
    })
  }

  /** Resolves once it is known of every service whether it is still there. */
  async confirm(): Promise<void> {
    await Promise.all(this.#services.map(({ contract }) => this.presence.confirm(contract.id)))
  }
}

const reachedByRequests = ({ contract, section: { reached = 'by requests' } }: ServiceDefinition): string[] =>
  reached === 'by requests' ? [contract.id] : []

import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { isAfter, isBefore, partingIn, withoutBrokenOff } from './parting.ts'

type Told = Pick<Report, 'exchanges' | 'run'>

/**
 * That the service was started again between the first and the last of some requests: nobody listened for a while, or from
 * some moment on it knows nothing any more of what it had shown before. Undefined where it was not.
 */
export function restartedNote(report: Told, messages: readonly ReportedExchange[]): string | undefined {
  const told = withoutBrokenOff(messages)
  if (told.length < 2) return undefined
  const [from, to] = [Math.min(...told.map(({ endedAt }) => endedAt)), Math.max(...told.map(({ sentAt }) => sentAt))]
  const { service = '' } = told[0] ?? {}
  const isGone = report.exchanges.some(
    (each) => each.service === service && each.fault?.kind === 'refused' && each.endedAt >= from && each.endedAt <= to,
  )
  if (isGone) return `between these the service went away and came back${NOT_BROUGHT_ABOUT}`
  const parting = partingOf(report, service)
  // What was never answered met no service that had forgotten.
  const isForgotten =
    parting !== undefined &&
    told.some((each) => isBefore(each, parting)) &&
    told.some((each) => each.response !== undefined && isAfter(each, parting))
  return isForgotten ? `between these the service forgot what it had, as by a restart${NOT_BROUGHT_ABOUT}` : undefined
}

const NOT_BROUGHT_ABOUT =
  ', which they do not bring about: they may show something else, and what it forgot only where it is started again there'

type Partings = Map<string, ReturnType<typeof partingIn>>

/** Each failure of a report asks for them. */
const partings = new WeakMap<Told['exchanges'], Partings>()

function partingOf({ exchanges, run }: Told, service: string): ReturnType<typeof partingIn> {
  const known: Partings = partings.get(exchanges) ?? new Map()
  partings.set(exchanges, known)
  if (!known.has(service)) {
    const own = exchanges.filter((each) => each.service === service)
    known.set(service, partingIn(own, run.id))
  }
  return known.get(service)
}

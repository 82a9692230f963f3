import { type Recorder, recorder } from '../evidence/recorder.ts'
import { placesOf, plainPlacesOf, variablesOf } from '../target/credentials.ts'
import { placeOf } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import type { ServiceDefinition } from './service.ts'

export interface EvidenceOptions {
  /** Secret to the name of the environment variable that the target file takes it from. */
  readonly variables?: ReadonlyMap<string, string> | undefined
  /** Nothing is cut short: it is to be judged again. */
  readonly isWhole?: boolean
  /** The run that commands repeat, on a local target. */
  readonly runId?: string
}

/** What turns the evidence of some services into what may be shown. */
export function recorderFor(
  target: Target,
  services: readonly Pick<ServiceDefinition, 'redaction' | 'section'>[],
  { variables, isWhole = false, runId }: EvidenceOptions = {},
): Recorder {
  return recorder({
    target,
    places: services.map(({ redaction }) => redaction),
    bodies: services.flatMap(({ redaction }) => redaction.bodies?.(target) ?? []),
    usual: variablesOf(
      target,
      services.map(({ section }) => section),
    ),
    claimed: placesOf(target),
    plain: plainPlacesOf(target),
    shown: [target.name, ...Object.values(target.services).map(placeOf)],
    isWhole,
    signed: new Set(services.filter(({ section }) => section.reached === 'by events').map(({ section }) => section.id)),
    ...(variables === undefined ? {} : { variables }),
    ...(runId === undefined || target.environment !== 'local' ? {} : { renewing: runId }),
  })
}

import { type Recorder, recorder } from '../evidence/recorder.ts'
import { placesOf, variablesOf } from '../target/credentials.ts'
import type { Target } from '../target/target.ts'
import type { ServiceDefinition } from './service.ts'

/**
 * What turns the evidence of some services into what may be shown.
 * @param variables secret to the name of the environment variable that the target file takes it from
 * @param runId of the run that its commands repeat, on a local target
 */
export function recorderFor(
  target: Target,
  services: readonly Pick<ServiceDefinition, 'redaction' | 'section'>[],
  variables?: ReadonlyMap<string, string>,
  runId?: string,
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
    ...(variables === undefined ? {} : { variables }),
    ...(runId === undefined || target.environment !== 'local' ? {} : { renewing: runId }),
  })
}

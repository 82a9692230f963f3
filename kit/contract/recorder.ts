import { type Recorder, recorder } from '../evidence/recorder.ts'
import type { Target } from '../target/target.ts'
import type { ServiceDefinition } from './service.ts'

/**
 * What turns the evidence of some services into what may be shown.
 * @param variables secret to the name of the environment variable that the target file takes it from
 */
export function recorderFor(
  target: Target,
  services: readonly Pick<ServiceDefinition, 'redaction'>[],
  variables?: ReadonlyMap<string, string>,
): Recorder {
  return recorder({
    target,
    places: services.map(({ redaction }) => redaction),
    bodies: services.flatMap(({ redaction }) => redaction.bodies(target)),
    usual: new Map(services.flatMap(({ redaction }) => [...redaction.variables(target)])),
    ...(variables === undefined ? {} : { variables }),
  })
}

import { suitesOf } from '../cli/assembly.ts'
import { own } from '../cli/own/own.ts'
import { type OwnTargetFile, sections } from '../cli/own/services.ts'
import type { ServiceDefinition } from '../kit/contract/service.ts'
import type { TargetFile } from '../kit/target/file/file.ts'
import { resolveTarget, type Target } from '../kit/target/target.ts'

/** The target file of an embedded service, with the types of its sections. */
export const fileOf = (service: { targetFile(): object }): OwnTargetFile => service.targetFile() as OwnTargetFile

/** A target as a run uses it, from a target file as an object. */
export const targetOf = (file: object, secrets: readonly string[] = []): Target =>
  resolveTarget(file as TargetFile, { sections, secrets })

/** What the kit needs to know of the services that a target has. */
const servicesOf = (target: Target): readonly ServiceDefinition[] => suitesOf(own, target).map(({ service }) => service)

/** A target with the definitions of its services, as a run takes them. */
export function judgedBy(target: Target): { readonly target: Target; readonly services: readonly ServiceDefinition[] } {
  return { target, services: servicesOf(target) }
}

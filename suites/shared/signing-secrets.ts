import { valueAt } from '../../kit/target/path.ts'
import type { Target } from '../../kit/target/target.ts'

/** Where the sections of a target file name the secrets that webhooks are signed with. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  payment: ['signingKey'],
  messaging: ['smsWebhook', 'secret'],
}

/**
 * Secrets that the webhooks of other services are signed with, by the claim that names them: one of a target file may be
 * taken for another.
 */
export function signingSecretsOfOthers({ services }: Target, own: string): Readonly<Record<string, string>> {
  const found = Object.entries(PLACES).flatMap(([service, path]) => {
    const secret = service === own ? undefined : valueAt(services[service], path)
    return typeof secret === 'string' ? [[[service, ...path].join('.'), secret] as const] : []
  })
  return Object.fromEntries(found)
}

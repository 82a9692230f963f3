import type { ServiceDefinition } from '../../contract/service.ts'
import { Permission, type PlacedBudget } from '../../http/permission.ts'
import { credentialsOf } from '../../target/credentials.ts'
import type { Target } from '../../target/target.ts'

/** What holds every request to a target against its file. */
export function permissionOf(target: Target, services: readonly ServiceDefinition[]): Permission {
  const guards = services.map(({ guard }) => guard(target))
  const credentials = credentialsOf(
    target,
    services.map(({ section }) => section),
  )
  const budgets = services.flatMap(({ contract: { id }, section: { allow } }): PlacedBudget[] => {
    const { baseUrl } = target.services[id] ?? {}
    return baseUrl === undefined
      ? []
      : Object.entries(allow?.budgets ?? {}).map(([name, { line }]) => ({ baseUrl, name, line }))
  })
  return new Permission(target, guards, credentials, budgets)
}

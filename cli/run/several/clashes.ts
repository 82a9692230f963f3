import type { Target } from '../../../kit/target/target.ts'
import { UsageError } from '../../usage-error.ts'

/** A target with the path of its file. */
export interface FiledTarget {
  readonly path: string
  readonly target: Target
}

const HINT = '--parallel 1 judges them one after the other'

/**
 * Targets that cannot be judged at one time: they listen for webhooks at one address, or spend the rate of one key.
 * @throws UsageError
 */
export function assertApart(targets: readonly FiledTarget[]): void {
  for (const [index, one] of targets.entries()) {
    for (const other of targets.slice(index + 1)) {
      const listen = sharedListen(one.target, other.target)
      if (listen !== undefined)
        throw new UsageError(
          `${one.path}, ${other.path}: both listen for webhooks on ${listen} (webhooks.listen); name two addresses, or port 0 where no publicUrl leads to it, or ${HINT}`,
        )
      const key = sharedKey(one.target, other.target)
      if (key !== undefined)
        throw new UsageError(
          `${one.path}, ${other.path}: both use the key ${key} of one service, and each would spend the rate of the other; name other keys, or ${HINT}`,
        )
    }
  }
}

/** The address that both would listen on: one host of a port, or all of them. */
function sharedListen({ webhooks: a }: Target, { webhooks: b }: Target): string | undefined {
  if (a === undefined || b === undefined || a.deliveries !== undefined || b.deliveries !== undefined) return undefined
  const { host, port } = a.listen
  if (port === 0 || port !== b.listen.port) return undefined
  const isSame = [host, b.listen.host].some((each) => ANY.has(each)) || host === b.listen.host
  return isSame ? `${host}:${port}` : undefined
}

const ANY = new Set(['0.0.0.0', '::', '[::]', ''])

/** Where it stands in the first of the files. */
function sharedKey(a: Target, b: Target): string | undefined {
  for (const [id, service] of Object.entries(a.services)) {
    const other = b.services[id]
    if (other === undefined || other.baseUrl !== service.baseUrl) continue
    const theirs = new Set(Object.values(other.keys ?? {}).flat())
    const shared = Object.entries(service.keys ?? {}).find(([, value]) =>
      [value].flat().some((each) => each !== undefined && theirs.has(each)),
    )
    if (shared !== undefined) return `${id}.keys.${shared[0]}`
  }
  return undefined
}

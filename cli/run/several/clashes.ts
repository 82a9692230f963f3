import { oneSpelling } from '../../../kit/target/address.ts'
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
 * @throws UsageError that names all of them
 */
export function assertApart(targets: readonly FiledTarget[]): void {
  const listening = new Map<string, Set<string>>()
  const sharing = new Map<string, Set<string>>()
  const note = (all: Map<string, Set<string>>, what: string | undefined, ...paths: readonly string[]): void => {
    if (what !== undefined) all.set(what, new Set([...(all.get(what) ?? []), ...paths]))
  }
  for (const [index, one] of targets.entries()) {
    for (const other of targets.slice(index + 1)) {
      note(listening, sharedListen(one.target, other.target), one.path, other.path)
      note(sharing, sharedKey(one.target, other.target), one.path, other.path)
    }
  }
  const every = (paths: ReadonlySet<string>): string => (paths.size === 2 ? 'both' : `all ${paths.size}`)
  const problems = [
    ...[...listening].map(
      ([listen, paths]) =>
        `${[...paths].join(', ')}: ${every(paths)} listen for webhooks on ${listen} (webhooks.listen); name an address for each, or port 0 where no publicUrl leads to it, or ${HINT}`,
    ),
    ...[...sharing].map(
      ([key, paths]) =>
        `${[...paths].join(', ')}: ${every(paths)} use the key ${key.split('\n')[0]} of one service, and each would spend the rate of the other; name other keys, or ${HINT}`,
    ),
  ]
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
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

/**
 * What each target has in common with others that are elsewhere: a key, by which one service may stand behind both
 * addresses. A sentence for the runs of both, in the order of the targets.
 */
export function sharedElsewhere(targets: readonly FiledTarget[]): readonly (readonly string[])[] {
  return targets.map((one) =>
    targets.flatMap((other) => {
      const [key] = one === other ? [] : (sharedKey(one.target, other.target, 'elsewhere')?.split('\n') ?? [])
      return key === undefined
        ? []
        : [
            `${other.path} is judged at the same time with the same ${key} at another address: where one service stands behind both, each run spends the rate of the other and meets what it changes; ${HINT}`,
          ]
    }),
  )
}

/** Where it stands in the first of the files, and in a line of its own, which nobody is shown, the key itself. */
function sharedKey(a: Target, b: Target, where: 'there' | 'elsewhere' = 'there'): string | undefined {
  for (const [id, service] of Object.entries(a.services)) {
    const other = b.services[id]
    if (other?.baseUrl === undefined || service.baseUrl === undefined) continue
    if ((oneSpelling(other.baseUrl) === oneSpelling(service.baseUrl)) !== (where === 'there')) continue
    const theirs = new Set(Object.values(other.keys ?? {}).flat())
    for (const [name, value] of Object.entries(service.keys ?? {})) {
      const shared = [value].flat().find((each) => each !== undefined && theirs.has(each))
      if (shared !== undefined) return `${id}.keys.${name}\n${shared}`
    }
  }
  return undefined
}

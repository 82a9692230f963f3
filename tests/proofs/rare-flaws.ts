import type { Proof } from './proof.ts'

/** Members of a behaviour that every rare flaw asks before it changes what they say: several change one without hiding each other. */
const PASSED_ON: readonly string[] = ['refuse', 'objects', 'payload', 'record', 'problems', 'otpText']

interface Patched<Behaviour> {
  readonly patch: Partial<Behaviour> | ((before: Behaviour) => Behaviour)
}

/** The names of flaws that can be applied at once: no two of a group put something of their own in the place of one member. */
export function groupsOf<Behaviour extends object>(
  flaws: Readonly<Record<string, Patched<Behaviour>>>,
  lawful: Behaviour,
): string[][] {
  const groups: { readonly names: string[]; readonly replaced: Set<string> }[] = []
  for (const [name, { patch }] of Object.entries(flaws)) {
    const patched = typeof patch === 'function' ? patch(lawful) : { ...lawful, ...patch }
    const replaced = (Object.keys(patched) as (keyof Behaviour & string)[]).filter(
      (member) => patched[member] !== lawful[member] && !PASSED_ON.includes(member),
    )
    let group = groups.find((each) => !replaced.some((member) => each.replaced.has(member)))
    if (group === undefined) {
      group = { names: [], replaced: new Set() }
      groups.push(group)
    }
    group.names.push(name)
    for (const member of replaced) group.replaced.add(member)
  }
  return groups.map(({ names }) => names)
}

/**
 * Which of many flaws, applied together, are met, and what was told of each: where the judgement of all is red, the
 * halves are judged by themselves, down to single flaws.
 */
export async function metAmong(
  names: readonly string[],
  judge: (flaws: readonly string[]) => Promise<Pick<Proof, 'failed' | 'warned' | 'told'>>,
): Promise<ReadonlyMap<string, string>> {
  const { failed, warned, told } = await judge(names)
  if (failed.length + warned.length === 0) return new Map()
  const all = new Map(names.map((name) => [name, told.join('\n')]))
  if (names.length === 1) return all
  const middle = Math.ceil(names.length / 2)
  const halves = [names.slice(0, middle), names.slice(middle)]
  const met = new Map<string, string>()
  for (const half of halves) for (const [name, text] of await metAmong(half, judge)) met.set(name, text)
  // Red together and green apart: each of them has a part in it.
  return met.size === 0 ? all : met
}

interface PhaseTraits {
  readonly name: string
  /** Whether its checks run beside each other. */
  readonly concurrency: 'together' | 'one by one'
  /** What has to be over before it begins: the phase before of the same service, or that of every service. */
  readonly begins: 'after its service' | 'after every service'
  /** Whether its checks wait for time to pass: a quick run leaves them out. */
  readonly waits: boolean
  /** Whether its checks send requests. Those that send none judge what was recorded, also after a stop. */
  readonly sends: boolean
}

/**
 * The phases of a run, in order. `main`: what waits for nothing. `settled`: what needs everything made before to have come to
 * rest. `exclusive`: what nothing else of its service may disturb (the rate limit). `generated`: many values at once, when
 * nothing waits for a moment any more. `rules`: what judges the exchanges and deliveries that the run recorded.
 */
export const PHASES = [
  { name: 'main', concurrency: 'together', begins: 'after its service', waits: false, sends: true },
  { name: 'settled', concurrency: 'together', begins: 'after its service', waits: true, sends: true },
  { name: 'exclusive', concurrency: 'one by one', begins: 'after its service', waits: true, sends: true },
  { name: 'generated', concurrency: 'together', begins: 'after every service', waits: true, sends: true },
  { name: 'rules', concurrency: 'together', begins: 'after every service', waits: false, sends: false },
] as const satisfies readonly PhaseTraits[]

export type Phase = (typeof PHASES)[number]['name']

export const PHASE_NAMES: readonly Phase[] = PHASES.map(({ name }) => name)

/** @throws RangeError for a name that is none of a phase */
export function phaseNamed(name: Phase): PhaseTraits & { readonly name: Phase } {
  const found = PHASES.find((each) => each.name === name)
  if (found === undefined) throw new RangeError(`there is no phase ${name}`)
  return found
}

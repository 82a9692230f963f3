import type { Check } from '../kit/check.ts'
import type { TargetFile } from '../kit/target/file.ts'
import { type Embedded, type Proof, prove } from './proof.ts'

/** Requests with generated values that a proof allows: more than the checks of one service send at the standard depth. */
const ALLOWED = 5000

export interface GeneratedProof {
  readonly which: 'payment' | 'messaging'
  readonly checks: readonly Check[]
  /** Values that each check tries; those of the standard depth when absent. */
  readonly runs?: number
  /** `local` when absent. */
  readonly environment?: 'local' | 'test'
}

/** Judges an embedded service by checks with generated values at the standard depth, with the fixed seed of all proofs. */
export function proveGenerated(
  start: () => Promise<Embedded>,
  { which, checks, runs, environment = 'local' }: GeneratedProof,
): Promise<Proof> {
  const allowing = async (): Promise<Embedded> => {
    const service = await start()
    const targetFile = (): object => {
      const file = service.targetFile() as TargetFile
      return { ...file, environment, allow: { ...file.allow, generated: ALLOWED } }
    }
    return { targetFile, close: () => service.close() }
  }
  return prove(allowing, which, checks, 'standard', runs)
}

import { expect } from 'vitest'
import type { Check } from '../../kit/check/check.ts'
import type { TargetFile } from '../../kit/target/file/file.ts'
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

/** The most requests that a counterexample may take to be seen again. */
const MOST_REQUESTS = 4

export interface Rare {
  readonly breaks: readonly string[]
  readonly foundBy: string
}

/** Proves that generated values find a rare flaw, told by nothing but what it breaks, few requests and the command that shows it again. */
export async function expectFound(
  start: () => Promise<Embedded>,
  { which, checks }: Pick<GeneratedProof, 'which' | 'checks'>,
  { breaks, foundBy }: Rare,
): Promise<void> {
  const own = checks.filter(({ id }) => id === foundBy)
  const { failed, warned, told, run, verdicts } = await proveGenerated(start, { which, checks: own })
  const red = [...failed, ...warned]
  expect(red.length, told.join('\n')).toBeGreaterThan(0)
  expect(
    red.filter((id) => !breaks.includes(id)),
    told.join('\n'),
  ).toEqual([])
  const judgements = verdicts
    .flatMap((each) => each.judgements)
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  const requests = judgements
    .flatMap(({ evidence }) => evidence)
    .filter((id) => run.session.store.exchanges.some((each) => each.id === id))
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length, told.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
  expect(judgements[0]?.reason).toMatch(
    /\nrun it again with: npx assay-conformance replay (pay|msg)\/generated\/[\w-]+ --seed 7 --path \d+,\S+$/,
  )
}

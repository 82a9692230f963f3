import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { DEPTHS, type Depth } from '../../kit/check/depth.ts'
import { nearestOf } from '../../kit/plan/nearest-ids.ts'
import type { KnownFailure } from '../../kit/report/baseline.ts'
import { isTooDeepText, MOST_LEVELS } from '../../kit/schema/nesting.ts'
import { validatorFor } from '../../kit/schema/validator.ts'
import { decoded } from '../../kit/target/file/decoded.ts'
import { UsageError } from '../usage-error.ts'
import { baselineProblem } from './baseline-problems.ts'

const text = { type: 'string', minLength: 1 } as const
const schema = {
  type: 'object',
  required: ['known'],
  additionalProperties: false,
  properties: {
    seed: { type: 'integer', minimum: 0 },
    depth: { enum: DEPTHS },
    known: {
      type: 'array',
      items: {
        type: 'object',
        required: ['requirement', 'reason', 'owner', 'expires'],
        additionalProperties: false,
        properties: { requirement: text, reason: text, owner: text, expires: { type: 'string', format: 'date' } },
      },
    },
  },
} as const

const EXAMPLE = 'known: [{ requirement: <id>, reason: …, owner: …, expires: 2026-12-31 }]'

/** Known failures, and the seed of the run that they were seen in: another one asks in other places. */
export interface Baseline {
  readonly known: readonly KnownFailure[]
  readonly seed?: number
  /** Of that run: one of less depth judges less of what failed. */
  readonly depth?: Depth
}

/**
 * A baseline file, YAML or JSON.
 * @param requirements that there are; not looked at where absent
 * @throws UsageError where there is no such file, an entry lacks something or names no requirement, or two name one
 */
export async function readBaseline(path: string, requirements?: readonly string[]): Promise<Baseline> {
  const flag = `--baseline ${path}`
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${flag}: ${error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`}`)
  })
  const source = decoded(bytes)
  if (isTooDeepText(source)) throw new UsageError(`${flag}: is nested deeper than ${MOST_LEVELS} levels`)
  let value: unknown
  try {
    value = parse(source, { logLevel: 'error' })
  } catch (error) {
    throw new UsageError(`${flag}: ${(error as Error).message.split('\n')[0]}`)
  }
  const validate = validatorFor(schema)
  if (!validate(value)) {
    const problems = [...new Set((validate.errors ?? []).map((error) => baselineProblem(error, value)))]
    throw new UsageError(`${flag}: ${problems.join('; ')}; expected such as: ${EXAMPLE}`)
  }
  const baseline = value as Baseline
  const { known } = baseline
  const ids = known.map(({ requirement }) => requirement)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new UsageError(`${flag}: two entries name ${twice}; keep one`)
  if (requirements !== undefined) {
    const strange = ids.flatMap((id, index) =>
      requirements.includes(id) ? [] : [strangeEntry(id, index, requirements)],
    )
    if (strange.length > 0) throw new UsageError(`${flag}: ${strange.join('; ')}`)
  }
  return baseline
}

function strangeEntry(id: string, index: number, requirements: readonly string[]): string {
  const [near] = nearestOf(id, requirements)
  const hint = near === undefined ? 'take it out' : `did you mean ${near}? Otherwise take it out`
  return `entry ${index + 1} (${id}): there is no such requirement in this version; ${hint}`
}

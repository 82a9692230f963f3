import { counted } from '../../reporters/views/counted.ts'
import type { Requirement } from '../../specs/contract.ts'
import { type Assembly, loaded } from '../assembly.ts'
import { LEVELS } from '../options/levels.ts'
import { UsageError } from '../usage-error.ts'

export interface ListFlags {
  readonly service?: string
  readonly level?: string
  readonly json?: boolean
}

interface Listed extends Requirement {
  readonly id: string
  readonly checks: readonly string[]
}

/** Prints the catalogue by area, with the checks that judge each requirement. */
export async function list({ service, level, json = false }: ListFlags, { suites }: Assembly): Promise<number> {
  const chosen = suites.filter((each) => service === undefined || each.service.contract.id === service)
  if (chosen.length === 0) {
    const known = suites.map((each) => each.service.contract.id).join(' or ')
    throw new UsageError(`--service ${service}: expected ${known}`)
  }
  if (level !== undefined && !LEVELS.some((each) => each === level)) {
    throw new UsageError(`--level ${level}: expected ${LEVELS.join(', ')}`)
  }
  const { services, checks } = await loaded(chosen)
  const entries = services
    .flatMap(({ contract }) => Object.entries(contract.catalogue))
    .map(
      ([id, entry]): Listed => ({
        id,
        ...entry,
        checks: checks.filter((check) => check.covers.includes(id)).map((check) => check.id),
      }),
    )
    .filter((each) => level === undefined || each.level === level)
  process.stdout.write(json ? `${JSON.stringify(entries, undefined, 2)}\n` : asText(entries))
  return 0
}

function asText(entries: readonly Listed[]): string {
  const lines: string[] = []
  let area = ''
  for (const { id, level, text, checks, unobservable } of entries) {
    const own = id.split('.').slice(0, 2).join('.')
    if (own !== area) lines.push(...(area === '' ? [] : ['']), own)
    area = own
    const judged = unobservable === undefined ? checks.join(', ') || 'no check yet' : `unobservable: ${unobservable}`
    lines.push(`  ${id} (${level})`, `    ${text}`, `    ${judged}`)
  }
  return `${lines.join('\n')}\n\n${counted(entries.length, 'requirement')}\n`
}

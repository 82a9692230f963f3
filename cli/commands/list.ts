import { catalogue, type RequirementId, type Service } from '../../specs/index.ts'
import { LEVELS, type Level } from '../options/levels.ts'
import { checksOf } from '../run/suites.ts'
import { UsageError } from '../usage-error.ts'

export interface ListFlags {
  readonly service?: string
  readonly level?: string
  readonly json?: boolean
}

interface Listed {
  readonly id: RequirementId
  readonly level: Level
  readonly at: string
  readonly text: string
  readonly unobservable?: string
  readonly checks: readonly string[]
}

const SERVICES: readonly Service[] = ['payment', 'messaging']

/** Prints the catalogue by area, with the checks that judge each requirement. */
export async function list({ service, level, json = false }: ListFlags): Promise<number> {
  const services = SERVICES.filter((each) => service === undefined || each === service)
  if (services.length === 0) throw new UsageError(`--service ${service}: expected payment or messaging`)
  if (level !== undefined && !LEVELS.some((each) => each === level)) {
    throw new UsageError(`--level ${level}: expected ${LEVELS.join(', ')}`)
  }
  const entries = (await listed(services)).filter((each) => level === undefined || each.level === level)
  process.stdout.write(json ? `${JSON.stringify(entries, undefined, 2)}\n` : asText(entries))
  return 0
}

export const serviceOf = (id: string): Service => (id.startsWith('pay.') ? 'payment' : 'messaging')

async function listed(services: readonly Service[]): Promise<Listed[]> {
  const checks = await checksOf(services)
  return (Object.keys(catalogue) as RequirementId[])
    .filter((id) => services.includes(serviceOf(id)))
    .map((id) => ({
      id,
      ...catalogue[id],
      checks: checks.filter((check) => check.covers.includes(id)).map((check) => check.id),
    }))
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
  return `${lines.join('\n')}\n\n${entries.length} requirements\n`
}

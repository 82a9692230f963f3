import type { Target } from './target.ts'

/** `read` sends nothing that could change the target; `refuse` what must be refused; `write` what is executed. */
export type Tier = 'read' | 'refuse' | 'write'

const TIERS: readonly Tier[] = ['read', 'refuse', 'write']

/** Whether requests of a tier may be sent: production is read only unless the target file names a budget. */
export function permits({ environment, allow }: Pick<Target, 'environment' | 'allow'>, tier: Tier): boolean {
  const spends = Object.values(allow.budgets).some((most) => most > 0) || (allow.generated ?? 0) > 0
  const most: Tier = spends ? 'write' : environment === 'production' ? 'read' : 'refuse'
  return TIERS.indexOf(tier) <= TIERS.indexOf(most)
}

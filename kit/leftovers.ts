import { type Exchange, json } from './http/exchange.ts'
import { valueAt } from './match/index.ts'

const PAYMENT = 'POST /api/v1/payments'
const APP = 'POST /v1/developer_apps'

const isMade = ({ response }: Exchange): boolean => response !== undefined && Math.floor(response.status / 100) === 2

/** What a run made at the target and nobody can take away again, one line for each kind. */
export function leftovers(exchanges: readonly Exchange[], runId: string, messages: number): readonly string[] {
  const made = exchanges.filter(isMade)
  const created = made.filter(({ operation }) => operation === PAYMENT)
  // A replay shows a payment that was there.
  const payments = new Set(created.map(({ id, request }) => valueAt(json(request), '/reference') ?? id)).size
  const apps = made.filter(({ operation }) => operation === APP).length
  const told = (count: number, what: string, where: string): string[] =>
    count === 0 ? [] : [`left behind: ${count} ${what}${count === 1 ? '' : 's'}${where}`]
  return [
    ...told(payments, 'payment', `, ${runId} in the reference`),
    ...told(apps, 'developer app', `, ${runId} in the name`),
    ...told(messages, 'message', ' sent or queued'),
  ]
}

import type { Exchange } from '../../../kit/http/exchange.ts'
import { showsNothingMade } from '../../../kit/rate/refusal.ts'
import { APP_CREATE } from '../client/operations.ts'

const isMade = ({ response }: Exchange): boolean => Math.floor((response?.status ?? 0) / 100) === 2
/** With a key of the target file, and an answer that does not show that nothing was made. */
const mayBeMade = ({ key, response }: Exchange): boolean => key !== '' && !showsNothingMade(response?.status)

/** Developer apps, which nobody can take away again. */
export function leftovers(exchanges: readonly Exchange[], runId: string): readonly string[] {
  const creations = exchanges.filter(({ operation }) => operation === APP_CREATE)
  const made = creations.filter(isMade).length
  const most = creations.filter((each) => isMade(each) || mayBeMade(each)).length
  const many = `${made < most ? 'up to ' : ''}${most}`
  return most === 0 ? [] : [`left behind: ${many} developer app${most === 1 ? '' : 's'}, with ${runId} in the name`]
}

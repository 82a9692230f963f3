import type { Exchange } from '../http/exchange.ts'

const APP = 'POST /v1/developer_apps'

const isMade = ({ response }: Exchange): boolean => response !== undefined && Math.floor(response.status / 100) === 2

/** What a run made at the target beside payments and messages, which its cost tells, and nobody can take away again. */
export function leftovers(exchanges: readonly Exchange[], runId: string): readonly string[] {
  const apps = exchanges.filter((each) => each.operation === APP && isMade(each)).length
  return apps === 0 ? [] : [`left behind: ${apps} developer app${apps === 1 ? '' : 's'}, with ${runId} in the name`]
}

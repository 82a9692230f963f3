import type { Step } from '../../../kit/check/steps.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { showsNothingMade } from '../../../kit/rate/refusal.ts'
import { APP_CREATE } from '../client/operations.ts'

const isMade = ({ response }: Exchange): boolean => Math.floor((response?.status ?? 0) / 100) === 2
/** With a key of the target file, and an answer that does not show that nothing was made. */
const mayBeMade = ({ key, response }: Exchange): boolean => key !== '' && !showsNothingMade(response?.status)

/** Recipes whose effects stay at the target, by what each makes there. */
const STAYING = [
  [
    ['messaging.smsWebhook.register', 'registerWebhook'],
    'webhook',
    'registered, which go on being called at the addresses of this run',
  ],
  [['routeCallbacks'], 'route', 'of callbacks made'],
  [['addInbound', 'addOutbound'], 'message', 'added to conversations'],
] as const

/** What recipes of the target file made: the document shows no way to take it away. */
function brought(steps: readonly Step[]): readonly string[] {
  const done = steps.filter(({ outcome }) => outcome === 'done')
  const told = STAYING.flatMap(([recipes, what, how]) => {
    const many = done.filter(({ recipe }) => (recipes as readonly string[]).includes(recipe)).length
    return many === 0 ? [] : [`${many} ${what}${many === 1 ? '' : 's'} ${how}`]
  })
  return told.length === 0 ? [] : [`left behind, by recipes of the target file: ${told.join('; ')}`]
}

/** Developer apps, and what recipes made, which nobody can take away again. */
export function leftovers(
  exchanges: readonly Exchange[],
  runId: string,
  steps: readonly Step[] = [],
): readonly string[] {
  const creations = exchanges.filter(({ operation }) => operation === APP_CREATE)
  const made = creations.filter(isMade).length
  const most = creations.filter((each) => isMade(each) || mayBeMade(each)).length
  const many = `${made < most ? 'up to ' : ''}${most}`
  return [
    ...(most === 0 ? [] : [`left behind: ${many} developer app${most === 1 ? '' : 's'}, with ${runId} in the name`]),
    ...brought(steps),
  ]
}

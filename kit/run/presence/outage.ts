import type { Evidence } from '../../check/context.ts'
import type { ServiceDefinition } from '../../contract/service.ts'
import type { Exchange } from '../../http/exchange.ts'

/** What a gateway answers whose service is out. */
const OUT: readonly number[] = [502, 503, 504]

/** Whether an answer is that of a gateway whose service is out, and says nothing of what was asked. */
export const isOut = (
  message: Evidence,
  definition: Pick<ServiceDefinition, 'troubleIn'> | undefined,
  requirement: string,
): message is Exchange =>
  'operation' in message &&
  OUT.includes(message.response?.status ?? 0) &&
  (definition?.troubleIn === undefined || definition.troubleIn(message, requirement) !== undefined)

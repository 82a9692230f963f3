import type { ReportedDelivery, ReportedExchange } from '../evidence/recorder.ts'
import type { RunHandle } from '../run/lifecycle.ts'
import { attemptsOf } from '../webhooks/attempts.ts'

/** A message of a run by its id, as it may be shown. */
export function messageOf(
  { run, record }: Pick<RunHandle, 'run' | 'record'>,
  id: string,
): ReportedExchange | ReportedDelivery | undefined {
  const { exchanges, deliveries } = run.session.store
  const exchange = exchanges.find((each) => each.id === id)
  if (exchange !== undefined) return record.exchange(exchange)
  const attempt = [...attemptsOf(deliveries)].find(([each]) => each.id === id)
  return attempt && record.delivery(...attempt)
}

import type { Evidence } from '../../../kit/check/context.ts'
import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import type { CheckContext } from '../define.ts'

/** Part of a URL: what is called without it is another one. */
export const QUERY = 'shop=7&kind=order'

/** Judges that a delivery was sent to the URL with the query that it was named with. */
export function judgeQuery(
  t: CheckContext,
  id: 'pay.webhook.payment-url' | 'pay.webhook.default-url',
  event: Delivery,
  naming: readonly Evidence[],
): void {
  const [, query = ''] = event.path.split('?')
  t.conclude(id, {
    ok: query === QUERY,
    subject: subjectOf(event),
    expected: `the query ${QUERY}`,
    actual: query === '' ? 'no query' : `the query ${query}`,
    evidence: [...naming, event],
  })
}

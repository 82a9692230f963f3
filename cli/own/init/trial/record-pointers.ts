const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const STATUSES = ['pending', 'processing', 'completed', 'failed', 'expired', 'cancelled']

/** Pointers of texts in an answer that could be ids, those first whose name says so. */
export function idPointers(body: unknown): readonly string[] {
  const found = texts(body, '').filter(({ text }) => UUID.test(text))
  const rank = ({ pointer }: Place): number => (/\/(id|payment_id|transaction_id)$/.test(pointer) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ pointer }) => pointer)
}

/** The pointer of the status of a payment, where one is recognised. */
export function statusPointer(body: unknown): string | undefined {
  const found = texts(body, '').filter(({ text }) => STATUSES.includes(text))
  return (found.find(({ pointer }) => pointer.endsWith('/status')) ?? found[0])?.pointer
}

export const textAt = (body: unknown, pointer: string): string | undefined =>
  texts(body, '').find((each) => each.pointer === pointer)?.text

interface Place {
  readonly pointer: string
  readonly text: string
}

function texts(value: unknown, pointer: string): readonly Place[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    texts(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

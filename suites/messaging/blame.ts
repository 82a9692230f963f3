import type { Exchange } from '../../kit/http/exchange.ts'
import { valueAt } from '../../kit/match/index.ts'
import { bodyOf, isRecord } from './answers.ts'

/** The members that a refusal blames. */
export function blamed(exchange: Exchange): ReadonlySet<string> {
  const body = bodyOf(exchange)
  const [detail, details, errors] = ['/detail', '/error/details', '/errors'].map((pointer) => valueAt(body, pointer))
  const found: unknown[] = []
  if (Array.isArray(detail)) for (const item of detail) found.push(...(Array.isArray(item?.loc) ? item.loc : []))
  if (isRecord(details)) found.push(...Object.keys(details))
  if (Array.isArray(errors)) for (const item of errors) found.push(...String(item?.field ?? '').split('.'))
  return new Set(found.filter((each): each is string => typeof each === 'string'))
}

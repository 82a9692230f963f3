import type { RecordedResponse } from '../../http/exchange.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A text with a word for each UUID in it. */
export const withoutIds = (text: string): string => text.replaceAll(UUID, '{id}')

/**
 * What an answer says whatever it was asked for: routers repeat the method and the path, with the base URL or without, and
 * count and time.
 */
export function wordsOf(
  { method, url }: { readonly method: string; readonly url: string },
  response: RecordedResponse | undefined,
  baseUrl: string,
): string {
  const below = url.slice(baseUrl.length + 1)
  const whole = new URL(url).pathname.slice(1)
  // Some write JSON with escaped slashes.
  const text = (response?.body.toString('utf8') ?? '').replaceAll('\\/', '/')
  const blanked = withoutIds(text.replaceAll(whole, '{path}').replaceAll(below, '{path}')).replaceAll(/\d+/g, '0')
  return `${response?.status} ${blanked.replaceAll(new RegExp(`\\b${method}\\b`, 'g'), '{method}')}`
}

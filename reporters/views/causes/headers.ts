import type { RawHeaders } from '../../../kit/http/exchange.ts'

/** The first value of a header; `none` where there is none and nothing else is given, which is no number, date or address. */
export const headerOf = (headers: RawHeaders | undefined, name: string, absent = 'none'): string =>
  headers?.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1] ?? absent

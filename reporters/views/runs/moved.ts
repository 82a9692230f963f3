import type { Report } from '../../../kit/report/report.ts'
import { isLoopback } from '../../../kit/target/address.ts'

/** Ports from here on are given out by systems to whoever asks for any: the same service has another one each time. */
const PASSING = 32_768

/** What a system gave out stands for. */
const ANY_PORT = 'a port of its own'

/** Where a run found the service of a requirement: the same text for runs of one place. */
export function placeOf(
  { services, target: { baseUrls } }: Pick<Report, 'services'> & Placed,
  requirement: string,
): string {
  const service = services.find(({ prefix }) => requirement.startsWith(`${prefix}.`))
  const url = baseUrls[service?.id ?? '']
  return url === undefined ? '' : isPassing(url) ? ANY_PORT : url
}

const isPassing = (url: string): boolean => isLoopback(url) && Number(new URL(url).port) >= PASSING

/** What is known of where services were found. */
interface Placed {
  readonly target: Pick<Report['target'], 'baseUrls'>
}

/**
 * Base URLs of a run whose service another run found elsewhere, each once. A port that a system gave out is no other
 * address than one that it gave out before.
 */
export function movedFrom({ target: { baseUrls } }: Placed, other: Placed): readonly string[] {
  const urls = Object.entries(baseUrls).flatMap(([service, url]) => {
    const { [service]: there = url } = other.target.baseUrls
    return there === url || (isPassing(there) && isPassing(url)) ? [] : [url]
  })
  return [...new Set(urls)]
}

import { pathSegment } from '../../../kit/check/path-segment.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { keyOf, merchantOf, REFRESH } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { creations, creationsById } from '../webhooks/deliveries.ts'

/** What the run sent of a payment beside reads. */
export interface Meanwhile {
  /** Attempts at its creation, with its key. */
  readonly retries: readonly Exchange[]
  readonly refreshes: readonly Exchange[]
}

/**
 * What was sent of a payment between two messages, whichever check it was for: any of it may be what moved it.
 * @param from when the first was complete, ms
 * @param until when the other was sent, ms
 */
export function sentMeanwhile(t: CheckContext, id: string, from: number, until: number): Meanwhile {
  const isMeanwhile = ({ sentAt }: Exchange): boolean => sentAt >= from && sentAt < until
  const nameOf = (each: Exchange): string => `${merchantOf(each)} ${keyOf(each)}`
  const names = new Set(creationsById(t, id).map(nameOf))
  const path = `/payments/${pathSegment(id)}/`.toLowerCase()
  return {
    retries: creations(t).filter((each) => isMeanwhile(each) && names.has(nameOf(each))),
    refreshes: t
      .exchanges()
      .filter(
        (each) => isMeanwhile(each) && each.operation === REFRESH && each.request.url.toLowerCase().includes(path),
      ),
  }
}

/** What was sent meanwhile in words, `a retry of its creation and a refresh`; empty where nothing was. */
export const meanwhileText = ({ retries, refreshes }: Meanwhile): string =>
  [...(retries.length === 0 ? [] : ['a retry of its creation']), ...(refreshes.length === 0 ? [] : ['a refresh'])].join(
    ' and ',
  )

import type { Guard } from '../../../kit/http/guard.ts'

/** Books every request to one of these URLs as an event, whatever the check that sends it says of itself. */
export const eventsGuard = (urls: readonly (string | undefined)[]): Guard => ({
  price: ({ request }, said) =>
    request.method === 'GET' || !urls.includes(request.url) || (said.spends.events ?? 0) > 0
      ? said
      : { ...said, spends: { ...said.spends, events: 1 } },
})

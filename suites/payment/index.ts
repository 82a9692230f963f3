import type { Check } from '../../kit/check.ts'
import { access } from './access.ts'
import { afterFailures } from './after-failures.ts'
import { amounts } from './amounts.ts'
import { authentication } from './authentication.ts'
import { blamedFields } from './blamed-fields.ts'
import { card } from './card.ts'
import { deliveryIds } from './delivery-ids.ts'
import { deliveryRetries } from './delivery-retries.ts'
import { errorEnvelope } from './error-envelope.ts'
import { eventChanges } from './event-changes.ts'
import { eventHistory } from './event-history.ts'
import { eventIdentity } from './event-identity.ts'
import { eventPayload } from './event-payload.ts'
import { idempotency } from './idempotency.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { identifiers } from './identifiers.ts'
import { merchantProfile } from './merchant-profile.ts'
import { providerOutages } from './outages.ts'
import { outcomeStatuses } from './outcome-statuses.ts'
import { outcomes } from './outcomes.ts'
import { races } from './races.ts'
import { rateLimit } from './rate-limit.ts'
import { reading } from './reading.ts'
import { references } from './references.ts'
import { refreshing } from './refreshing.ts'
import { refusedCreations } from './refused-creations.ts'
import { signatureRules } from './signatures.ts'
import { withSources } from './sources.ts'
import { statusRules } from './statuses.ts'
import { unusualEvents } from './unusual-events.ts'
import { validation } from './validation.ts'
import { version } from './version.ts'
import { webhookUrls } from './webhook-urls.ts'

/** The payment suite in reading order. */
export const paymentChecks: readonly Check[] = [
  ...authentication,
  ...access,
  ...validation,
  ...amounts,
  ...card,
  ...idempotencyKey,
  ...idempotency,
  ...races,
  ...references,
  ...reading,
  ...identifiers,
  ...version,
  ...outcomes,
  ...providerOutages,
  ...outcomeStatuses,
  ...refreshing,
  ...webhookUrls,
  ...merchantProfile,
  ...unusualEvents,
  // The limiter is waited for before the ends of deliveries are judged: by then most of their time is over.
  ...rateLimit,
  ...deliveryRetries,
  ...afterFailures,
  ...eventPayload,
  ...eventIdentity,
  ...eventChanges,
  ...eventHistory,
  ...signatureRules,
  ...deliveryIds,
  ...statusRules,
  ...refusedCreations,
  ...errorEnvelope,
  ...blamedFields,
].map(withSources)

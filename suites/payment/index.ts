import type { Check } from '../../kit/check/check.ts'
import { access } from './access/access.ts'
import { authentication } from './access/authentication.ts'
import { identifiers } from './access/identifiers.ts'
import { version } from './access/version.ts'
import { amounts } from './creation/amounts.ts'
import { blamedFields } from './creation/blamed-fields.ts'
import { card } from './creation/card.ts'
import { freedReferences } from './creation/freed-references.ts'
import { lawfulForms } from './creation/lawful-forms.ts'
import { referenceRules } from './creation/named-payments.ts'
import { raceAnswers } from './creation/race-answers.ts'
import { references } from './creation/references.ts'
import { refusalEffects } from './creation/refusal-effects.ts'
import { refusedCreations } from './creation/refused-creations.ts'
import { creationSpellings } from './creation/spellings.ts'
import { validation } from './creation/validation.ts'
import { wrongMembers } from './creation/wrong-members.ts'
import { codeStable } from './errors/code-stable.ts'
import { errorEnvelope } from './errors/error-envelope.ts'
import { errorReach } from './errors/error-reach.ts'
import { kindsAlike } from './errors/kinds-alike.ts'
import { declinedRetry } from './idempotency/declined.ts'
import { idempotency } from './idempotency/idempotency.ts'
import { idempotencyKey } from './idempotency/idempotency-key.ts'
import { onePayment } from './idempotency/one-payment.ts'
import { races } from './idempotency/races.ts'
import { serverErrors } from './idempotency/server-errors.ts'
import { providerOutages } from './lifecycle/outages.ts'
import { outcomeStatuses } from './lifecycle/outcome-statuses.ts'
import { outcomes } from './lifecycle/outcomes.ts'
import { reading } from './lifecycle/reading.ts'
import { refreshing } from './lifecycle/refreshing.ts'
import { statusRules } from './lifecycle/statuses.ts'
import { rateLimit } from './rate-limit/rate-limit.ts'
import { afterFailures } from './webhooks/after-failures.ts'
import { afterSuccess } from './webhooks/after-success.ts'
import { defaultRetries } from './webhooks/default-retries.ts'
import { deliveryIds } from './webhooks/delivery-ids.ts'
import { deliveryRetries } from './webhooks/delivery-retries.ts'
import { eventChanges } from './webhooks/event-changes.ts'
import { eventHistory } from './webhooks/event-history.ts'
import { eventIdentity } from './webhooks/event-identity.ts'
import { eventPayload } from './webhooks/event-payload.ts'
import { merchantProfile } from './webhooks/merchant-profile.ts'
import { profileBodies } from './webhooks/profile-bodies.ts'
import { signatureRules } from './webhooks/signatures.ts'
import { skippedChanges } from './webhooks/skipped-changes.ts'
import { unusualEvents } from './webhooks/unusual-events.ts'
import { webhookUrls } from './webhooks/webhook-urls.ts'

/** The payment suite in reading order. */
export const paymentChecks: readonly Check[] = [
  ...authentication,
  ...access,
  ...validation,
  ...wrongMembers,
  ...amounts,
  ...lawfulForms,
  ...card,
  ...creationSpellings,
  ...idempotencyKey,
  ...idempotency,
  ...declinedRetry,
  ...races,
  ...references,
  ...freedReferences,
  ...reading,
  ...identifiers,
  ...version,
  ...outcomes,
  ...providerOutages,
  ...serverErrors,
  ...outcomeStatuses,
  ...refreshing,
  ...webhookUrls,
  ...profileBodies,
  ...merchantProfile,
  ...unusualEvents,
  ...rateLimit,
  ...deliveryRetries,
  ...defaultRetries,
  ...afterFailures,
  ...afterSuccess,
  ...skippedChanges,
  ...eventPayload,
  ...eventIdentity,
  ...eventChanges,
  ...eventHistory,
  ...signatureRules,
  ...deliveryIds,
  ...statusRules,
  ...onePayment,
  ...refusedCreations,
  ...refusalEffects,
  ...referenceRules,
  ...raceAnswers,
  ...errorReach,
  ...codeStable,
  ...errorEnvelope,
  ...blamedFields,
  ...kindsAlike,
]

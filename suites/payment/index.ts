import type { Check } from '../../kit/check/check.ts'
import { access } from './access/access.ts'
import { authentication } from './access/authentication.ts'
import { hiddenEndpoints } from './access/hidden-endpoints.ts'
import { identifiers } from './access/identifiers.ts'
import { profileKeys } from './access/profile-keys.ts'
import { version } from './access/version.ts'
import { amounts } from './creation/amounts.ts'
import { card } from './creation/card.ts'
import { lawfulForms } from './creation/lawful-forms.ts'
import { freedReferences } from './creation/references/freed-references.ts'
import { referenceRules } from './creation/references/named-payments.ts'
import { raceAnswers } from './creation/references/race-answers.ts'
import { references } from './creation/references/references.ts'
import { referencesOfKinds } from './creation/references/references-of-kinds.ts'
import { blamedFields } from './creation/refusals/blamed-fields.ts'
import { defectsOfKinds } from './creation/refusals/kinds.ts'
import { refusalEffects } from './creation/refusals/refusal-effects.ts'
import { refusedCreations } from './creation/refusals/refused-creations.ts'
import { validation } from './creation/refusals/validation.ts'
import { wrongMembers } from './creation/refusals/wrong-members.ts'
import { creationSpellings } from './creation/spellings.ts'
import { codeStable } from './errors/code-stable.ts'
import { errorEnvelope } from './errors/error-envelope.ts'
import { errorReach } from './errors/error-reach.ts'
import { kindsAlike } from './errors/kinds-alike.ts'
import { declinedRetry } from './idempotency/declined.ts'
import { everyRetries } from './idempotency/every-retry.ts'
import { idempotency } from './idempotency/idempotency.ts'
import { idempotencyKey } from './idempotency/idempotency-key.ts'
import { laterReplays } from './idempotency/later-replays.ts'
import { onePayment } from './idempotency/one-payment.ts'
import { races } from './idempotency/races.ts'
import { serverErrors } from './idempotency/server-errors.ts'
import { everyRead } from './lifecycle/every-read.ts'
import { providerOutages } from './lifecycle/outages.ts'
import { outcomeKinds } from './lifecycle/outcome-kinds.ts'
import { outcomeStatuses } from './lifecycle/outcome-statuses.ts'
import { outcomes } from './lifecycle/outcomes.ts'
import { reading } from './lifecycle/reading.ts'
import { refreshing } from './lifecycle/refreshing.ts'
import { statusRules } from './lifecycle/statuses.ts'
import { rateLimit } from './rate-limit/rate-limit.ts'
import { eventChanges } from './webhooks/events/event-changes.ts'
import { eventHistory } from './webhooks/events/event-history.ts'
import { eventIdentity } from './webhooks/events/event-identity.ts'
import { eventPayload } from './webhooks/events/event-payload.ts'
import { skippedChanges } from './webhooks/events/skipped-changes.ts'
import { unusualEvents } from './webhooks/events/unusual-events.ts'
import { merchantProfile } from './webhooks/merchant-profile.ts'
import { profileBodies } from './webhooks/profile-bodies.ts'
import { afterFailures } from './webhooks/retries/after-failures.ts'
import { afterSuccess } from './webhooks/retries/after-success.ts'
import { defaultRetries } from './webhooks/retries/default-retries.ts'
import { deliveryIds } from './webhooks/retries/delivery-ids.ts'
import { deliveryRetries } from './webhooks/retries/delivery-retries.ts'
import { signatureRules } from './webhooks/signatures.ts'
import { webhookUrls } from './webhooks/webhook-urls.ts'

/** The payment suite in reading order. */
export const paymentChecks: readonly Check[] = [
  ...authentication,
  ...hiddenEndpoints,
  ...access,
  ...validation,
  ...wrongMembers,
  ...defectsOfKinds,
  ...amounts,
  ...lawfulForms,
  ...card,
  ...creationSpellings,
  ...idempotencyKey,
  ...idempotency,
  ...laterReplays,
  ...declinedRetry,
  ...races,
  ...references,
  ...referencesOfKinds,
  ...freedReferences,
  ...reading,
  ...everyRead,
  ...identifiers,
  ...version,
  ...outcomes,
  ...outcomeKinds,
  ...providerOutages,
  ...serverErrors,
  ...outcomeStatuses,
  ...refreshing,
  ...webhookUrls,
  ...profileBodies,
  ...merchantProfile,
  ...profileKeys,
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
  ...everyRetries,
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

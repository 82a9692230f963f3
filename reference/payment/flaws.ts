import { accessFlaws } from './flaws/access.ts'
import { creationFlaws } from './flaws/creations/creation.ts'
import { duplicateFlaws } from './flaws/creations/duplicates.ts'
import { kindFlaws } from './flaws/creations/kinds.ts'
import { laxBodyFlaws } from './flaws/creations/lax-bodies.ts'
import { referenceFlaws } from './flaws/creations/references.ts'
import { refusalEffectFlaws } from './flaws/creations/refusal-effects.ts'
import { wrongFormFlaws } from './flaws/creations/wrong-forms.ts'
import { deliveryFlaws } from './flaws/delivery.ts'
import { endpointFlaws } from './flaws/endpoints.ts'
import { envelopeFlaws } from './flaws/envelope.ts'
import { eventFlaws } from './flaws/events.ts'
import type { Flaw } from './flaws/flaw.ts'
import { keyFlaws } from './flaws/idempotency/keys.ts'
import { replayFlaws } from './flaws/idempotency/replays.ts'
import { outcomeFlaws } from './flaws/outcomes.ts'
import { rateFlaws } from './flaws/rate.ts'
import { refreshFlaws } from './flaws/refreshes.ts'
import { statusFlaws } from './flaws/status.ts'
import { urlFlaws } from './flaws/urls.ts'

/** Every seeded violation, by its sin. */
export const paymentFlaws: Readonly<Record<string, Flaw>> = {
  ...creationFlaws,
  ...wrongFormFlaws,
  ...keyFlaws,
  ...replayFlaws,
  ...referenceFlaws,
  ...eventFlaws,
  ...envelopeFlaws,
  ...statusFlaws,
  ...endpointFlaws,
  ...accessFlaws,
  ...urlFlaws,
  ...deliveryFlaws,
  ...outcomeFlaws,
  ...refusalEffectFlaws,
  ...rateFlaws,
  ...duplicateFlaws,
  ...refreshFlaws,
  ...laxBodyFlaws,
  ...kindFlaws,
}

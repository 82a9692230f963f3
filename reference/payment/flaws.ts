import { accessFlaws } from './flaws/access.ts'
import { creationFlaws } from './flaws/creation.ts'
import { deliveryFlaws } from './flaws/delivery.ts'
import { duplicateFlaws } from './flaws/duplicates.ts'
import { endpointFlaws } from './flaws/endpoints.ts'
import { envelopeFlaws } from './flaws/envelope.ts'
import { eventFlaws } from './flaws/events.ts'
import type { Flaw } from './flaws/flaw.ts'
import { keyFlaws } from './flaws/idempotency/keys.ts'
import { replayFlaws } from './flaws/idempotency/replays.ts'
import { kindFlaws } from './flaws/kinds.ts'
import { laxBodyFlaws } from './flaws/lax-bodies.ts'
import { outcomeFlaws } from './flaws/outcomes.ts'
import { rateFlaws } from './flaws/rate.ts'
import { referenceFlaws } from './flaws/references.ts'
import { refreshFlaws } from './flaws/refreshes.ts'
import { refusalEffectFlaws } from './flaws/refusal-effects.ts'
import { statusFlaws } from './flaws/status.ts'
import { urlFlaws } from './flaws/urls.ts'
import { wrongFormFlaws } from './flaws/wrong-forms.ts'

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

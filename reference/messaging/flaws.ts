import { accessFlaws } from './flaws/access.ts'
import { appFlaws } from './flaws/apps.ts'
import { credentialCellFlaws } from './flaws/cells/credential-cells.ts'
import { laterCellFlaws } from './flaws/cells/later-cells.ts'
import { nearCellFlaws } from './flaws/cells/near-cells.ts'
import { valueCellFlaws } from './flaws/cells/value-cells.ts'
import { wrongFormFlaws } from './flaws/cells/wrong-forms.ts'
import { conversationFlaws } from './flaws/conversations.ts'
import { errorFlaws } from './flaws/errors.ts'
import type { Flaw } from './flaws/flaw.ts'
import { otpFlaws } from './flaws/otp/otp.ts'
import { callbackFlaws } from './flaws/otp/otp-callbacks.ts'
import { otpCellFlaws } from './flaws/otp/otp-cells.ts'
import { textFlaws } from './flaws/otp/otp-texts.ts'
import { ownershipFlaws } from './flaws/ownership.ts'
import { readFlaws } from './flaws/reading.ts'
import { recordFlaws } from './flaws/records.ts'
import { resourceFlaws } from './flaws/resources.ts'
import { deliveryFlaws } from './flaws/webhooks/deliveries.ts'
import { eventFlaws } from './flaws/webhooks/events.ts'
import { reportFlaws } from './flaws/webhooks/reports.ts'
import { signatureFlaws } from './flaws/webhooks/signatures.ts'

/** Every seeded violation, by its sin. */
export const messagingFlaws: Readonly<Record<string, Flaw>> = {
  ...accessFlaws,
  ...credentialCellFlaws,
  ...errorFlaws,
  ...otpFlaws,
  ...valueCellFlaws,
  ...nearCellFlaws,
  ...wrongFormFlaws,
  ...otpCellFlaws,
  ...textFlaws,
  ...callbackFlaws,
  ...conversationFlaws,
  ...readFlaws,
  ...resourceFlaws,
  ...appFlaws,
  ...ownershipFlaws,
  ...recordFlaws,
  ...eventFlaws,
  ...reportFlaws,
  ...signatureFlaws,
  ...deliveryFlaws,
  ...laterCellFlaws,
}

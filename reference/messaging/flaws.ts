import { accessFlaws } from './flaws/access.ts'
import { conversationFlaws } from './flaws/conversations.ts'
import { credentialCellFlaws } from './flaws/credential-cells.ts'
import { deliveryFlaws } from './flaws/deliveries.ts'
import { errorFlaws } from './flaws/errors.ts'
import { eventFlaws } from './flaws/events.ts'
import type { Flaw } from './flaws/flaw.ts'
import { laterCellFlaws } from './flaws/later-cells.ts'
import { nearCellFlaws } from './flaws/near-cells.ts'
import { otpFlaws } from './flaws/otp.ts'
import { callbackFlaws } from './flaws/otp-callbacks.ts'
import { otpCellFlaws } from './flaws/otp-cells.ts'
import { textFlaws } from './flaws/otp-texts.ts'
import { ownershipFlaws } from './flaws/ownership.ts'
import { readFlaws } from './flaws/reading.ts'
import { recordFlaws } from './flaws/records.ts'
import { reportFlaws } from './flaws/reports.ts'
import { resourceFlaws } from './flaws/resources.ts'
import { signatureFlaws } from './flaws/signatures.ts'
import { valueCellFlaws } from './flaws/value-cells.ts'
import { wrongFormFlaws } from './flaws/wrong-forms.ts'

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
  ...ownershipFlaws,
  ...recordFlaws,
  ...eventFlaws,
  ...reportFlaws,
  ...signatureFlaws,
  ...deliveryFlaws,
  ...laterCellFlaws,
}

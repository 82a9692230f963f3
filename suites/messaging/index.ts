import type { Check } from '../../kit/check.ts'
import { accessTokens } from './access-tokens.ts'
import { apps } from './apps.ts'
import { authentication } from './authentication.ts'
import { campaigns } from './campaigns.ts'
import { commonShapes } from './common-shapes.ts'
import { conversations } from './conversations.ts'
import { deliveryRetries } from './delivery-retries.ts'
import { errorBodies } from './error-bodies.ts'
import { eventData } from './event-data.ts'
import { eventEnvelope } from './event-envelope.ts'
import { eventReports } from './event-reports.ts'
import { eventRequests } from './event-requests.ts'
import { eventSignatures } from './event-signatures.ts'
import { lasting } from './lasting.ts'
import { marksRead } from './mark-read.ts'
import { otpCallbacks } from './otp-callbacks.ts'
import { otpCodes } from './otp-codes.ts'
import { otpLifetimes } from './otp-lifetimes.ts'
import { otpRefusals } from './otp-refusals.ts'
import { otpRequests } from './otp-requests.ts'
import { otpSuccession } from './otp-succession.ts'
import { otpValidation } from './otp-validation.ts'
import { paths } from './paths.ts'
import { permissions } from './permissions.ts'
import { rateLimit } from './rate-limit.ts'
import { recordFields } from './record-fields.ts'
import { senders } from './senders.ts'
import { sending } from './sending.ts'
import { silences } from './silences.ts'
import { withSources } from './sources.ts'
import { typicalNumbers } from './typical-numbers.ts'
import { workspaces } from './workspaces.ts'

/** The messaging suite in reading order. */
export const messagingChecks: readonly Check[] = [
  ...authentication,
  ...accessTokens,
  ...permissions,
  ...otpRequests,
  ...otpCodes,
  ...otpLifetimes,
  ...otpSuccession,
  ...otpRefusals,
  ...otpCallbacks,
  ...otpValidation,
  ...conversations,
  ...marksRead,
  ...senders,
  ...apps,
  ...campaigns,
  ...workspaces,
  ...recordFields,
  ...lasting,
  ...paths,
  ...sending,
  ...silences,
  ...eventRequests,
  ...eventEnvelope,
  ...eventData,
  ...eventReports,
  ...eventSignatures,
  ...deliveryRetries,
  ...commonShapes,
  ...errorBodies,
  ...rateLimit,
  ...typicalNumbers,
].map(withSources)

import type { Check } from '../../kit/check/check.ts'
import { accessTokens } from './access/access-tokens.ts'
import { authentication } from './access/authentication.ts'
import { nearKeys } from './access/near-keys.ts'
import { nearTokens } from './access/near-tokens.ts'
import { otherForms } from './access/other-forms.ts'
import { otherUsers } from './access/other-users.ts'
import { paths } from './access/paths.ts'
import { permissions } from './access/permissions.ts'
import { restrictedWorkspaces } from './access/restricted-workspaces.ts'
import { requestSpellings } from './access/spellings.ts'
import { unknownApps } from './access/unknown-apps.ts'
import { eventData } from './callbacks/events/event-data.ts'
import { eventEnvelope } from './callbacks/events/event-envelope.ts'
import { eventReports } from './callbacks/events/event-reports.ts'
import { eventRequests } from './callbacks/events/event-requests.ts'
import { eventSignatures } from './callbacks/events/event-signatures.ts'
import { mixedBatch } from './callbacks/events/mixed-batch.ts'
import { noCallback } from './callbacks/no-callback.ts'
import { refusedSends } from './callbacks/refused-sends.ts'
import { deliveryRetries } from './callbacks/retries/delivery-retries.ts'
import { laterFailures } from './callbacks/retries/later-failures.ts'
import { redirects } from './callbacks/retries/redirects.ts'
import { typicalNumbers } from './callbacks/retries/typical-numbers.ts'
import { vanishingPauses } from './callbacks/retries/vanishing-pauses.ts'
import { secondWebhook } from './callbacks/second-webhook.ts'
import { markingsAtOneMoment } from './conversations/at-one-moment.ts'
import { conversations } from './conversations/conversations.ts'
import { marksRead } from './conversations/mark-read.ts'
import { otherReadings } from './conversations/other-readings.ts'
import { refusedMarkings } from './conversations/refused-markings.ts'
import { senderOfUser } from './conversations/sender-of-user.ts'
import { upToAhead } from './conversations/up-to-ahead.ts'
import { windows } from './conversations/windows.ts'
import { commonShapes } from './errors/common-shapes.ts'
import { errorBodies } from './errors/error-bodies.ts'
import { malformedBodies } from './errors/malformed-bodies.ts'
import { rateLimit } from './errors/rate-limit.ts'
import { resendsAtOneMoment } from './otp/at-one-moment.ts'
import { boundKeys } from './otp/bound-key.ts'
import { otpCallbackSecrets } from './otp/callbacks/callback-secrets.ts'
import { otpCallbacks } from './otp/callbacks/callbacks.ts'
import { refusedCallback } from './otp/callbacks/refused-callback.ts'
import { targetsOfOthers } from './otp/callbacks/targets-of-others.ts'
import { channelWalk } from './otp/channel-walk.ts'
import { otpCodes } from './otp/codes/codes.ts'
import { codesInRow } from './otp/codes/codes-in-a-row.ts'
import { otpLifetimes } from './otp/codes/lifetimes.ts'
import { otpSuccession } from './otp/codes/succession.ts'
import { otpEveryStep } from './otp/every-step.ts'
import { otpIgnoredMembers } from './otp/ignored-members.ts'
import { otpRefusals } from './otp/refusals.ts'
import { otpRequests } from './otp/requests.ts'
import { otpValidation } from './otp/validation.ts'
import { otpWording } from './otp/wording.ts'
import { otpWrongValues } from './otp/wrong-values.ts'
import { appKeys } from './resources/app-keys.ts'
import { appsReadAgain } from './resources/app-read-again.ts'
import { apps } from './resources/apps.ts'
import { campaigns } from './resources/campaigns.ts'
import { createdAtStable } from './resources/created-at-stable.ts'
import { everyApp } from './resources/every-app.ts'
import { foreignWorkspace } from './resources/foreign-workspace.ts'
import { ownApps } from './resources/own-app.ts'
import { ownership } from './resources/ownership.ts'
import { recordFields } from './resources/record-fields.ts'
import { senders } from './resources/senders.ts'
import { workspaces } from './resources/workspaces.ts'
import { wrongAppValues } from './resources/wrong-app-values.ts'
import { everySend } from './sending/every-send.ts'
import { sending } from './sending/sending.ts'

/** The messaging suite in reading order. */
export const messagingChecks: readonly Check[] = [
  ...authentication,
  ...accessTokens,
  ...permissions,
  ...nearKeys,
  ...otherForms,
  ...nearTokens,
  ...otherUsers,
  ...unknownApps,
  ...requestSpellings,
  ...restrictedWorkspaces,
  ...otpRequests,
  ...boundKeys,
  ...otpCodes,
  ...otpWording,
  ...otpEveryStep,
  ...channelWalk,
  ...codesInRow,
  ...resendsAtOneMoment,
  ...otpLifetimes,
  ...otpSuccession,
  ...otpIgnoredMembers,
  ...otpRefusals,
  ...otpCallbacks,
  ...otpCallbackSecrets,
  ...refusedCallback,
  ...targetsOfOthers,
  ...otpValidation,
  ...otpWrongValues,
  ...conversations,
  ...windows,
  ...senderOfUser,
  ...marksRead,
  ...otherReadings,
  ...refusedMarkings,
  ...upToAhead,
  ...markingsAtOneMoment,
  ...senders,
  ...apps,
  ...appsReadAgain,
  ...everyApp,
  ...appKeys,
  ...foreignWorkspace,
  ...wrongAppValues,
  ...ownApps,
  ...campaigns,
  ...workspaces,
  ...ownership,
  ...recordFields,
  ...createdAtStable,
  ...paths,
  ...sending,
  ...everySend,
  ...noCallback,
  ...refusedSends,
  ...eventRequests,
  ...eventEnvelope,
  ...eventData,
  ...eventReports,
  ...mixedBatch,
  ...eventSignatures,
  ...secondWebhook,
  ...deliveryRetries,
  ...laterFailures,
  ...redirects,
  ...commonShapes,
  ...errorBodies,
  ...malformedBodies,
  ...rateLimit,
  ...typicalNumbers,
  ...vanishingPauses,
]

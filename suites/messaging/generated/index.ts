import type { Check } from '../../../kit/check/check.ts'
import { status } from '../../../kit/match/index.ts'
import type { Price } from '../../shared/generated/define.ts'
import { firstReading } from '../conversations/conversations.ts'
import type { CheckContext } from '../define.ts'
import { otpScenario } from '../otp/story/scenario.ts'
import { allSenders } from '../resources/own-records.ts'
import { generated } from './define.ts'

const price = (requests: number, standard: number, deep: number): Price<'bound'> => ({
  requests,
  key: 'bound',
  standard,
  deep,
})

const listed = async (t: CheckContext): Promise<void> => t.control(await t.use(allSenders), status('2xx'))
const sent = async (t: CheckContext): Promise<void> =>
  t.control((await t.use(otpScenario)).bare.trial.whole, status(200))
const conversed = async (t: CheckContext): Promise<void> =>
  t.control((await t.use(firstReading)).exchange, status('2xx'))

/** The checks of generated values of the messaging service. */
export const generatedMessagingChecks: readonly Check[] = [
  generated(
    {
      id: 'msg/generated/resend-refused',
      title: 'Generated resends with one fault are refused',
      covers: [
        'msg.otp.phone-required',
        'msg.otp.phone-type',
        'msg.otp.phone-plus',
        'msg.otp.phone-digits',
        'msg.otp.phone-country-code',
        'msg.otp.app-key-type',
        'msg.otp.sender-id-type',
        'msg.otp.length-type',
        'msg.otp.expiry-type',
        'msg.otp.channel-unknown',
        'msg.otp.template-type',
        'msg.otp.template-without-code',
        'msg.otp.callback-url-type',
        'msg.otp.callback-url-uri',
        'msg.otp.callback-url-https',
        'msg.otp.callback-secret-type',
        'msg.error.handled',
      ],
      needs: ['messaging.fixtures.phones.otp'],
      uses: [otpScenario],
    },
    price(1, 200, 500),
    sent,
    async () => (await import('./resend-refused.ts')).refusedResends,
  ),
  generated(
    {
      id: 'msg/generated/codes',
      title: 'Generated resends send the code that they ask for, and end the one before',
      covers: [
        'msg.otp.channel-sms',
        'msg.otp.channel-call',
        'msg.otp.channel-whatsapp',
        'msg.otp.sent-by-sms',
        'msg.otp.sent-by-call',
        'msg.otp.sent-by-whatsapp',
        'msg.otp.length',
        'msg.otp.length-default',
        'msg.otp.expiry',
        'msg.otp.expiry-default',
        'msg.otp.whatsapp-template',
        'msg.otp.template-code',
        'msg.otp.template-expiry',
        'msg.otp.prior-invalidated',
        'msg.error.handled',
      ],
      needs: ['messaging.fixtures.phones.otp', 'messaging.probes.otpInbox'],
      uses: [otpScenario],
    },
    price(3, 60, 80),
    sent,
    async () => (await import('./codes.ts')).generatedCodes,
  ),
  generated(
    {
      id: 'msg/generated/senders',
      title: 'Generated filters leave exactly the senders that match',
      covers: [
        'msg.senders.filter-active',
        'msg.senders.filter-default',
        'msg.senders.filter-active-accepted',
        'msg.senders.filter-default-accepted',
        'msg.error.handled',
      ],
      needs: ['messaging'],
      uses: [allSenders],
    },
    price(1, 40, 60),
    listed,
    async () => (await import('./senders.ts')).filteredSenders,
  ),
  generated(
    {
      id: 'msg/generated/callers',
      title: 'Generated keys that nobody has are refused on every endpoint',
      covers: [
        'msg.auth.key-invalid',
        'msg.auth.key-required-resend',
        'msg.auth.key-required-conversation',
        'msg.auth.key-required-read',
        'msg.auth.key-required-app-create',
        'msg.auth.key-required-app-read',
        'msg.auth.key-required-senders',
        'msg.auth.key-required-campaign',
        'msg.auth.key-required-workspaces',
        'msg.error.handled',
      ],
      needs: ['messaging'],
      uses: [allSenders],
    },
    { ...price(1, 100, 400), key: 'none' },
    listed,
    async () => (await import('./invalid-credentials.ts')).unknownKeys,
  ),
  generated(
    {
      id: 'msg/generated/ids',
      title: 'Generated ids of conversations that are no UUID or name nothing are refused',
      covers: [
        'msg.conversation.id-invalid',
        'msg.conversation.missing',
        'msg.read.id-invalid',
        'msg.read.missing',
        'msg.error.handled',
      ],
      needs: ['messaging.fixtures.conversation'],
      uses: [firstReading],
    },
    price(1, 60, 150),
    conversed,
    async () => (await import('./ids.ts')).conversationIds,
  ),
  generated(
    {
      id: 'msg/generated/readings',
      title: 'Generated histories of a conversation count what was marked read',
      covers: ['msg.read.envelope', 'msg.read.counts', 'msg.read.up-to-bounds', 'msg.error.handled'],
      needs: ['messaging.fixtures.conversation', 'messaging.outcomes.addInbound'],
      uses: [firstReading],
    },
    price(6, 40, 40),
    conversed,
    async () => (await import('./readings.ts')).readHistories,
  ),
]

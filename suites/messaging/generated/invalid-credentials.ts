import fc from 'fast-check'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { decided } from '../../shared/generated/findings.ts'
import type { Property } from '../../shared/generated/property.ts'
import {
  type Caller,
  createApp,
  listSenders,
  listWorkspaces,
  markRead,
  readApp,
  readCampaign,
  readConversation,
  resend,
} from '../client/api.ts'
import type { CheckContext, RequirementId } from '../define.ts'
import { handled } from './answering.ts'

type Endpoint = readonly [RequirementId, (t: CheckContext, as: Caller, id: string) => Promise<Exchange>]

/** Requests with no other fault: which of two faults is answered is open. Without a live key none of them can be executed. */
const ENDPOINTS: readonly Endpoint[] = [
  [
    'msg.auth.key-required-resend',
    // Whoever is let in after all writes to a number of the target file, or to none.
    (t, as) => {
      const phone = t.has('allow.messages') ? t.service.fixtures?.phones?.otp : undefined
      const body = phone === undefined ? {} : { ...t.service.bodies?.otpResend, phone_number: phone }
      return resend(t, as, body, { label: 'generated caller', expects: phone === undefined ? 'impossible' : 'refused' })
    },
  ],
  ['msg.auth.key-required-conversation', (t, as, id) => readConversation(t, as, id, 'generated caller')],
  ['msg.auth.key-required-read', (t, as, id) => markRead(t, as, id, { up_to: null }, 'generated caller')],
  [
    'msg.auth.key-required-app-create',
    (t, as) => createApp(t, { ...as, authorization: 'Bearer none' }, { app_name: 'nobody' }, 'generated caller'),
  ],
  [
    'msg.auth.key-required-app-read',
    (t, as, id) => readApp(t, { ...as, authorization: 'Bearer none' }, id, 'generated caller'),
  ],
  ['msg.auth.key-required-senders', (t, as) => listSenders(t, as, 'is_active=true', 'generated caller')],
  [
    'msg.auth.key-required-campaign',
    (t, as, id) => readCampaign(t, { ...as, authorization: 'Bearer none' }, id, 'generated caller'),
  ],
  ['msg.auth.key-required-workspaces', (t, as) => listWorkspaces(t, as, 'generated caller')],
]

interface Stranger {
  readonly endpoint: number
  /** Absent: no key is sent. */
  readonly key: string | undefined
  readonly id: string
}

/** Authentication: a missing or invalid API key yields 401 on every listed endpoint. */
export async function unknownKeys(t: CheckContext): Promise<Property<Stranger>> {
  const known = new Set(t.target.secrets)
  return {
    values: () =>
      fc.record({
        endpoint: fc.nat({ max: ENDPOINTS.length - 1 }),
        key: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{8,80}$/), { nil: undefined }),
        id: fc.uuid(),
      }),
    async attempt({ endpoint, key, id }, found) {
      const [requirement, send] = ENDPOINTS[endpoint]!
      if (key !== undefined && known.has(key)) return
      const answer = await send(t, key === undefined ? {} : { key }, id)
      handled(answer, found)
      decided(answer)
      found.judge(key === undefined ? requirement : 'msg.auth.key-invalid', answer, status(401))
    },
  }
}

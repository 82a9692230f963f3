import type { Guard, Guarded, GuardRefusal } from '../../../kit/http/guard.ts'
import type { Price } from '../../../kit/rate/price.ts'
import type { Target } from '../../../kit/target/target.ts'
import { listedPhones, numbersOf, unlistedPhone } from '../../shared/phones.ts'

const MESSAGES = /\/v1\/(otp\/resend|message\/send-instant)\/?$/

/** Holds requests against what the target file allows of messages, whatever the check that sends them says of itself. */
export function messagingGuard(target: Target): Guard {
  const phones = listedPhones(target)
  return {
    price({ request, content, carriesKey }: Guarded, said: Price): Price {
      if (request.method !== 'POST' || !carriesKey || !MESSAGES.test(new URL(request.url).pathname)) return said
      const messages = numbersOf(content).length
      const booked = said.spends.messages
      // One that names no number can send nothing, unless it is taken all the same.
      if (messages === 0 && (booked ?? 0) === 0) return { ...said, ifTaken: { messages: 1 } }
      if (messages <= (booked ?? 0)) return said
      const spends = { ...said.spends, messages }
      return booked === undefined ? { spends, refund: 'refused' } : { ...said, spends }
    },
    refusal({ content }: Guarded): GuardRefusal | undefined {
      return unlistedPhone(content, phones)
    },
  }
}

import { type CallerOptions, type StartedCaller, startCaller } from '../../caller/start.ts'
import { lawful, type MessagingCallerBehaviour } from './behaviour.ts'
import { MessagingCaller } from './client.ts'
import { messagingCallerFlaws } from './flaws.ts'
import { messagingCallerVariants } from './variants.ts'

export { messagingCallerFlaws, messagingCallerVariants }

/** Starts a client of the messaging service in this process, behind a driver that is called. */
export const startMessagingCaller = (options: CallerOptions = {}): Promise<StartedCaller> =>
  startCaller<MessagingCallerBehaviour>(
    {
      lawful,
      variants: messagingCallerVariants,
      flaws: messagingCallerFlaws,
      section: 'messagingCaller',
      perform: (behaviour, sender, line) => new MessagingCaller(behaviour, sender, line).perform(),
    },
    options,
  )

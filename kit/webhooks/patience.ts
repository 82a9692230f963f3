import type { Target } from '../target/target.ts'

/** How long a retry is waited for where the target file declares nothing, seconds of the target's time. */
const PATIENCE = 90
/** How long an attempt is left without an answer, seconds of the target's time: longer than senders usually wait. */
const HOLD = 30

type Timed = Pick<Target, 'webhooks' | 'timeScale'>

/** How long another attempt is waited for once one has failed, seconds: what the target file declares, else a patience of ours. */
export const retryPatience = ({ webhooks, timeScale }: Timed): number => webhooks?.retryWithin ?? PATIENCE / timeScale

/** How long an attempt that is to fail by silence is held, seconds. */
export const holdSeconds = ({ timeScale }: Timed): number => Math.max(HOLD / timeScale, 1)

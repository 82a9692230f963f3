import type { Plan, Trial } from './bisect.ts'
import type { Asked } from './steps.ts'

/** An otp_length that more deployments take than another one of the run. */
export const USUAL = 8

/** Numbers with the usual length; none where it is that already. */
export const milderThan = (length: number, minutes: number): Pick<Plan, 'milder'> =>
  length === USUAL ? {} : { milder: { numbers: { otp_length: USUAL, minutes_to_expire: minutes } } }

/** A lifetime that more deployments take than a minute. */
const LEAST_MINUTES = 2

/** The shortest lifetime that the deployment takes, and what is asked for where it does not take a minute. */
export const BRIEF = { minutes: 1, milder: { numbers: { minutes_to_expire: LEAST_MINUTES } } } as const

/** What was asked for in the end. */
export const askedOf =
  ({ length, minutes }: Asked) =>
  ({ isMilder }: Trial): Asked => ({
    ...(length === undefined ? {} : { length: isMilder === true ? USUAL : length }),
    ...(minutes === undefined ? {} : { minutes: isMilder === true ? Math.max(LEAST_MINUTES, minutes) : minutes }),
  })

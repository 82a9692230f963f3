import type { Plan, Trial } from './bisect.ts'
import type { Asked } from './steps.ts'

/** An otp_length that more deployments take than another one of the run. */
export const USUAL = 8

/** Numbers with the usual length; none where it is that already. */
export const milderThan = (length: number, minutes: number): Pick<Plan, 'milder'> =>
  length === USUAL ? {} : { milder: { numbers: { otp_length: USUAL, minutes_to_expire: minutes } } }

/** What was asked for in the end. */
export const askedOf =
  ({ length, minutes }: Asked) =>
  ({ isMilder }: Trial): Asked => ({
    ...(length === undefined ? {} : { length: isMilder === true ? USUAL : length }),
    ...(minutes === undefined ? {} : { minutes }),
  })

import type { Plan, Trial } from './bisect.ts'
import type { Asked } from './steps.ts'

/** An otp_length that more deployments take than another one of the run. */
export const USUAL = 8

/** A lifetime that more deployments take than a minute, and one that more take than an hour and longer. */
const LEAST_MINUTES = 2
const MOST_MINUTES = 30

const milderMinutes = (minutes: number): number => Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, minutes))

/** Numbers with the usual length and a usual lifetime; none where they are that already. */
export const milderThan = (length: number, minutes: number): Pick<Plan, 'milder'> => {
  const usual = { otp_length: USUAL, minutes_to_expire: Math.min(MOST_MINUTES, minutes) }
  return length === USUAL && usual.minutes_to_expire === minutes ? {} : { milder: { numbers: usual } }
}

/** The shortest lifetime that the deployment takes, and what is asked for where it does not take a minute. */
export const BRIEF = { minutes: 1, milder: { numbers: { minutes_to_expire: LEAST_MINUTES } } } as const

/** What was asked for in the end. */
export const askedOf =
  ({ length, minutes }: Asked) =>
  ({ isMilder }: Trial): Asked => ({
    ...(length === undefined ? {} : { length: isMilder === true ? USUAL : length }),
    ...(minutes === undefined ? {} : { minutes: isMilder === true ? milderMinutes(minutes) : minutes }),
  })

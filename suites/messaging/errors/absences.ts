import type { Absence } from '../../shared/absence.ts'
import { refusesInput } from '../client/answers.ts'

/** Refusals of input after which a kind of body that none of them has is taken to be none of the deployment's. */
export const SHOWING = 5

/** Whoever checks requests by other statuses than 422 never shows its body. */
export const unprocessed: Absence = {
  among: refusesInput,
  least: SHOWING,
  observation: (many) => `none of ${many} refusals of input was answered 422`,
}

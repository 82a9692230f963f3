/** Why the run itself ended before its checks did. */
export interface Ending {
  /**
   * `gone`: a service is no longer there. `flood`: the target sends more than a run can keep. `bail`: it was to end with
   * so many failures.
   */
  readonly reason: 'gone' | 'flood' | 'bail'
  /** What is known from then on says nothing of the target; wall clock, ms since the epoch. */
  readonly at: number
  /** When a service that has gone answered for the last time: recipes that were called since may have met that. */
  readonly thereAt?: number
  /** What of the target ended it, in one clause; absent where nothing did. */
  readonly because?: string
  /** Ids of the exchanges that may have brought it about, the likeliest first. */
  readonly suspects?: readonly string[]
}

/** How much of each budget something takes, by the name of the budget. */
export type Spends = Readonly<Record<string, number>>

/** What a request may cost the target. */
export interface Price {
  readonly spends: Spends
  /**
   * What is given back once the answer is known: `refused` unless it is a 2xx, `replayed` unless it is a 2xx other than
   * 200. Absent: nothing. So a request that a broken target might execute is sent only while the budget has room for it.
   */
  readonly refund?: 'refused' | 'replayed'
}

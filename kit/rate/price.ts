/** How much of each budget something takes, by the name of the budget. */
export type Spends = Readonly<Record<string, number>>

/** What a request may cost the target. */
export interface Price {
  readonly spends: Spends
  /**
   * What is given back once the answer is known: `refused` where it shows that nothing was made, `replayed` with a 200 as
   * well. Absent: nothing. So a request that a broken target might execute is sent only while the budget has room for it.
   */
  readonly refund?: 'refused' | 'replayed'
  /** What is counted besides where a 2xx shows that it was taken although nobody could: it is sent whatever is left. */
  readonly ifTaken?: Spends
}

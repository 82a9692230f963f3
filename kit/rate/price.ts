/** How much of each budget something takes, by the name of the budget. */
export type Spends = Readonly<Record<string, number>>

/** What a request may cost the target. */
export interface Price {
  readonly spends: Spends
  /**
   * When it is given back, once the answer is known: `refused` where that shows that nothing was made, `replayed` with a 200
   * as well, `denied` as `refused` but not with a 402, which tells of something that was made and declined. Absent: never.
   * So a request that a broken target might execute is sent only while the budget has room for it.
   */
  readonly refund?: 'refused' | 'replayed' | 'denied'
}

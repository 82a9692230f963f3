/** An amount that the target file names. */
export interface NamedAmount {
  readonly amount: number
  readonly currency?: string
  /** Where in the target file it stands. */
  readonly from: string
}

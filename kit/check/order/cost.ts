import type { Target } from '../../target/target.ts'
import type { Depth } from '../depth.ts'

export interface Amounts<Key extends string = string, Budget extends string = string> {
  /** Requests per name of a key (one that is a list stands for the least used of its keys); `none` for those without a valid one. */
  readonly requests?: Readonly<Partial<Record<Key | 'none', number>>>
  /** How much of each budget. */
  readonly spends?: Readonly<Partial<Record<Budget, number>>>
}

/** What a check or fixture asks of the target at most, its fixtures not counted. */
export interface Cost<Key extends string = string, Budget extends string = string> extends Amounts<Key, Budget> {
  /** What it usually asks of a lawful target at the standard depth, member by member, where that is not the most. */
  readonly typical?: Amounts<Key, Budget> & {
    /** A sample is asked there, and at the deep depth all of it, as many requests as it may ask. */
    readonly isSample?: true
    /** What it usually spends at the deep depth, where that is not the same. */
    readonly deepSpends?: Amounts<Key, Budget>['spends']
    /** What hangs on the target or the depth otherwise, as far as it does: the rest of `typical` holds. */
    at?(target: Target, depth: Depth): Amounts<Key, Budget>
  }
  /** How much more than the target file names it says that it asks for, in the unit of its service's guard. */
  readonly adds?: number
  /** Its requests do not wait for the limiter, which they are there to meet. */
  readonly unpaced?: true
  /** Seconds for which a lawful target usually has it wait, from the last of its requests, else from when its fixtures were made. */
  waits?(target: Target, depth: Depth): number
  /** The most of it from when it begins, seconds: then it gives up. */
  givesUp?(target: Target, depth: Depth): number
  /** As `waits`, from when it begins: what it waits for need not come, however long ago its fixtures were made. */
  lingers?(target: Target, depth: Depth): number
}

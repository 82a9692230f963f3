import type { Answer, Asked } from './protocol.ts'

/** Carries out operations of a client under test. */
export interface Driver {
  /**
   * Has one operation carried out.
   * @param withinMs for how long its answer is waited for
   * @throws DriverFault where no answer comes, or none that can be read
   */
  ask(asked: Asked, withinMs: number, signal: AbortSignal): Promise<Answer>
  /** Ends whatever it started. */
  close(): Promise<void>
}

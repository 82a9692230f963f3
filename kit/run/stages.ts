import type { Delivery } from '../webhooks/delivery.ts'
import type { Inbox, StageOptions } from '../webhooks/inbox.ts'
import { type Capture, countedIds, startCapture } from '../webhooks/listener/server.ts'

/** Where interfaces are served to the clients under test: two listeners on this machine. */
export class Stages {
  readonly #here: Capture
  readonly #elsewhere: Capture

  constructor(here: Capture, elsewhere: Capture) {
    this.#here = here
    this.#elsewhere = elsewhere
  }

  /** @param ids of deliveries; those of a receiver of the same run are among them */
  static async open(ids = countedIds()): Promise<Stages> {
    const here = await startCapture({ ids })
    try {
      return new Stages(here, await startCapture({ ids }))
    } catch (error) {
      await here.close()
      throw error
    }
  }

  /** The stage of this name, made on first use. */
  stage(name: string, { elsewhere = false, ...options }: StageOptions): Inbox {
    return (elsewhere ? this.#elsewhere : this.#here).inbox(name, options)
  }

  all(): readonly Delivery[] {
    return [...this.#here.all(), ...this.#elsewhere.all()]
  }

  /** How long after the arrival of a delivery its answer was written, as a receiver knows it. */
  get answeredLate(): ReadonlyMap<string, number> {
    return new Map([...this.#here.answeredLate, ...this.#elsewhere.answeredLate])
  }

  async close(): Promise<void> {
    await Promise.all([this.#here.close(), this.#elsewhere.close()])
  }
}

import type { Delivery } from '../delivery.ts'
import type { Inbox, InboxOptions } from '../inbox.ts'
import { type PreflightResult, preflight, sendRaw } from '../listener/preflight.ts'
import type { Receiver } from '../receiver.ts'
import { Routes } from '../routes.ts'
import { DeliveryFile } from './delivery-file.ts'
import { deliveryOf } from './delivery-record.ts'

/** The inbox of a delivery to an address that this run did not give out, by what it looks like; undefined for none. */
export type Recognise = (delivery: Pick<Delivery, 'headers' | 'json'>) => string | undefined

/** How often the file is looked at, and how long a nonce may take from the public URL into it, ms. */
const LOOK_MS = 200
const NONCE_MS = 5_000
const NOWHERE = 'https://deliveries.invalid'

/** Deliveries that another listener writes to a file, as they appear there. Nobody decides what they are answered. */
export class Imported implements Receiver {
  readonly url: string
  /** Whether targets can be given addresses. */
  readonly hasUrl: boolean
  /** Why the file is not read any more, when it is not. */
  fault: string | undefined
  readonly #file: DeliveryFile
  readonly #routes: Routes
  readonly #probe: Inbox
  readonly #astray: Inbox
  #reading: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  readonly #recognise: Recognise
  readonly #idPrefix: string
  #count = 0

  private constructor(file: DeliveryFile, publicUrl: string | undefined, recognise: Recognise, idPrefix: string) {
    this.#file = file
    this.#idPrefix = idPrefix
    this.#recognise = recognise
    this.hasUrl = publicUrl !== undefined
    this.url = publicUrl ?? NOWHERE
    this.#routes = new Routes(this.url)
    this.#probe = this.#routes.open('')
    this.#astray = this.#routes.open('')
  }

  /**
   * Reads what is there and follows the file from then on.
   * @param publicUrl where the other listener is reached; without it no address can be given to the target
   * @throws DeliveryFileError
   */
  static async open(
    path: string,
    publicUrl: string | undefined,
    recognise: Recognise = () => undefined,
    idPrefix = '',
  ): Promise<Imported> {
    const imported = new Imported(await DeliveryFile.open(path), publicUrl, recognise, idPrefix)
    try {
      await imported.#take()
    } catch (error) {
      await imported.#file.close()
      throw error
    }
    imported.#timer = setInterval(() => imported.#look(), LOOK_MS)
    return imported
  }

  inbox(name: string, options: InboxOptions = {}): Inbox {
    return this.#routes.inbox(name, options)
  }

  all(): readonly Delivery[] {
    return this.#routes.deliveries
  }

  async preflight(): Promise<PreflightResult> {
    const unreachable = { reachable: false, bytesFaithful: false, headersFaithful: false, roundTripMs: undefined }
    if (!this.hasUrl)
      return { ...unreachable, note: 'no webhooks.publicUrl says where the listener that writes the file is reached' }
    const carries = (nonce: string) => (each: Delivery) => each.body.includes(nonce)
    const find = (nonce: string) => {
      const direct = this.#probe.deliveries.find(carries(nonce))
      if (direct !== undefined) return { delivery: direct, misrouted: false }
      const astray = this.#astray.deliveries.find(carries(nonce))
      return astray === undefined ? undefined : { delivery: astray, misrouted: true }
    }
    return preflight(this.#probe.url, find, async (url, headers, body) => {
      const came = this.#probe.next((each) => each.body.equals(body), { within: NONCE_MS }).catch(() => undefined)
      const response = await sendRaw(url, headers, body)
      await came
      return response
    })
  }

  /** Reads what is left, then lets the file go. */
  async close(): Promise<void> {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#routes.close()
    await this.#reading
    await this.#guarded(true)
    await this.#file.close()
  }

  #look(): void {
    this.#reading = this.#reading.then(() => (this.#timer === undefined ? undefined : this.#guarded(false)))
  }

  async #guarded(ended: boolean): Promise<void> {
    if (this.fault !== undefined) return
    await this.#take(ended).catch((error: Error) => {
      this.fault = error.message
    })
  }

  async #take(ended = false): Promise<void> {
    for (const record of await this.#file.next(ended)) {
      this.#count += 1
      const delivery = deliveryOf(record, `${this.#idPrefix}i${this.#count}`)
      const inbox = this.#routes.of(delivery.path) ?? this.#guess(delivery)
      if (inbox === this.#probe || inbox === this.#astray) inbox.accept(delivery)
      else this.#routes.record(Object.freeze({ ...delivery, inbox: inbox.name }), inbox)
    }
  }

  #guess(delivery: Delivery): Inbox {
    const name = this.#recognise(delivery)
    return name === undefined ? this.#astray : this.#routes.inbox(name)
  }
}

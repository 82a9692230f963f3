import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Delivery } from '../delivery.ts'

export type Redact = (delivery: Delivery) => unknown

/** Append-only file with one line of JSON per delivery, written before the delivery is answered. */
export class Journal {
  readonly #file: number
  readonly #redact: Redact
  /** The first line that could not be written, with the reason. Capturing goes on without the journal. */
  fault: Error | undefined

  /** Throws when the file cannot be opened. */
  constructor(path: string, redact: Redact = withoutContent) {
    mkdirSync(dirname(path), { recursive: true })
    this.#file = openSync(path, 'a', 0o600)
    this.#redact = redact
  }

  append(delivery: Delivery): void {
    if (this.fault !== undefined) return
    try {
      writeSync(this.#file, `${this.#line(delivery)}\n`)
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error))
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #line(delivery: Delivery): string {
    try {
      return JSON.stringify(this.#redact(delivery)) ?? JSON.stringify(withoutContent(delivery))
    } catch {
      return JSON.stringify(withoutContent(delivery))
    }
  }
}

/** What may be kept without knowing the secrets: no path, no header values, no body. */
function withoutContent({ path: _path, headers, body, json: _json, ...rest }: Delivery): unknown {
  return { ...rest, headerNames: headers.map(([name]) => name), bytes: body.length }
}

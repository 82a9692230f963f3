import { type FileHandle, open } from 'node:fs/promises'
import { type DeliveryRecord, recordProblem } from './delivery-record.ts'

/** A file of deliveries that cannot be read; the message names the file, the line and the member. */
export class DeliveryFileError extends Error {
  override readonly name = 'DeliveryFileError'
}

const LINE_END = 0x0a
const CHUNK = 64 * 1024

/**
 * A file that another listener writes: a line of JSON for each delivery, read as it grows; or a list of them, read once.
 * A line counts when it has its end.
 */
export class DeliveryFile {
  readonly #path: string
  readonly #handle: FileHandle
  #offset = 0
  #line = 0
  #rest = Buffer.alloc(0)

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** @throws DeliveryFileError */
  static async open(path: string): Promise<DeliveryFile> {
    try {
      const handle = await open(path, 'r')
      if ((await handle.stat()).isFile()) return new DeliveryFile(path, handle)
      await handle.close()
      throw new DeliveryFileError(`${path}: is no file`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (error instanceof DeliveryFileError) throw error
      const reason =
        code === 'ENOENT' ? 'no such file; the listener that writes it is started first' : `cannot be read (${code})`
      throw new DeliveryFileError(`${path}: ${reason}`)
    }
  }

  /**
   * What was added since the last call.
   * @param ended nothing will follow: a last line counts without its end
   * @throws DeliveryFileError for the first thing that is no delivery; what stood before it is lost.
   */
  async next(ended = false): Promise<readonly DeliveryRecord[]> {
    const { size } = await this.#handle.stat()
    if (size < this.#offset) throw new DeliveryFileError(`${this.#path}: was cut short while it was read`)
    await this.#fill()
    if (this.#line === 0 && /^\s*\[/.test(this.#rest.toString('latin1', 0, 100))) return this.#list(ended)
    const lines = this.#lines(ended)
    return lines.flatMap((text) => {
      this.#line += 1
      const at = `${this.#path}, line ${this.#line}`
      return text.trim() === '' ? [] : [recordAt(at, parsed(at, text))]
    })
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  async #fill(): Promise<void> {
    const chunks = [this.#rest]
    for (;;) {
      const { bytesRead, buffer } = await this.#handle.read(Buffer.alloc(CHUNK), 0, CHUNK, this.#offset)
      if (bytesRead === 0) break
      this.#offset += bytesRead
      chunks.push(buffer.subarray(0, bytesRead))
    }
    this.#rest = Buffer.concat(chunks)
  }

  #lines(ended: boolean): string[] {
    const end = ended ? this.#rest.length : this.#rest.lastIndexOf(LINE_END) + 1
    const whole = this.#rest.subarray(0, end).toString('utf8')
    this.#rest = this.#rest.subarray(end)
    if (whole === '') return []
    return whole
      .replace(/^\uFEFF/, '')
      .replace(/\n$/, '')
      .split('\n')
  }

  /** A list that is still being written is no JSON yet. */
  #list(ended: boolean): readonly DeliveryRecord[] {
    const text = this.#rest.toString('utf8').trim()
    if (!ended && !text.endsWith(']')) return []
    const list = parsed(this.#path, text) as readonly unknown[]
    this.#rest = Buffer.alloc(0)
    this.#line = 1
    return list.map((each, index) => recordAt(`${this.#path}, entry ${index + 1}`, each))
  }
}

function parsed(at: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser quotes the text, which may hold a secret.
    throw new DeliveryFileError(`${at}: is no JSON`)
  }
}

function recordAt(at: string, value: unknown): DeliveryRecord {
  const problem = recordProblem(value)
  if (problem !== undefined) throw new DeliveryFileError(`${at}: ${problem}`)
  return value as DeliveryRecord
}

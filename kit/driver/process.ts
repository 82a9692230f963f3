import { type ChildProcess, spawn } from 'node:child_process'
import { endGroup, lastLine } from './process-group.ts'
import { type Answer, type Asked, answerIn, DriverFault, LONGEST_LINE } from './protocol.ts'

/** Bytes of what a driver says on its standard error that are kept, from its end. */
const KEPT = 4_096
/** Lines of no question after which a driver is ended: it fills its output. */
const MOST_STRAYS = 1_000
/** For so long after its first answer a process may be about to end, ms. */
export const ENDING_MS = 100

interface Waiting {
  readonly settle: (answer: Answer) => void
  readonly fail: (fault: DriverFault) => void
}

export interface ProcessOptions {
  readonly command: string
  /** Where it runs; the working directory when undefined. */
  readonly folder: string | undefined
  /** Beside those of this process. */
  readonly env: Readonly<Record<string, string>>
}

/** One process of a driver, with a process group of its own that ends with it. */
export class DriverProcess {
  /** Whether it said that it takes further lines before it has answered. */
  takesSeveral = false
  readonly #child: ChildProcess
  readonly #waiting = new Map<string, Waiting>()
  readonly #ended: Promise<void>
  #isOver = false
  #said = Buffer.alloc(0)
  #lastWords = Buffer.alloc(0)
  #strays = 0
  #answers = 0
  #restedAt = performance.now()

  constructor({ command, folder, env }: ProcessOptions) {
    const child = spawn(command, {
      shell: true,
      // On Windows a detached child would open a window, and there are no groups.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...(folder === undefined ? {} : { cwd: folder }),
    })
    this.#child = child
    child.stdin?.on('error', () => undefined)
    child.stdout?.on('data', (chunk: Buffer) => this.#hear(chunk))
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastWords = Buffer.concat([this.#lastWords, chunk]).subarray(-KEPT)
    })
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#end(`the driver could not be started: ${error.message}`)
        resolve()
      })
      child.on('exit', () => endGroup(child))
      child.on('close', (code, name) => {
        const ending = name === null ? `it ended with ${code}` : `it was ended by ${name}`
        const hint = this.#answers > 0 && code === 0 ? '; one that takes a single line is run with once: true' : ''
        this.#end(`the driver gave no answer: ${lastLine(this.#lastWords) || ending}${hint}`)
        resolve()
      })
    })
  }

  /** Whether a line can be given to it now: one that has just given its first answer may be about to end. */
  get isFree(): boolean {
    if (this.#isOver || this.takesSeveral) return !this.#isOver
    return this.#waiting.size === 0 && (this.#answers !== 1 || performance.now() - this.#restedAt >= ENDING_MS)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** @param isLast nothing more is asked of it: its input ends */
  ask(asked: Asked, { isLast }: { readonly isLast: boolean }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(new DriverFault('the driver had ended'))
        return
      }
      this.#waiting.set(asked.id, { settle: resolve, fail: reject })
      const line = `${JSON.stringify(asked)}\n`
      if (isLast) this.#child.stdin?.end(line)
      else this.#child.stdin?.write(line)
    })
  }

  /** Ends it with all that it started. */
  async close(because = 'the driver was ended'): Promise<void> {
    this.#end(because)
    endGroup(this.#child)
    const { stdin, stdout, stderr } = this.#child
    for (const stream of [stdin, stdout, stderr]) stream?.destroy()
    await this.#ended
  }

  #hear(chunk: Buffer): void {
    this.#said = Buffer.concat([this.#said, chunk])
    for (let end = this.#said.indexOf(10); end >= 0; end = this.#said.indexOf(10)) {
      const line = this.#said.subarray(0, end).toString('utf8').trim()
      this.#said = this.#said.subarray(end + 1)
      if (line !== '') this.#take(line)
    }
    if (this.#said.length > LONGEST_LINE)
      void this.close(`the driver said more than ${LONGEST_LINE / 1024} KB without a line feed on its standard output`)
  }

  #take(line: string): void {
    const [only] = this.#waiting.size === 1 ? this.#waiting.keys() : []
    let answer: Answer
    try {
      answer = answerIn(line)
    } catch (fault) {
      if (only === undefined) this.#stray()
      else this.#settle(only, (waiting) => waiting.fail(fault as DriverFault))
      return
    }
    if (answer.several) this.takesSeveral = true
    const id = answer.id ?? only
    if (id === undefined || !this.#waiting.has(id)) this.#stray()
    else this.#settle(id, (waiting) => waiting.settle(answer))
  }

  #settle(id: string, act: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#answers += 1
    this.#restedAt = performance.now()
    if (waiting !== undefined) act(waiting)
  }

  #stray(): void {
    this.#strays += 1
    if (this.#strays > MOST_STRAYS)
      void this.close(`the driver said more than ${MOST_STRAYS} lines on its standard output that answer nothing`)
  }

  #end(because: string): void {
    this.#isOver = true
    const open = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { fail } of open) fail(new DriverFault(because))
  }
}

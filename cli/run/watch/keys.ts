/** What somebody at the terminal can ask for between two runs. */
export const KEYS = {
  a: 'run all',
  f: 'run what failed or was blocked when it was judged last, until nothing is',
  r: 'run the same again',
  v: 'tell the last run whole',
  o: 'open the page of the last run',
  q: 'leave',
  h: 'this list',
} as const

export type Key = keyof typeof KEYS

interface Input {
  readonly isTTY?: boolean
  setRawMode?(isRaw: boolean): unknown
  on(event: 'data', listener: (data: Buffer | string) => void): unknown
  off(event: 'data', listener: (data: Buffer | string) => void): unknown
  resume(): unknown
  pause(): unknown
}

/** `a all, f failed, …` for the line that waits. */
export const KEYS_TEXT = 'a all, f failed, r again, v whole, o open, q quit, h help'

export const keysHelp = (): string =>
  Object.entries(KEYS)
    .map(([key, meaning]) => `  ${key}  ${meaning}\n`)
    .join('')

/**
 * Resolves with the next key that means something; never where no terminal is there. Until the signal only: a run has the
 * terminal for itself, where it asks its questions and takes its interrupts.
 */
export function nextKey(input: Input, signal: AbortSignal): Promise<Key> {
  return new Promise((resolve) => {
    if (input.isTTY !== true || input.setRawMode === undefined || signal.aborted) return
    const onData = (data: Buffer | string): void => {
      // Ctrl-C and Ctrl-D, which a raw terminal hands over like letters; Enter runs again.
      const letter = { '\u0003': 'q', '\u0004': 'q', '\r': 'r', '\n': 'r' }[String(data)] ?? String(data).toLowerCase()
      if (Object.hasOwn(KEYS, letter)) resolve(letter as Key)
    }
    input.setRawMode(true)
    input.on('data', onData)
    input.resume()
    signal.addEventListener('abort', () => {
      input.off('data', onData)
      input.setRawMode?.(false)
      input.pause()
    })
  })
}

/** What a driver is asked: one operation of the client under test, as one line of JSON. */
export interface Asked {
  /** Unique among the lines of a run; a driver that takes several lines at once gives it back. */
  readonly id: string
  /** Name of what the client is to do: `create`. */
  readonly operation: string
  /** Where the interface is served, without a slash at the end. */
  readonly baseUrl: string
  /** What the operation is about. */
  readonly input: Readonly<Record<string, unknown>>
  /** How many times faster than usual the waits of the client may be; 1 where its clock is that of the system. */
  readonly timeScale: number
  /** Keys and other credentials by name, and what a suite gives beside. */
  readonly [more: string]: unknown
}

/** What a driver says its client made of an operation. */
export interface Told {
  /** Whether the client took the operation for done. */
  readonly ok: boolean
  /** What the client gave back. */
  readonly result?: unknown
  /** What the client threw or gave in place of a result. */
  readonly error?: unknown
  /** The driver does not implement the operation: nothing else of it counts. */
  readonly unsupported?: boolean
}

/** A driver that hung, died or talked nonsense: nothing is said of the client by it. */
export class DriverFault extends Error {
  override readonly name = 'DriverFault'
}

/** Bytes of a line that a driver may say. */
export const LONGEST_LINE = 1024 * 1024

const SHOWN = 80

/** A line of a driver, with the id that it answers where it names one. */
export interface Answer {
  readonly id?: string
  /** It takes further lines before it has answered those that it was given. */
  readonly several: boolean
  readonly told: Told
  /** As it was said, for the evidence. */
  readonly line: string
}

/**
 * Reads one line that a driver said.
 * @throws DriverFault where it is no answer
 */
export function answerIn(line: string): Answer {
  const said = parsed(line)
  const { id, several } = said
  if (typeof said.ok !== 'boolean' && said.unsupported !== true)
    throw new DriverFault(
      `the driver said ${shown(line)}, which has no member ok: answer {"ok": true, "result": …}, {"ok": false, "error": …} or {"unsupported": true}`,
    )
  return {
    ...(id === undefined ? {} : { id: String(id) }),
    several: several === true,
    told: {
      ok: said.ok === true,
      ...(said.result === undefined ? {} : { result: said.result }),
      ...(said.error === undefined ? {} : { error: said.error }),
      ...(said.unsupported === true ? { unsupported: true } : {}),
    },
    line,
  }
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new DriverFault(
    `the driver said ${shown(line)} on its standard output, which is no JSON object; what it logs goes to standard error`,
  )
}

const shown = (line: string): string => JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)

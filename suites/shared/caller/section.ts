import { integer, mapOf, number, object, text as plainText } from '../../../kit/schema/build.ts'
import type { Schema } from '../../../kit/schema/schema.ts'
import { flag, reference, text, url } from '../../../kit/target/file/parts.ts'

const call = object(
  {
    url: url(
      'Where each line is posted; `{operation}` stands for the name of the operation.',
      'http://127.0.0.1:3000/assay',
    ),
  },
  {
    headers: mapOf(plainText(), {
      description: 'Header lines by name.',
      examples: [{ authorization: `Bearer ${reference('DRIVER_TOKEN')}` }],
    }),
  },
  { description: 'An HTTP server that carries operations out: a line is posted to it, and answered with one.' },
)

/** What every section of a caller may say. */
export const callerMembers = {
  run: text(
    'A command that starts the driver: it reads one line of JSON an operation, and answers it with one.',
    'node my-client.js',
  ),
  once: flag('Each operation has a process of its own, whose input ends after its line.', { examples: [true] }),
  processes: integer({
    minimum: 1,
    description: 'Processes of the command at the same time.',
    default: 8,
    examples: [4],
  }),
  call,
  timeScale: number({
    exclusiveMinimum: 0,
    description: 'How many times faster than usual the waits of the client are: a driver is told, and may see to it.',
    default: 1,
    examples: [10],
  }),
  within: number({
    exclusiveMinimum: 0,
    description: 'Seconds within which an operation ends, retries and all.',
    default: 60,
    examples: [120],
  }),
} satisfies Readonly<Record<string, Schema>>

/** How to write the section of a caller. */
export const CALLER_LINE = '{ run: "node …" }'

/** A section of a caller as checks use it. */
export interface CallerSection {
  readonly run?: string
  readonly timeScale?: number
  readonly within?: number
}

/** Says where a section names neither a command nor a call, or both. */
export function judgeReach(section: unknown, found: { problem(path: readonly string[], text: string): void }): void {
  const { run, call: calls } = Object(section) as { run?: unknown; call?: unknown }
  if (run === undefined && calls === undefined)
    found.problem([], 'says not how the client is reached: write run with a command, or call with a url')
  if (run !== undefined && calls !== undefined) found.problem(['call'], 'stands beside run; one of them is enough')
}

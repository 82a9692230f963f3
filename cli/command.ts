import type { Assembly } from './assembly.ts'
import { commandLine } from './command-line.ts'
import { typedHere } from './typed-name.ts'

export type { Assembly, Embedded } from './assembly.ts'

/**
 * The command of a suite of one's own: `run`, `plan`, `open`, `history`, `report`, `replay`, `undo`, `compare`, `verify`, `list`,
 * `explain` and `schema`, with the options, outputs and exit codes of `assay`. Ends the process:
 * `await command({ name: 'library', description: '…', suites: [librarySuite] })`.
 * @param argv what stands behind the command; that of the process when absent
 */
export async function command(assembly: Assembly, argv: readonly string[] = process.argv.slice(2)): Promise<never> {
  return leave(await commandLine(argv, typedHere(assembly)))
}

/** Ends the process once what was written has arrived: whatever still holds it open has nothing more to say. */
export async function leave(exitCode: number): Promise<never> {
  await flushed(process.stdout)
  await flushed(process.stderr)
  process.exit(exitCode)
}

// A reader that has gone, such as `head`, is no fault.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve())
  })

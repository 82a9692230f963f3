import type { Assembly } from '../assembly.ts'
import type { TargetFlags } from '../run/terms/target.ts'
import { JournalError } from '../run/undo/journal.ts'
import { undoAll } from '../run/undo/undoing.ts'
import { UsageError } from '../usage-error.ts'

/** Undoes what runs of this folder were cut off before they undid. 1 where something could not be undone. */
export async function undo(flags: TargetFlags, assembly: Assembly): Promise<number> {
  const say = (line: string): boolean => process.stdout.write(`${line}\n`)
  try {
    return (await undoAll(assembly, { cwd: process.cwd(), env: process.env, flags, say })) === 0 ? 0 : 1
  } catch (error) {
    throw error instanceof JournalError ? new UsageError(error.message) : error
  }
}

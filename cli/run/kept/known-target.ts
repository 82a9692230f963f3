import type { Report } from '../../../kit/report/report.ts'
import type { Assembly } from '../../assembly.ts'
import { OF_EMBEDDED, usualFile } from '../terms/target.ts'
import { type About, placingFlags } from './kept-run.ts'

/**
 * Whether a command that asks again finds the target of a run: by flags, as the embedded reference, or by the file of the
 * usual name. A merged run whose shards are not kept here has no flags.
 */
export const isTargetKnown = (
  { notes }: Report,
  flags: About['flags'] | undefined,
  assembly: Assembly,
  cwd: string,
): boolean =>
  Object.keys(placingFlags(flags ?? {})).length > 0 ||
  notes.includes(OF_EMBEDDED) ||
  usualFile(assembly, cwd) !== undefined

import type { Report } from '../../../kit/report/report.ts'

/** Suspects that are told with their commands. */
const TOLD = 3

/**
 * The requests that a service may have gone away by: in a line, and behind it, after a line for requirements, a command
 * for each.
 */
export function goneBy({ run, exchanges }: Report): string[] {
  const { stopped, because, suspects = [] } = run
  if (stopped !== 'gone' || because === undefined) return []
  const commands = suspects
    .slice(0, TOLD)
    .flatMap((id) => exchanges.find((each) => each.id === id)?.curl ?? [])
    .map((each) => each.trim())
  const more = suspects.length > TOLD ? ` (those of ${TOLD} of ${suspects.length} requests)` : ''
  const hint =
    commands.length === 0
      ? ''
      : `; to see whether it goes by ${commands.length === 1 ? 'it' : 'one'}, start it again and send${more}:`
  return [
    [
      `${because}; what came after is held against nothing${hint}`,
      ...(commands.length === 0 ? [] : ['', ...commands]),
    ].join('\n'),
  ]
}

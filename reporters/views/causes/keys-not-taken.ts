import type { Report, ReportedService } from '../../../kit/report/report.ts'

const NOT_TAKEN = /^claimed but absent: (([^.\s]+)\.\S+) is claimed.* answered (401\b[^.]*)\. The target does not take/

/** Whether a note says of a key that it is not taken: where something hangs on it, a likely cause tells it. */
export const isKeyNotTaken = (note: string): boolean => NOT_TAKEN.test(note)

/**
 * Keys of the target file that the service refuses: the run asks after them before anything else. None where nothing is
 * blocked, as another key of their kind is taken: then a note says so.
 */
export function keysNotTaken({ notes, requirements }: Report, { id }: ReportedService): string[] {
  const refused = notes.flatMap((note) => {
    const [, name = '', of, answer = ''] = NOT_TAKEN.exec(note) ?? []
    return of === id ? [{ name, answer }] : []
  })
  const [first] = refused
  if (first === undefined) return []
  if (requirements.every(({ verdict }) => verdict !== 'blocked')) return []
  const names = refused.map(({ name }) => name).join(', ')
  return [
    `the ${id} service answers ${first.answer} to a read with ${names}: what the target file holds is not valid at this deployment; correct it there or in the variable that it is taken from, or have the service know it`,
  ]
}

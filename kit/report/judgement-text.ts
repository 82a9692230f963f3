import type { Level } from '../../specs/contract.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'

/** A last line that says by which command one generated value is tried again. */
const COMMAND_LAST = /\nrun it again with: .+$/

/** `POST /loans (replay): expected 200, got 201. Library › Endpoints.` */
export function judgementText(judgement: Omit<Judgement, 'requirement'>, at: string): string {
  const { subject = judgement.check, expected, actual, reason } = judgement
  const compared = expected !== undefined && actual !== undefined ? `expected ${expected}, got ${actual}` : undefined
  const said = [compared, reason].filter((each) => each !== undefined).join('; ')
  // Whoever copies a command takes its line as it stands: nothing is put behind it.
  return `${subject}: ${COMMAND_LAST.test(said) ? `${said}\n${ended(at)}` : sentences(said, at)}`
}

/** How bad a contradiction would be, in the words of test reports. */
export const SEVERITY: Readonly<Record<Level, 'critical' | 'normal' | 'minor'>> = {
  must: 'critical',
  should: 'normal',
  may: 'minor',
}

const ended = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`)

/** Texts as sentences in a row; one that is empty is none. */
export const sentences = (...texts: readonly string[]): string =>
  texts
    .filter((each) => each !== '')
    .map(ended)
    .join(' ')

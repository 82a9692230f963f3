import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { gateText } from '../baseline-words.ts'
import { counted } from '../counted.ts'
import type { Matrix, MatrixColumn } from './matrix.ts'

const TONES: Readonly<Record<number, Verdict>> = { 0: 'pass', 1: 'fail', 3: 'warn', 4: 'broken', 5: 'warn' }

/** The colour of an exit code. */
export const exitTone = (code: number): Verdict => TONES[code] ?? 'warn'

/** What one of them ends with: what is known of it counts. */
export const columnCode = ({ outcome, gate }: Pick<MatrixColumn, 'outcome' | 'gate'>): number =>
  gate?.exitCode ?? outcome.exitCode

/** Why it came to that, and what became of it where some of it is known. */
export const columnBecause = ({ outcome, gate }: Pick<MatrixColumn, 'outcome' | 'gate'>): string =>
  [outcome.because, ...(gate === undefined ? [] : [gateText(gate)])].filter((each) => each !== '').join('; ')

/** `3 of 10 broken`, or what else they come to together. */
export function matrixHeading({ columns, absent }: Matrix): string {
  const all = columns.length + absent.length
  const having = (code: number): number => columns.filter(({ outcome }) => outcome.exitCode === code).length
  const [kept, broken, faulty] = [having(0), having(1), having(4)]
  const gated = columns.flatMap(({ gate }) => gate ?? [])
  // Where nobody was there no gate has opened.
  const closed = gated.filter(({ exitCode }) => exitCode !== 0).length + absent.length
  const gates =
    gated.length === 0
      ? ''
      : closed === 0
        ? `; no gate is closed${gated.length < all ? `, and ${all - gated.length} of ${all} have no baseline` : ''}`
        : `; ${closed} of ${counted(gated.length + absent.length, 'gate')} closed`
  if (broken > 0) return `${broken} of ${all} not conformant${gates}`
  if (faulty > 0) return `Suite fault in ${faulty} of ${all}`
  return `${kept === all ? `Nothing broken in ${all}` : `${all - kept} of ${all} inconclusive or not there`}${gates}`
}

/** How they differ, in one line. */
export function matrixBecause({ rows, points }: Pick<Matrix, 'rows' | 'points'>): string {
  const having = (agreement: string): number => rows.filter((each) => each.agreement === agreement).length
  if (isOfDifferentServices(rows)) {
    const troubled = having('trouble apart')
    const told = troubled === 0 ? '' : `; ${troubled} broken, blocked or warned of, each in its own`
    return `the targets are of different services: of ${rows.length} statements none is one of two of them, so nothing is compared${told}`
  }
  const isAlone = rows.length > 0 && rows.every(({ cells }) => cells.length === 1)
  const partsAlone = [
    [having('trouble apart'), 'broken, blocked or warned of'],
    [having('unshared'), 'in no trouble'],
    [having('unjudged'), 'not exercised'],
  ] as const
  const partsBeside = [
    [having('trouble apart'), 'broken, blocked or warned of in some'],
    [having('trouble alike'), 'in all'],
    [having('apart'), 'judged otherwise with nothing broken'],
    [having('alike'), `alike${(rows[0]?.cells.length ?? 0) > 2 ? ' where they were judged' : ''}`],
    [having('unjudged'), 'exercised in none'],
    [having('unshared'), 'asked of one at most'],
  ] as const
  const shared = points.filter(({ values }) => values.filter((each) => each.length > 0).length > 1)
  const otherwise = shared.filter(({ isAlike }) => !isAlike).length
  const told = (isAlone ? partsAlone : partsBeside)
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${word}`)
  if (isAlone) return `of ${rows.length} statements ${told.join(', ')}; no run stands beside it to be compared with`
  const observed = shared.length === 0 ? '' : `; ${otherwise} of ${shared.length} open points observed otherwise`
  return `of ${rows.length} statements ${told.join(', ')}${observed}`
}

/** Whether there are columns to compare, and no statement stands in two of them. */
const isOfDifferentServices = (rows: Matrix['rows']): boolean =>
  rows.length > 0 &&
  rows.every(({ cells }) => cells.length > 1 && cells.filter(({ verdict }) => verdict !== undefined).length < 2)

/** Names that are told one by one. */
const NAMED = 2

/** Columns by their labels; many of them by their numbers: `1, 3–7`. */
export function whoText(labels: readonly string[], { columns }: Pick<Matrix, 'columns'>): string {
  if (labels.length === columns.length) return 'all'
  if (labels.length <= NAMED) return labels.join(', ')
  const numbers = columns.flatMap(({ label }, index) => (labels.includes(label) ? [index + 1] : []))
  const spans: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = spans.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else spans.push([number, number])
  }
  return spans.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}

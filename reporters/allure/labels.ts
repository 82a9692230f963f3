import { SEVERITY } from '../../kit/report/judgement-text.ts'
import { printable } from '../views/printable.ts'
import type { CheckEntry } from './check-entries.ts'

export interface Label {
  readonly name: string
  readonly value: string
}

/** Where a check belongs: its document, areas and requirements, its place in the suite, and how bad a contradiction is. */
export function labelsOf({ id, judged }: Pick<CheckEntry, 'id' | 'judged'>): Label[] {
  const label = (name: string, values: Iterable<string>): Label[] =>
    [...values].map((value) => ({ name, value: printable(value) }))
  const requirements = new Set(judged.map(({ requirement }) => requirement))
  const documents = new Set(judged.map(({ at }) => at.split(' › ')[0] ?? at))
  const areas = new Set([...requirements].map((each) => each.split('.')[1] ?? each))
  const levels = new Set(judged.map(({ level }) => level))
  const strongest = (['must', 'should', 'may'] as const).find((level) => levels.has(level)) ?? 'may'
  const [service = id, behaviour = id] = id.split('/')
  return [
    ...label('epic', documents),
    ...label('feature', areas),
    ...label('story', requirements),
    ...label('severity', [SEVERITY[strongest]]),
    ...label('parentSuite', documents.size === 0 ? [service] : [...documents].slice(0, 1)),
    ...label('suite', [behaviour]),
    ...label('framework', ['assay']),
    ...label('check', [id]),
  ]
}
